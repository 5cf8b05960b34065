import { NEVER } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { Call } from '#api/client';
import { verificationCodeLogic } from '#actors/session/verification-code.actors';
import { FailureError } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';
import { selectCodeFailure, selectSecondsToNextCode, type VerificationCodeInput } from '#machines/session/verification-code.machine';

/** A browser whose clock is moved by hand, and whose storage outlives its actors. */
function createWorld() {
  const stored = new Map<string, string>();
  const asked: unknown[] = [];
  let nowMs = 1_768_435_200_000;
  let ticks: (() => void)[] = [];
  let refusal: FailureError | null = null;
  const call = ((endpoint: { path: string }, input: Record<string, unknown>) => {
    asked.push([endpoint.path, input]);
    return refusal ? Promise.reject(refusal) : Promise.resolve(null);
  }) as unknown as Call;
  const logic = verificationCodeLogic({
    call,
    clock: { now: () => nowMs, pause: () => new Promise((resolve) => void ticks.push(resolve)) },
    storage: {
      read: (key) => stored.get(key) ?? null,
      write: (key, text) => void stored.set(key, text),
      remove: (key) => void stored.delete(key),
      changes: NEVER,
    },
  });
  return {
    stored,
    asked,
    refuse: (failure: FailureError | null) => void (refusal = failure),
    /** Time passes, and whoever paused hears of it. */
    async pass(ms: number): Promise<void> {
      nowMs += ms;
      const due = ticks;
      ticks = [];
      for (const tick of due) tick();
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    },
    async open(input: VerificationCodeInput) {
      const actor = createActor(logic, { input }).start();
      await waitFor(actor, (snapshot) => !snapshot.matches('restoring'));
      return actor;
    },
  };
}

const MAIL: VerificationCodeInput = { channel: 'email', purpose: 'user_register' };
const send = async (actor: Awaited<ReturnType<ReturnType<typeof createWorld>['open']>>, target: string, password: Secret | null = null) => {
  actor.send({ type: 'code.requested', target, password });
  actor.send({ type: 'captcha.passed', id: 'one', info: '1,2-3,4;350;200' });
  await waitFor(actor, (snapshot) => !snapshot.matches('sending'));
};

describe('verificationCodeLogic', () => {
  it('counts on where the clock is set back during the pause', async () => {
    const world = createWorld();
    const code = await world.open(MAIL);
    await send(code, 'lin@example.com');
    await world.pass(1000);
    await world.pass(-3_600_000);
    expect(selectSecondsToNextCode(code.getSnapshot())).toBe(58);
    await world.pass(58_000);
    expect(selectSecondsToNextCode(code.getSnapshot())).toBe(0);
  });

  it('sends in the words of the wire, and the password only where there is one', async () => {
    const world = createWorld();
    const password = new Secret('secret99');
    await send(await world.open(MAIL), 'lin@example.com');
    await send(await world.open({ channel: 'mobile', purpose: 'user_mobile_verify' }), '13800138000', password);
    const proof = { captchaId: 'one', captchaInfo: '1,2-3,4;350;200' };
    expect(world.asked).toEqual([
      ['/api/Ems/send', { email: 'lin@example.com', event: 'user_register', ...proof }],
      ['/api/Sms/send', { mobile: '13800138000', template_code: 'user_mobile_verify', ...proof, password }],
    ]);
  });

  it('counts down by the clock, also after a reload, for this purpose only', async () => {
    const world = createWorld();
    const first = await world.open(MAIL);
    await send(first, 'lin@example.com');
    expect(selectSecondsToNextCode(first.getSnapshot())).toBe(60);
    await world.pass(1000);
    expect(selectSecondsToNextCode(first.getSnapshot())).toBe(59);
    first.stop();
    await world.pass(20_000);
    const again = await world.open(MAIL);
    expect([again.getSnapshot().value, selectSecondsToNextCode(again.getSnapshot())]).toEqual(['coolingDown', 39]);
    const other = await world.open({ ...MAIL, purpose: 'user_retrieve_pwd' });
    expect(other.getSnapshot().value).toBe('ready');
    await world.pass(39_000);
    expect(again.getSnapshot().value).toBe('ready');
    expect((await world.open(MAIL)).getSnapshot().value).toBe('ready');
  });

  it('keeps no address in the storage', async () => {
    const world = createWorld();
    await send(await world.open(MAIL), 'lin@example.com');
    expect([...world.stored]).toEqual([['storeCodes', '{"version":1,"value":{"email:user_register":1768435260000}}']]);
  });

  it('starts no pause for a code that was not sent, and can try again', async () => {
    const world = createWorld();
    world.refuse(new FailureError({ kind: 'unreachable', online: true }));
    const actor = await world.open(MAIL);
    await send(actor, 'lin@example.com');
    expect([actor.getSnapshot().value, selectCodeFailure(actor.getSnapshot()), [...world.stored]]).toEqual([
      'ready',
      { kind: 'unreachable', online: true },
      [],
    ]);
    world.refuse(null);
    await send(actor, 'lin@example.com');
    expect([actor.getSnapshot().value, selectCodeFailure(actor.getSnapshot())]).toEqual(['coolingDown', null]);
  });

  it('never waits longer than a pause is, whatever the storage or the clock says', async () => {
    const world = createWorld();
    world.stored.set('storeCodes', '{"version":1,"value":{"email:user_register":9999999999999,"mobile:user_register":"soon"}}');
    expect(selectSecondsToNextCode((await world.open(MAIL)).getSnapshot())).toBe(60);
    expect((await world.open({ ...MAIL, channel: 'mobile' })).getSnapshot().value).toBe('ready');
    world.stored.set('storeCodes', 'damaged');
    expect((await world.open(MAIL)).getSnapshot().value).toBe('ready');
  });
});
