import { describe, expect, it } from 'vitest';
import { SimulatedClock, createActor, fromCallback, fromPromise } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';
import { bindChangeMachine, selectBindStep, type BindChangeInput } from '#machines/members/bind-change.machine';
import { after, describeModel, done, failed, inertOf } from '#tests/machines/support/model.ts';
import { nobody } from '#tests/support/nobody.ts';

const token = new Secret('proof');
const password = new Secret('Morgentau7');
const [oldCode, newCode] = [new Secret('123456'), new Secret('654321')];
const wrong = new FailureError({ kind: 'rejected', code: 0, message: 'Wrong', fields: { captcha: 'Wrong' } });
const stale = new FailureError({ kind: 'rejected', code: 0, message: 'Stale', fields: { accountVerificationToken: 'Stale' } });
const input = (oldAddress: string): BindChangeInput => ({ owner: nobody, channel: 'email', oldAddress });
const submitted = { type: 'bind.submitted', address: ' new@example.com ', code: newCode, password: null } as const;

describeModel({
  machine: bindChangeMachine,
  inputs: [input('old@example.com'), input('')],
  events: [
    { type: 'bind.oldCodeGiven', code: oldCode },
    submitted,
    { ...submitted, password },
    { type: 'bind.edited' },
    { type: 'bind.restarted', oldAddress: 'old@example.com' },
    done('verifyOld', token),
    failed('verifyOld', wrong),
    done('changeAddress'),
    failed('changeAddress', wrong),
    failed('changeAddress', stale),
    failed('oldCode', new FailureError({ kind: 'timeout' })),
    failed('newCode', new FailureError({ kind: 'timeout' })),
    after('proofLife', 'bindChange.addressing'),
  ],
  view: ({ context }) => [context.token !== null, context.typed !== null, context.oldCode, context.failure?.kind],
  // What proves who somebody is goes with its use.
  always: (snapshot) =>
    (snapshot.context.typed !== null) === snapshot.matches({ addressing: 'submitting' }) &&
    (snapshot.context.token === null || snapshot.matches('addressing')),
});

const begin = (oldAddress: string) => {
  const asked: unknown[] = [];
  const clock = new SimulatedClock();
  const machine = inertOf(bindChangeMachine).provide({
    actors: {
      verifyOld: fromPromise(async () => token),
      changeAddress: fromPromise(async ({ input: request }) => void asked.push(request)),
    },
  });
  const actor = createActor(machine, { input: input(oldAddress), clock }).start();
  return { actor, asked, clock, step: () => selectBindStep(actor.getSnapshot()) };
};

describe('another address', () => {
  it('is changed with the proof of the old one', async () => {
    const { actor, asked, step } = begin('old@example.com');
    expect(step()).toBe('old');
    actor.send({ type: 'bind.oldCodeGiven', code: oldCode });
    await expect.poll(step).toBe('new');
    actor.send(submitted);
    await expect.poll(step).toBe('done');
    expect(asked).toEqual([{ channel: 'email', address: 'new@example.com', code: newCode, token, password: null }]);
  });

  it('is added with the password where there is none', async () => {
    const { actor, asked, step } = begin('');
    expect(step()).toBe('new');
    actor.send({ ...submitted, password });
    await expect.poll(step).toBe('done');
    expect(asked).toEqual([{ channel: 'email', address: 'new@example.com', code: newCode, token: null, password }]);
  });

  it('begins anew ten minutes after the proof', async () => {
    const { actor, clock, step } = begin('old@example.com');
    actor.send({ type: 'bind.oldCodeGiven', code: oldCode });
    await expect.poll(step).toBe('new');
    clock.increment(599_999);
    expect(step()).toBe('new');
    clock.increment(1);
    expect([step(), actor.getSnapshot().context.token]).toEqual(['expired', null]);
    actor.send({ type: 'bind.restarted', oldAddress: 'old@example.com' });
    expect(step()).toBe('old');
  });

  it('begins with the address that another tab has added meanwhile, and has the member read again to know it', async () => {
    const heard: unknown[] = [];
    const owner = createActor(fromCallback(({ receive }) => receive((event) => void heard.push(event)))).start();
    const machine = inertOf(bindChangeMachine).provide({ actors: { changeAddress: fromPromise(() => Promise.reject(stale)) } });
    const actor = createActor(machine, { input: { ...input(''), owner } }).start();
    actor.send({ ...submitted, password });
    await expect.poll(() => selectBindStep(actor.getSnapshot())).toBe('expired');
    expect(heard).toEqual([{ type: 'shell.memberChanged' }]);
    actor.send({ type: 'bind.restarted', oldAddress: 'theirs@example.com' });
    expect(selectBindStep(actor.getSnapshot())).toBe('old');
  });

  it('has no such end where nothing had to be proven', () => {
    const { clock, step } = begin('');
    clock.increment(600_000);
    expect(step()).toBe('new');
  });
});
