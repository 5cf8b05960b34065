import { failureOf } from '#domain/base/failure';

/** What a machine keeps of its writes, so that one whose answer was lost is sent again as the same write, and any other as another one. */
export interface SentOnce {
  /** Counts writes. */
  readonly revision: number;
  /** What was sent last, for as long as nobody has answered; null otherwise. */
  readonly unanswered: string | null;
}

export const NOTHING_SENT: SentOnce = { revision: 0, unanswered: null };

/** Its answer is here: whatever comes next is another write. */
export const ANSWERED = { unanswered: null } as const;

/** As it is once `wish` is sent. */
export function nextSent({ revision, unanswered }: SentOnce, wish: unknown): SentOnce {
  const text = JSON.stringify(wish);
  return { revision: text === unanswered ? revision : revision + 1, unanswered: text };
}

/** Whether the server has refused what was sent; otherwise nobody knows whether it was done. A defect is thrown again. */
export const isRejected = (error: unknown): boolean => failureOf(error).kind === 'rejected';
