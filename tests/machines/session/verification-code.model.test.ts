// oxlint-disable vitest/no-standalone-expect -- what holds always is checked inside the generated tests
import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';
import {
  selectIsCoolingDown,
  selectSecondsToNextCode,
  verificationCodeMachine,
  type CodePause,
  type VerificationCodeInput,
} from '#machines/session/verification-code.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const offline = new FailureError({ kind: 'unreachable', online: false });
const tooFrequent = new FailureError({ kind: 'rejected', code: 0, message: 'A code was sent a moment ago.' });
const wrongCaptcha = new FailureError({ kind: 'rejected', code: 0, message: '', fields: { captchaInfo: 'wrong area' } });
const pause: CodePause = { availableAtMs: 61_000, nowMs: 1000 };

describeModel({
  machine: verificationCodeMachine,
  inputs: [{ channel: 'email', purpose: 'user_register' }],
  events: [
    { type: 'code.requested', target: ' lin@example.com ', password: null },
    { type: 'code.requested', target: '13800138000', password: new Secret('secret99') },
    { type: 'code.requested', target: ' ', password: null },
    { type: 'code.edited' },
    { type: 'captcha.passed', id: 'one', info: '1,2-3,4;350;200' },
    { type: 'captcha.closed' },
    { type: 'clock.ticked', nowMs: 60_999 },
    { type: 'clock.ticked', nowMs: 61_000 },
    done('readPause', pause),
    done('readPause', { availableAtMs: null, nowMs: 1000 }),
    failed('readPause', new Error('no storage')),
    done('sendCode', pause),
    failed('sendCode', offline),
    failed('sendCode', tooFrequent),
    failed('sendCode', wrongCaptcha),
    failed('watchClock', new Error('no clock')),
  ],
  view: ({ context }) => ({
    target: context.target,
    hasPassword: context.password !== null,
    captcha: context.captcha?.id ?? null,
    pause: [context.availableAtMs, context.nowMs],
    failure: context.failure?.kind ?? null,
  }),
  always: (snapshot) => {
    const { password, captcha, target } = snapshot.context;
    // Proofs are kept only while they are needed, and the seconds only count where they are shown.
    if (!snapshot.hasTag('busy')) expect([password, captcha]).toEqual([null, null]);
    if (snapshot.hasTag('busy')) expect(target).not.toBe('');
    expect(selectIsCoolingDown(snapshot)).toBe(selectSecondsToNextCode(snapshot) > 0);
  },
});

const started = (read: (input: VerificationCodeInput) => CodePause) =>
  createActor(
    verificationCodeMachine.provide({
      actors: { readPause: fromPromise(({ input }) => Promise.resolve(read(input))), watchClock: fromCallback(() => {}) },
    }),
    { input: { channel: 'mobile', purpose: 'user_register' } },
  ).start();

describe('the seconds until another code', () => {
  it('go on after a reload from the end of the pause, rounded up', async () => {
    const actor = started(() => ({ availableAtMs: 61_000, nowMs: 31_500 }));
    await Promise.resolve();
    await Promise.resolve();
    expect([actor.getSnapshot().value, selectSecondsToNextCode(actor.getSnapshot())]).toEqual(['coolingDown', 30]);
    actor.send({ type: 'clock.ticked', nowMs: 60_001 });
    expect(selectSecondsToNextCode(actor.getSnapshot())).toBe(1);
    expect(actor.getSnapshot().can({ type: 'code.requested', target: '13800138000', password: null })).toBe(false);
    actor.send({ type: 'clock.ticked', nowMs: 61_000 });
    expect([actor.getSnapshot().value, selectSecondsToNextCode(actor.getSnapshot())]).toEqual(['ready', 0]);
    expect(actor.getSnapshot().can({ type: 'code.requested', target: '13800138000', password: null })).toBe(true);
  });
});
