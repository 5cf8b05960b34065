import type { FinishReason, ModelProtocol } from '#domain/chat/answer';

/** A model of somebody else's, and how it is reached. */
export interface ProviderModel {
  readonly protocol: Exclude<ModelProtocol, 'builtIn'>;
  /** '' for the address that the provider's own models are at. */
  readonly baseUrl: string;
  /** As the provider calls it. */
  readonly model: string;
  /** '' where none is needed. */
  readonly key: string;
}

/** Something that a model may ask for. `parameters` is a JSON schema of an object. */
export interface ProviderTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** What a model asks for; `input` is JSON text, and may be anything. */
export interface ProviderCall {
  readonly id: string;
  readonly name: string;
  readonly input: string;
  /** What its provider wants to be told again with it. */
  readonly meta?: unknown;
}

/** A picture that was handed over with a question. */
export interface ProviderPicture {
  readonly mimeType: string;
  readonly bytes: Uint8Array;
}

/** What was said, or what a model has asked for with what came of it. */
export type ProviderTurn =
  | { readonly role: 'user' | 'assistant'; readonly text: string; readonly pictures?: readonly ProviderPicture[] }
  | { readonly role: 'tools'; readonly text: string; readonly calls: readonly (ProviderCall & { readonly output: string })[] };

export interface ProviderRequest extends ProviderModel {
  readonly system: string;
  /** Oldest first; the last one is of the person who asks. */
  readonly turns: readonly ProviderTurn[];
  /** Left out, or none: what a model wants done is left undone. */
  readonly tools?: readonly ProviderTool[];
  readonly maxOutputTokens: number;
}

/** A piece of what a provider says. One without `finish` at its end was cut off. Counts are null where the provider tells none. */
export type ProviderPart =
  | { readonly kind: 'text' | 'thinking'; readonly text: string }
  | { readonly kind: 'call'; readonly call: ProviderCall }
  | {
      readonly kind: 'finish';
      /** `tools`: it waits for what it has asked for. */
      readonly reason: Extract<FinishReason, 'stop' | 'length' | 'filtered'> | 'tools';
      readonly inputTokens: number | null;
      readonly outputTokens: number | null;
    };

export type ProviderFault = Extract<
  FinishReason,
  'rateLimited' | 'unavailable' | 'keyMissing' | 'keyRefused' | 'modelGone' | 'interrupted' | 'filtered' | 'empty'
>;

interface FaultFacts {
  readonly isRetryable: boolean;
  /** How long the provider asks to be left alone. */
  readonly retryAfterMs?: number | null;
  readonly status?: number | null;
  /** What the provider says of it, without the key; for whoever sets the model up, and nobody else. */
  readonly detail?: string;
  /** The address leads into a private network that nobody has allowed. */
  readonly isPrivate?: boolean;
}

/** Why a provider gave no answer, or no more of one. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly reason: ProviderFault;
  readonly isRetryable: boolean;
  readonly retryAfterMs: number | null;
  readonly status: number | null;
  readonly detail: string;
  readonly isPrivate: boolean;

  constructor(reason: ProviderFault, { isRetryable, retryAfterMs = null, status = null, detail = '', isPrivate = false }: FaultFacts) {
    super(`The provider gave no answer: ${reason}`);
    this.reason = reason;
    this.isRetryable = isRetryable;
    this.retryAfterMs = retryAfterMs;
    this.status = status;
    this.detail = detail;
    this.isPrivate = isPrivate;
  }
}

/** Models of others, asked over the network. */
export interface ModelProviders {
  /** Asks once. An abort ends the iteration and the request. @throws ProviderError */
  answer(request: ProviderRequest, signal: AbortSignal): AsyncIterable<ProviderPart>;
}
