import { describe, expect, it } from 'vitest';
import { SimulatedClock, createActor, fromPromise } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';
import { proofMachine, selectIsCodeAsked, selectIsProofAsked, type ProofSent, type ProofWays } from '#machines/members/proof.machine';
import { after, describeModel, done, failed, inertOf } from '#tests/machines/support/model.ts';

const wrong = new FailureError({ kind: 'rejected', code: 0, message: 'Wrong', fields: { password: 'Wrong' } });
const byPassword = { type: 'proof.sent', proof: { way: 'password', password: new Secret('Morgentau7') } } as const;
const byCode = { type: 'proof.sent', proof: { way: 'code', code: new Secret('123456') } } as const;
const wanted = (act: string, seen = 0) => ({ type: 'proof.wanted', act, seen }) as const;

describeModel({
  machine: proofMachine,
  inputs: [undefined],
  events: [
    wanted('one'),
    wanted('two', 1),
    { type: 'proof.abandoned', act: 'one' },
    { type: 'proof.abandoned', act: 'two' },
    { type: 'proof.wayChosen', way: 'code' },
    { type: 'proof.wayChosen', way: 'password' },
    byPassword,
    byCode,
    { type: 'proof.sent', proof: { way: 'passkey' } },
    { type: 'proof.edited' },
    { type: 'proof.dismissed' },
    done('readWays', { code: true, passkey: false }),
    failed('readWays', new FailureError({ kind: 'timeout' })),
    done('prove'),
    failed('prove', wrong),
    after('proofLife', 'proof.given'),
  ],
  view: ({ context }) => [context.acts.length, Math.min(context.given, 1), context.ways.code, context.sent?.way, context.failure?.kind],
  // What proves who somebody is goes with its use, and nobody is asked for nothing.
  always: (snapshot) =>
    (snapshot.context.sent !== null) === snapshot.matches({ open: 'checking' }) &&
    snapshot.context.acts.length > 0 === selectIsProofAsked(snapshot),
});

function begin(prove: () => Promise<void> = () => Promise.resolve()) {
  const clock = new SimulatedClock();
  const machine = inertOf(proofMachine).provide({
    actors: {
      prove: fromPromise<void, ProofSent>(prove),
      readWays: fromPromise<ProofWays>(() => Promise.resolve({ code: true, passkey: false })),
    },
  });
  const actor = createActor(machine, { clock }).start();
  return { actor, clock, at: () => actor.getSnapshot() };
}

describe('the proof of presence', () => {
  it('counts for ten minutes, and then has to be given again', async () => {
    const { actor, clock, at } = begin();
    actor.send(wanted('one'));
    actor.send(byPassword);
    await expect.poll(() => at().value).toBe('given');
    clock.increment(599_999);
    expect(at().value).toBe('given');
    clock.increment(1);
    expect(at().value).toBe('needed');
  });

  it('serves an act that was sent before it was given, and asks for one that was refused after it', async () => {
    const { actor, at } = begin();
    actor.send(wanted('one'));
    actor.send(byPassword);
    await expect.poll(() => at().value).toBe('given');
    actor.send(wanted('late', 0));
    expect(at().value).toBe('given');
    actor.send(wanted('later', 1));
    expect([selectIsProofAsked(at()), at().context.acts]).toEqual([true, ['later']]);
  });

  it('is asked for as long as one act waits for it', () => {
    const { actor, at } = begin();
    actor.send(wanted('one'));
    actor.send(wanted('two'));
    actor.send({ type: 'proof.abandoned', act: 'one' });
    expect([selectIsProofAsked(at()), at().context.acts]).toEqual([true, ['two']]);
    actor.send({ type: 'proof.abandoned', act: 'two' });
    expect([at().value, at().context.acts]).toEqual(['needed', []]);
  });

  it('comes back to the way that was refused, and offers a code only where there is a second factor', async () => {
    const { actor, at } = begin(() => Promise.reject(wrong));
    actor.send(wanted('one'));
    actor.send({ type: 'proof.wayChosen', way: 'code' });
    expect(selectIsCodeAsked(at())).toBe(false);
    await expect.poll(() => at().context.ways.code).toBe(true);
    actor.send({ type: 'proof.wayChosen', way: 'code' });
    actor.send(byCode);
    await expect.poll(() => at().context.failure).toEqual(wrong.failure);
    expect([at().value, at().context.sent]).toEqual([{ open: { asking: 'code' } }, null]);
  });
});
