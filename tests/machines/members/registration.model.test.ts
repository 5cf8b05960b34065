import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';
import {
  registrationMachine,
  selectRegistrationCode,
  selectRegistrationFailure,
  type RegistrationTerms,
} from '#machines/members/registration.machine';
import type { SignedIn } from '#machines/session/sign-in.vocabulary';
import { describeModel, done, failed, inertOf } from '#tests/machines/support/model.ts';
import { memberOf } from '#tests/support/member-shell-data.ts';
import { nobody } from '#tests/support/nobody.ts';

const terms: RegistrationTerms = { channels: ['email', 'mobile'], delivery: { email: 'mail' }, isOpen: true, agreements: [] };
const typed = { username: 'lin', address: 'lin@example.com', code: new Secret('123456'), password: new Secret('Morgentau7') };
const signedIn: SignedIn = { person: memberOf({ username: 'lin' }), tokens: { token: new Secret('t'), refreshToken: null } };
const taken = new FailureError({ kind: 'rejected', code: 0, message: 'Taken', fields: { username: 'Taken' } });

describeModel({
  machine: registrationMachine,
  inputs: [{ owner: nobody }],
  events: [
    { type: 'registration.retried' },
    { type: 'registration.channelChosen', channel: 'mobile' },
    { type: 'registration.channelChosen', channel: 'email' },
    { type: 'registration.submitted', ...typed },
    { type: 'registration.edited' },
    done('readTerms', terms),
    done('readTerms', { ...terms, isOpen: false }),
    done('readTerms', { ...terms, channels: [] }),
    failed('readTerms', new FailureError({ kind: 'unreachable', online: false })),
    done('register', signedIn),
    failed('register', taken),
    failed('code', new FailureError({ kind: 'timeout' })),
  ],
  view: ({ context }) => [context.channel, context.failure?.kind, context.typed !== null],
  // The password is kept as long as it is on its way, and no longer.
  always: (snapshot) => (snapshot.context.typed !== null) === snapshot.matches({ open: 'submitting' }),
});

describe('a registration', () => {
  it('tells the session who has come in, and keeps no password', async () => {
    const heard: unknown[] = [];
    const owner = createActor(fromCallback(({ receive }) => receive((event) => void heard.push(event)))).start();
    const machine = inertOf(registrationMachine).provide({
      actors: { readTerms: fromPromise(async () => terms), register: fromPromise(async () => signedIn) },
    });
    const actor = createActor(machine, { input: { owner } }).start();
    await expect.poll(() => selectRegistrationCode(actor.getSnapshot()) !== undefined).toBe(true);
    actor.send({ type: 'registration.submitted', ...typed });
    await expect.poll(() => actor.getSnapshot().value).toBe('entered');
    expect(heard).toEqual([{ type: 'session.entered', ...signedIn }]);
    expect(actor.getSnapshot().context.typed).toBeNull();
  });

  it('says at the field what was refused, until it is edited', async () => {
    const machine = inertOf(registrationMachine).provide({
      actors: { readTerms: fromPromise(async () => terms), register: fromPromise(() => Promise.reject(taken)) },
    });
    const actor = createActor(machine, { input: { owner: nobody } }).start();
    await expect.poll(() => actor.getSnapshot().value).toEqual({ open: 'filling' });
    actor.send({ type: 'registration.submitted', ...typed });
    await expect.poll(() => selectRegistrationFailure(actor.getSnapshot())).toEqual(taken.failure);
    actor.send({ type: 'registration.edited' });
    expect(selectRegistrationFailure(actor.getSnapshot())).toBeNull();
  });
});
