import type { FinishReason, MessageState } from '#domain/chat/answer';
import type { ModelError } from './chat-model.ts';

/** In which state an answer ends, and why. */
export interface End {
  readonly state: Exclude<MessageState, 'running'>;
  readonly finishReason: FinishReason;
  readonly isFree?: boolean;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

/** @param hasText whether there are words at all */
export const lateEnd = (hasText: boolean): End =>
  hasText ? { state: 'interrupted', finishReason: 'timedOut' } : { state: 'failed', finishReason: 'timedOut' };

const REFUSALS: readonly FinishReason[] = ['filtered', 'wordRefused'];
/** Where nothing was asked of a provider, or it refused before it answered. A line that broke says neither. */
const FREE: readonly FinishReason[] = ['keyMissing', 'keyRefused', 'modelGone', 'rateLimited', 'unavailable'];

/** @param hasText whether there are words at all @param hasMore whether any of them are of this time: what is gone on with had some before */
export function endOf({ reason }: ModelError, hasText: boolean, hasMore: boolean): End {
  if (REFUSALS.includes(reason)) return { state: 'refused', finishReason: reason };
  const isFree = !hasMore && FREE.includes(reason);
  if (hasText) return { state: 'interrupted', finishReason: reason === 'interrupted' ? reason : 'unavailable', isFree };
  return { state: 'failed', finishReason: reason === 'interrupted' ? 'unavailable' : reason, isFree };
}
