import { createActor, fromCallback } from 'xstate';
import { describe, expect, it, vi } from 'vitest';
import { callRepeatMachine, type CallRepeatInput } from '#machines/session/call-repeat.machine';
import { after, describeModel, done, failed } from '#tests/machines/support/model.ts';

describeModel({
  machine: callRepeatMachine,
  inputs: [
    { spread: 1, tookMs: 0, retryAfterMs: 0 },
    { spread: 1, tookMs: 0, retryAfterMs: 7000 },
    { spread: 1, tookMs: 0, retryAfterMs: 60_000 },
  ],
  events: [
    after('rest', 'callRepeat.resting'),
    done('resend', { outcome: 'ended' }),
    done('resend', { outcome: 'away', tookMs: 0, retryAfterMs: 0 }),
    done('resend', { outcome: 'away', tookMs: 5000, retryAfterMs: 9000 }),
    failed('resend', new Error('a fault')),
  ],
  always: (snapshot) => !snapshot.matches('sending') || snapshot.context.spentMs <= 16_000,
});

/** The rests until it is given up, where sending it takes no time and the server names none. */
const restsOf = (input: CallRepeatInput, resent: { readonly tookMs: number; readonly retryAfterMs: number }): readonly number[] => {
  vi.useFakeTimers();
  try {
    const rests: number[] = [];
    const actor = createActor(callRepeatMachine.provide({ actors: { resend: fromCallback(() => {}) as never } }), { input }).start();
    for (;;) {
      const { context, status } = actor.getSnapshot();
      if (status !== 'active') return rests;
      vi.runOnlyPendingTimers();
      rests.push(actor.getSnapshot().context.spentMs - context.spentMs);
      actor.send({ type: 'xstate.done.actor.resend', output: { outcome: 'away', ...resent } });
    }
  } finally {
    vi.useRealTimers();
  }
};

describe('a call that is sent again', () => {
  const atOnce = { tookMs: 0, retryAfterMs: 0 };

  it('rests twice as long each time up to four seconds, a little more or less than others', () => {
    expect(restsOf({ ...atOnce, spread: 1 }, atOnce)).toEqual([500, 1000, 2000, 4000, 4000, 4000]);
    expect(restsOf({ ...atOnce, spread: 0.75 }, atOnce)).toEqual([375, 750, 1500, 3000, 3000, 3000, 3000]);
  });

  it('rests no shorter than the server has said, and up to sixteen seconds in all', () => {
    expect(restsOf({ ...atOnce, spread: 1, retryAfterMs: 16_000 }, atOnce)).toEqual([16_000]);
    expect(restsOf({ ...atOnce, spread: 1, retryAfterMs: 16_001 }, atOnce)).toEqual([]);
    expect(restsOf({ ...atOnce, spread: 1, tookMs: 15_501 }, atOnce)).toEqual([]);
  });
});
