import { afterEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise, type Actor } from 'xstate';
import { withProof } from '#actors/members/with-proof';
import { FailureError } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';
import { proofMachine, type ProofSent } from '#machines/members/proof.machine';
import { inertOf } from '#tests/machines/support/model.ts';

const refused = new FailureError({ kind: 'rejected', code: 0, message: 'Prove it', fields: { proof: 'Prove it' } });
const password = { type: 'proof.sent', proof: { way: 'password', password: new Secret('Morgentau7') } } as const;

/** A server that wants a proof, the dialog's machine, and acts. */
describe('an act that wants a proof', () => {
  let running: Actor<typeof proofMachine>[] = [];
  afterEach(() => {
    for (const actor of running) actor.stop();
    running = [];
  });

  function begin() {
    let isProved = false;
    let keys = 0;
    const proved = fromPromise<void, ProofSent>(() => {
      isProved = true;
      return Promise.resolve();
    });
    const proof = createActor(inertOf(proofMachine).provide({ actors: { prove: proved } })).start();
    running.push(proof);
    const tries: string[] = [];
    const run = withProof({ newKey: () => `act${(keys += 1)}`, proof: { running: () => proof, begin: () => Promise.resolve(proof) } });
    const act = (name: string) => () => {
      tries.push(name);
      return isProved ? Promise.resolve(name) : Promise.reject(refused);
    };
    const asked = () => proof.getSnapshot().hasTag('asking');
    return { proof, run, act, tries, asked, unprove: () => (isProved = false) };
  }
  const never = new AbortController().signal;

  it('waits with all others for one answer, and each goes on once', async () => {
    const { proof, run, act, tries, asked } = begin();
    const results = Promise.all([run(act('one'), never), run(act('two'), never)]);
    await expect.poll(() => proof.getSnapshot().context.acts).toEqual(['act1', 'act2']);
    proof.send(password);
    expect(await results).toEqual(['one', 'two']);
    expect([tries, asked()]).toEqual([['one', 'two', 'one', 'two'], false]);
    expect(await run(act('three'), never)).toBe('three');
    expect(tries.slice(4)).toEqual(['three']);
  });

  it('asks anew where the server no longer takes the proof', async () => {
    const { proof, run, act, asked, unprove } = begin();
    const first = run(act('one'), never);
    await expect.poll(asked).toBe(true);
    proof.send(password);
    await first;
    unprove();
    const second = run(act('two'), never);
    await expect.poll(asked).toBe(true);
    proof.send(password);
    expect(await second).toBe('two');
  });

  it('is given up where the member does not want to, where its page has gone, and where the centre is left', async () => {
    const { proof, run, act, tries, asked } = begin();
    const aborted = { failure: { kind: 'aborted' } };
    const dismissed = run(act('one'), never);
    await expect.poll(asked).toBe(true);
    proof.send({ type: 'proof.dismissed' });
    await expect(dismissed).rejects.toMatchObject(aborted);

    const page = new AbortController();
    const gone = run(act('two'), page.signal);
    await expect.poll(asked).toBe(true);
    page.abort();
    await expect(gone).rejects.toMatchObject(aborted);
    expect(asked()).toBe(false);

    const left = run(act('three'), never);
    await expect.poll(asked).toBe(true);
    proof.stop();
    await expect(left).rejects.toMatchObject(aborted);
    expect(tries).toEqual(['one', 'two', 'three']);
  });

  it('passes on what else goes wrong', async () => {
    const { run, asked } = begin();
    const broken = new FailureError({ kind: 'timeout' });
    await expect(run(() => Promise.reject(broken), never)).rejects.toBe(broken);
    expect(asked()).toBe(false);
  });
});
