import type { Channel } from '#domain/members/channel';
import type { VerificationCodeSnapshot } from '../session/verification-code.machine.ts';

/** Where a code is on its way to; kept over a reload. */
export interface PendingCode {
  readonly channel: Channel;
  readonly account: string;
}

export interface SentCode {
  /** '' while none was asked for. */
  readonly target: string;
  readonly availableAtMs: number | null;
}

/** What the child that sends codes shows; where something stands in for it, nothing. */
export const sentCode = ({ event }: { readonly event: { readonly snapshot: VerificationCodeSnapshot } }): SentCode => {
  const { target = '', availableAtMs = null } = (event.snapshot as Partial<VerificationCodeSnapshot>).context ?? {};
  return { target, availableAtMs };
};

/** One has just been sent: a pause that goes on from before says nothing of who was asked for. */
export const isNewlySent = ({ target, availableAtMs }: SentCode, pausedUntilMs: number | null): boolean =>
  target !== '' && availableAtMs !== null && availableAtMs !== pausedUntilMs;
