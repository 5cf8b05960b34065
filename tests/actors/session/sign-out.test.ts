import { expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { CallOptions } from '#api/client';
import { sessionLogic } from '#actors/session/session.actors';
import { selectIsAskingToSignOut, selectIsUnsavedHere } from '#machines/session/session.machine';
import { FailureError } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';

const person = { id: 1, username: 'a', nickname: '', avatar: '', lastLoginTime: '', position: '', column: [], super: false };

it('whoever signs out is asked first where another tab holds what is not saved, and goes where none does', async () => {
  const outcomes: unknown[] = [];
  for (const isElsewhere of [true, false]) {
    const actor = createActor(
      sessionLogic({
        call: () => new Promise(() => {}),
        tokenReplaced: () => {},
        reload: () => {},
        unsavedElsewhere: async (area) => area === 'admin' && isElsewhere,
        origin: () => 'https://example.com',
      }),
      { input: { area: 'admin', person, tokens: { token: new Secret('t'), refreshToken: new Secret('r') } } },
    ).start();
    actor.send({ type: 'session.signOutRequested' });
    const settled = await waitFor(actor, (snapshot) => !snapshot.matches({ signedIn: 'lookingElsewhere' }));
    outcomes.push([selectIsAskingToSignOut(settled), selectIsUnsavedHere(settled), settled.value]);
  }
  expect(outcomes).toEqual([
    [true, false, { signedIn: 'askingToSignOut' }],
    [false, false, 'signingOut'],
  ]);
});

it.each(['admin', 'member'] as const)(
  'a silent line does not hold up who signs out of %s: they are asked whether to leave this device alone',
  async (area) => {
    const bounds: unknown[] = [];
    const actor = createActor(
      sessionLogic({
        call: (_endpoint, _input, { timeoutMs }: CallOptions = {}) => {
          bounds.push(timeoutMs);
          return timeoutMs === undefined ? new Promise(() => {}) : Promise.reject(new FailureError({ kind: 'timeout' }));
        },
        tokenReplaced: () => {},
        reload: () => {},
        origin: () => 'https://example.com',
      }),
      { input: { area, person, tokens: { token: new Secret('t'), refreshToken: new Secret('r') } } },
    ).start();
    actor.send({ type: 'session.signOutRequested' });
    await waitFor(actor, (snapshot) => snapshot.matches({ signedIn: 'signOutFailed' }), { timeout: 2000 });
    expect(bounds).toEqual([20_000]);
  },
);
