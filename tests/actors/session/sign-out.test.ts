import { expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { CallOptions } from '#api/client';
import { sessionLogic } from '#actors/session/session.actors';
import { FailureError } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';

const person = { id: 1, username: 'a', nickname: '', avatar: '', lastLoginTime: '', position: '', column: [], super: false };

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
