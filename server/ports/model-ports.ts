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

export interface ProviderRequest extends ProviderModel {
  readonly system: string;
  /** Oldest first; the last one is of the person who asks. */
  readonly turns: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
  readonly maxOutputTokens: number;
}

/** A piece of what a provider says. One without `finish` at its end was cut off. Counts are null where the provider tells none. */
export type ProviderPart =
  | { readonly kind: 'text' | 'thinking'; readonly text: string }
  | {
      readonly kind: 'finish';
      readonly reason: Extract<FinishReason, 'stop' | 'length' | 'filtered'>;
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
