import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';
import { externalSignInMachine, selectExternalFault } from '#machines/external/external-sign-in.machine';
import { identitiesMachine, selectAskedIdentityDeed, type IdentityList } from '#machines/external/identities.machine';
import { describeModel, done, failed, inertOf } from '#tests/machines/support/model.ts';
import { nobody } from '#tests/support/nobody.ts';

const broken = new FailureError({ kind: 'timeout' });
const way = { owner: nobody, navigation: nobody, page: '/admin/login?to=x' };

describeModel({
  machine: externalSignInMachine,
  inputs: [
    { ...way, outcome: null },
    { ...way, outcome: 'ready' },
    { ...way, outcome: 'readyToStay' },
    { ...way, outcome: 'stale' },
  ],
  events: [
    { type: 'external.chosen', id: 3, keep: true },
    { type: 'external.chosen', id: 4, keep: false },
    done('startSignIn', 'https://provider.example/auth'),
    failed('startSignIn', broken),
  ],
  view: (snapshot) => [snapshot.context.wish, selectExternalFault(snapshot), snapshot.context.failure?.kind],
  // Whom a provider has spoken for is handed on once.
  always: ({ context }) => context.outcome !== 'ready' && context.outcome !== 'readyToStay',
});

const shown: IdentityList = {
  list: [{ id: 7, provider: 'Acme', label: 'lin@acme.example', createTime: 1, usedTime: null }],
  offers: [{ id: 3, name: 'Acme' }],
};

describeModel({
  machine: identitiesMachine,
  inputs: [undefined],
  events: [
    { type: 'identities.retried' },
    { type: 'identities.deedRequested', deed: 'link', id: 3 },
    { type: 'identities.deedRequested', deed: 'unlink', id: 7 },
    { type: 'identities.confirmed', password: new Secret('correct horse') },
    { type: 'identities.confirmed', password: null },
    { type: 'identities.cancelled' },
    done('loadIdentities', shown),
    failed('loadIdentities', broken),
    done('startLink', 'https://provider.example/auth'),
    failed('startLink', broken),
    done('unlink'),
    failed('unlink', broken),
  ],
  view: (snapshot) => [snapshot.context.shown !== null, selectAskedIdentityDeed(snapshot), snapshot.context.failure?.kind],
  // A password is kept as long as it is on its way.
  always: (snapshot) => snapshot.context.password === null || snapshot.hasTag('busy'),
});

const heardBy = () => {
  const heard: unknown[] = [];
  return { heard, actor: createActor(fromCallback(({ receive }) => receive((event) => void heard.push(event)))).start() };
};

describe('a way back from a provider', () => {
  it('is tidied out of the address, and the session goes on with who came back', async () => {
    const [session, navigation] = [heardBy(), heardBy()];
    createActor(inertOf(externalSignInMachine), {
      input: { owner: session.actor, navigation: navigation.actor, outcome: 'readyToStay', page: '/user/login' },
    }).start();
    expect(navigation.heard).toEqual([{ type: 'navigation.requested', to: '/user/login', mode: 'replace' }]);
    expect(session.heard).toEqual([
      { type: 'session.signInRequested', username: '', password: new Secret(''), keep: true, by: 'provider' },
    ]);
  });

  it('says what was wrong until another way is chosen, and leaves once the server says where to', async () => {
    const [session, left] = [heardBy(), [] as string[]];
    const machine = externalSignInMachine.provide({
      actors: { startSignIn: fromPromise(async ({ input: { id } }) => `https://provider.example/${id}`) },
      actions: { leave: (_, { url }) => void left.push(url) },
    });
    const actor = createActor(machine, { input: { ...way, owner: session.actor, navigation: heardBy().actor, outcome: 'denied' } }).start();
    expect([selectExternalFault(actor.getSnapshot()), session.heard]).toEqual(['denied', []]);
    actor.send({ type: 'external.chosen', id: 3, keep: false });
    expect(selectExternalFault(actor.getSnapshot())).toBeNull();
    await expect.poll(() => left).toEqual(['https://provider.example/3']);
  });
});
