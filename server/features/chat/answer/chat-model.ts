import type { FinishReason } from '#domain/chat/answer';
import type { StoredSource, StoredTool } from '../../../db/tables/chat-tables.ts';
import type { ProviderCall, ProviderTool } from '../../../ports/model-ports.ts';
import type { Language } from '../../../base/messages.ts';
import type { ChatOwner } from '../base/owner.ts';

/** A picture that a question was asked with. */
export interface QuestionPicture {
  readonly mimeType: string;
  readonly bytes: Uint8Array;
}

export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** Left out where there are none. */
  readonly pictures?: readonly QuestionPicture[];
}

export interface AnswerRequest {
  /** What the site tells a model beforehand; '' for nothing. */
  readonly system: string;
  /** The branch up to the question, oldest first; a last turn of the assistant is to be gone on with. */
  readonly turns: readonly Turn[];
  readonly language: Language;
  readonly owner: ChatOwner;
  readonly maxOutputTokens: number;
  /** What the model may ask for while it answers. */
  readonly tools?: ToolBox;
}

/** Tools of one answer, run with the rights of whoever asked. */
export interface ToolBox {
  readonly tools: readonly ProviderTool[];
  /** @returns what the model is told of it. Never throws for what was refused. */
  run(call: ProviderCall, signal: AbortSignal): Promise<{ readonly output: string; readonly isDone: boolean }>;
}

/** A piece of an answer. An answer without `finish` at its end was interrupted. */
export type AnswerPart =
  | { readonly kind: 'text' | 'thinking'; readonly text: string }
  | { readonly kind: 'source'; readonly source: StoredSource }
  | { readonly kind: 'tool'; readonly tool: StoredTool }
  /** Before each time that a provider is asked: what all that was asked weighs so far, for an answer that ends before its provider has counted. */
  | { readonly kind: 'asked'; readonly inputTokens: number }
  | { readonly kind: 'finish'; readonly reason: FinishReason; readonly inputTokens?: number; readonly outputTokens?: number };

/** Whatever answers. An abort ends the iteration and all that was asked of others for it. */
export interface ChatModel {
  /** @throws ModelError where there is no answer, or it broke off */
  answer(request: AnswerRequest, signal: AbortSignal): AsyncIterable<AnswerPart>;
}

/** Why a model gave no answer. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly reason: FinishReason;

  constructor(reason: FinishReason, options?: ErrorOptions) {
    super(`The model gave no answer: ${reason}`, options);
    this.reason = reason;
  }
}
