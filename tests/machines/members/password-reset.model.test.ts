import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';
import {
  passwordResetMachine,
  selectResetAccount,
  selectResetCode,
  selectResetStep,
  type ResetTerms,
} from '#machines/members/password-reset.machine';
import type { PendingCode } from '#machines/members/sent-code';
import {
  verificationCodeMachine,
  type CodePause,
  type CodeRequest,
  type VerificationCodeInput,
} from '#machines/session/verification-code.machine';
import { describeModel, done, failed, inertOf } from '#tests/machines/support/model.ts';

const terms: ResetTerms = { channels: ['email', 'mobile'], delivery: {}, pending: null };
const pending: PendingCode = { channel: 'mobile', account: '13800138000' };
const password = new Secret('Morgentau7');
const code = new Secret('123456');
const wrongCode = new FailureError({ kind: 'rejected', code: 0, message: 'Wrong', fields: { captcha: 'Wrong' } });
const weak = new FailureError({ kind: 'rejected', code: 0, message: 'Weak', fields: { password: 'Weak' } });

/** What the child that sends codes shows. */
const sent = (target: string, availableAtMs: number | null) =>
  ({ type: 'xstate.snapshot.code', snapshot: { context: { target, availableAtMs } } }) as const;

describeModel({
  machine: passwordResetMachine,
  inputs: [undefined],
  events: [
    { type: 'reset.retried' },
    { type: 'reset.channelChosen', channel: 'mobile' },
    { type: 'reset.channelChosen', channel: 'email' },
    { type: 'reset.codeGiven', code },
    { type: 'reset.submitted', password },
    { type: 'reset.edited' },
    { type: 'reset.wentBack' },
    { type: 'reset.resumed' },
    { type: 'reset.codeSent' },
    sent('lin@example.com', 61_000),
    sent('', 61_000),
    sent('lin@example.com', null),
    done('readTerms', terms),
    done('readTerms', { ...terms, channels: [] }),
    done('readTerms', { ...terms, pending }),
    failed('readTerms', new FailureError({ kind: 'unreachable', online: false })),
    done('resetPassword'),
    failed('resetPassword', wrongCode),
    failed('resetPassword', weak),
    failed('code', new FailureError({ kind: 'timeout' })),
  ],
  view: ({ context }) => [context.channel, context.account, context.failure?.kind, context.password !== null],
  always: (snapshot) => (snapshot.context.password !== null) === snapshot.matches({ open: 'submitting' }),
});

function retrieving(told: Partial<ResetTerms> = {}, fails: FailureError | null = null) {
  const kept: (PendingCode | null)[] = [];
  const asked: unknown[] = [];
  const machine = passwordResetMachine.provide({
    actors: {
      readTerms: fromPromise(async () => ({ ...terms, ...told })),
      resetPassword: fromPromise(({ input }) => {
        asked.push(input);
        return fails ? Promise.reject(fails) : Promise.resolve();
      }),
      code: verificationCodeMachine.provide({
        actors: {
          readPause: fromPromise<CodePause, VerificationCodeInput>(async () => ({ availableAtMs: null, nowMs: 1000 })),
          sendCode: fromPromise<CodePause, CodeRequest>(async () => ({ availableAtMs: 61_000, nowMs: 1000 })),
          watchClock: fromCallback(() => {}),
        },
      }),
    },
    actions: { keepPending: (_, params) => void kept.push(params.pending) },
  });
  const actor = createActor(machine).start();
  const step = () => selectResetStep(actor.getSnapshot());
  const code = () => selectResetCode(actor.getSnapshot());
  const send = async (target: string) => {
    await expect.poll(() => code()?.getSnapshot().value).toBe('ready');
    code()?.send({ type: 'code.requested', target, password: null });
    code()?.send({ type: 'captcha.passed', id: 'one', info: '1,2' });
    await expect.poll(step).toBe('code');
  };
  return { actor, kept, asked, step, send, code };
}

describe('a password that is retrieved', () => {
  it('goes from the address over the code to the new password', async () => {
    const { actor, kept, asked, send } = retrieving();
    await send('lin@example.com');
    actor.send({ type: 'reset.codeGiven', code });
    actor.send({ type: 'reset.submitted', password });
    await expect.poll(() => actor.getSnapshot().value).toBe('done');
    expect(asked).toEqual([{ channel: 'email', account: 'lin@example.com', code, password }]);
    expect(kept).toEqual([{ channel: 'email', account: 'lin@example.com' }, null]);
  });

  it('comes back to the code after a reload', async () => {
    const { actor, step } = retrieving({ pending });
    await expect.poll(() => actor.getSnapshot().matches('open')).toBe(true);
    expect([step(), selectResetAccount(actor.getSnapshot())]).toEqual(['code', '13800138000']);
  });

  it('keeps the address where somebody goes back, and goes on with the code that is there', async () => {
    const { actor, step, send, code } = retrieving();
    await send('lin@example.com');
    actor.send({ type: 'reset.wentBack' });
    // The clock of the pause goes on, which is no news of a code.
    code()?.send({ type: 'clock.ticked', nowMs: 2000 });
    expect([step(), selectResetAccount(actor.getSnapshot())]).toEqual(['account', 'lin@example.com']);
    actor.send({ type: 'reset.resumed' });
    expect(step()).toBe('code');
  });

  it('takes no address of one channel for one of the other', async () => {
    const { actor, step, send } = retrieving();
    await send('lin@example.com');
    actor.send({ type: 'reset.wentBack' });
    actor.send({ type: 'reset.channelChosen', channel: 'mobile' });
    expect([step(), selectResetAccount(actor.getSnapshot())]).toEqual(['account', '']);
    expect(actor.getSnapshot().can({ type: 'reset.resumed' })).toBe(false);
  });

  it.each([
    ['to the code where that was wrong', wrongCode, 'code'],
    ['to the password where that was too weak', weak, 'password'],
  ] as const)('goes back %s', async (_case, failure, at) => {
    const { actor, step, send } = retrieving({}, failure);
    await send('lin@example.com');
    actor.send({ type: 'reset.codeGiven', code });
    actor.send({ type: 'reset.submitted', password });
    await expect.poll(() => actor.getSnapshot().context.failure).toEqual(failure.failure);
    expect(step()).toBe(at);
  });

  it('is not offered where no code can be sent', () => {
    const actor = createActor(inertOf(passwordResetMachine)).start();
    actor.send(done('readTerms', { ...terms, channels: [] }) as never);
    expect(actor.getSnapshot().value).toBe('closed');
  });
});
