import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';
import { passkeySignInMachine, type PasskeyMediation } from '#machines/session/passkey-sign-in.machine';
import { passkeysMachine, type PasskeyList, type PasskeysEvent } from '#machines/session/passkeys.machine';
import type { SignedIn } from '#machines/session/sign-in.vocabulary';
import { after, describeModel, done, failed, inertOf } from '#tests/machines/support/model.ts';
import { memberOf } from '#tests/support/member-shell-data.ts';
import { nobody } from '#tests/support/nobody.ts';

const shown: PasskeyList = { list: [{ id: 7, name: 'Phone', createTime: 1, usedTime: null, isSynced: true }], canAdd: true };
const broken = new FailureError({ kind: 'timeout' });
const left = new FailureError({ kind: 'aborted' });
const signedIn: SignedIn = { person: memberOf({ username: 'lin' }), tokens: { token: new Secret('t'), refreshToken: null } };

describeModel({
  machine: passkeysMachine,
  inputs: [undefined],
  events: [
    { type: 'passkeys.retried' },
    { type: 'passkeys.addRequested' },
    { type: 'passkeys.renameRequested', id: 7 },
    { type: 'passkeys.removeRequested', id: 7 },
    { type: 'passkeys.described', name: 'Phone', endOthers: true, password: null },
    { type: 'passkeys.described', name: 'Laptop', endOthers: false, password: new Secret('horse') },
    { type: 'passkeys.renamed', name: 'Tablet' },
    { type: 'passkeys.removeConfirmed', password: null },
    { type: 'passkeys.removeConfirmed', password: new Secret('horse') },
    { type: 'passkeys.edited' },
    { type: 'passkeys.cancelled' },
    done('loadPasskeys', shown),
    done('loadPasskeys', { ...shown, canAdd: false }),
    failed('loadPasskeys', broken),
    done('addPasskey'),
    failed('addPasskey', left),
    done('renamePasskey'),
    failed('renamePasskey', broken),
    done('removePasskey'),
    failed('removePasskey', broken),
  ],
  view: ({ context }) => [
    context.shown?.canAdd,
    context.chosen,
    context.typed,
    context.failure?.kind,
    context.password !== null,
    context.wasSent,
  ],
  // A password is kept as long as it is on its way.
  always: (snapshot) => snapshot.context.password === null || snapshot.matches('adding') || snapshot.matches('removing'),
});

describeModel({
  machine: passkeySignInMachine,
  inputs: [
    { owner: nobody, isWanted: false },
    { owner: nobody, isWanted: true },
  ],
  events: [
    { type: 'passkey.requested' },
    { type: 'passkey.keepChosen', keep: true },
    done('offer', { id: 'a' }),
    done('offer', null),
    failed('offer', left),
    done('ask', { id: 'a' }),
    done('ask', null),
    failed('ask', left),
    done('signIn', signedIn),
    failed('signIn', broken),
    after('offerLife', 'passkeySignIn.offering'),
  ],
  view: ({ context }) => [context.keep, context.failure?.kind, context.signed !== null],
  // What a device has signed is kept as long as it is on its way.
  always: (snapshot) => (snapshot.context.signed !== null) === snapshot.matches('signingIn'),
});

describe('a sign-in with a passkey', () => {
  it.each([
    [false, [done('offer', { id: 'a' }), failed('signIn', broken)]],
    [true, [failed('ask', left)]],
  ])('is offered in the name field again after one that was refused or left, and the failure is said', (isWanted, deeds) => {
    const actor = createActor(inertOf(passkeySignInMachine), { input: { owner: nobody, isWanted } }).start();
    for (const deed of deeds) actor.send(deed as never);
    expect([actor.getSnapshot().value, actor.getSnapshot().context.failure === null]).toEqual(['offering', false]);
    actor.send(done('offer', { id: 'a' }) as never);
    expect([actor.getSnapshot().value, actor.getSnapshot().context.failure]).toEqual(['signingIn', null]);
  });

  it('takes the offer back before a window asks, and tells the session who has come in', async () => {
    const heard: unknown[] = [];
    const asked: (PasskeyMediation | 'taken back')[] = [];
    const owner = createActor(fromCallback(({ receive }) => receive((event) => void heard.push(event)))).start();
    const machine = inertOf(passkeySignInMachine).provide({
      actors: {
        askDevice: fromPromise(({ input: { mediation }, signal }) => {
          asked.push(mediation);
          signal.addEventListener('abort', () => void asked.push('taken back'));
          return mediation === 'window' ? Promise.resolve({ id: 'a' }) : new Promise(() => {});
        }),
        signIn: fromPromise(async () => signedIn),
      },
    });
    const actor = createActor(machine, { input: { owner, isWanted: false } }).start();
    actor.send({ type: 'passkey.requested' });
    await expect.poll(() => actor.getSnapshot().value).toBe('entered');
    expect(asked).toEqual(['autofill', 'taken back', 'window']);
    expect(heard).toEqual([{ type: 'session.entered', ...signedIn }]);
  });
});

it.each([
  [{ type: 'passkeys.addRequested' }, { type: 'passkeys.described', name: 'Phone', endOthers: true, password: null }, 'addPasskey'],
  [{ type: 'passkeys.removeRequested', id: 7 }, { type: 'passkeys.removeConfirmed', password: null }, 'removePasskey'],
  [{ type: 'passkeys.renameRequested', id: 7 }, { type: 'passkeys.renamed', name: 'Tablet' }, 'renamePasskey'],
] as const)('passkeys are read again once %j was sent and no answer came', (asked, sent, call) => {
  const begin = () => {
    const actor = createActor(inertOf(passkeysMachine)).start();
    for (const event of [done('loadPasskeys', shown), asked]) actor.send(event as PasskeysEvent);
    return actor;
  };
  const untouched = begin();
  untouched.send({ type: 'passkeys.cancelled' });
  expect(untouched.getSnapshot().value).toBe('ready');
  const unanswered = begin();
  for (const event of [sent, failed(call, broken), { type: 'passkeys.edited' }, { type: 'passkeys.cancelled' }])
    unanswered.send(event as PasskeysEvent);
  expect(unanswered.getSnapshot().value).toBe('loading');
});

it('passkeys are read again where somebody leaves while one is being added', () => {
  const actor = createActor(inertOf(passkeysMachine)).start();
  actor.send(done('loadPasskeys', shown) as never);
  actor.send({ type: 'passkeys.addRequested' });
  actor.send({ type: 'passkeys.described', name: 'Phone', endOthers: true, password: null });
  actor.send({ type: 'passkeys.cancelled' });
  expect(actor.getSnapshot().value).toBe('loading');
});
