import { callRepeatMachine } from '#machines/session/call-repeat.machine';
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
