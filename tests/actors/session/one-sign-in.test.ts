import { expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { Call } from '#api/client';
import type { Endpoint } from '#api/contract/base/endpoint';
import { oneSignIn } from '#actors/base/one-sign-in';
import { adminPasskeySignInLogic } from '#actors/session/passkeys/admin-passkeys.actors';
import { sessionLogic } from '#actors/session/session.actors';
import { FailureError } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';

const FOREVER = new AbortController().signal;
const person = { id: 1, username: 'a', nickname: '', avatar: '', lastLoginTime: '', position: '', column: [], super: false };
const signedIn = { person, tokens: { token: new Secret('t'), refreshToken: new Secret('r') } };

/** A password and a passkey of the same area, whose calls are answered by hand. */
function waysIn() {
  const calls: { readonly path: string; readonly answer: (reply: unknown) => void; readonly refuse: () => void }[] = [];
  const call = (({ path }: Endpoint) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    calls.push({ path, answer: resolve, refuse: () => reject(new FailureError({ kind: 'rejected', code: 0, message: 'No' })) });
    return promise;
  }) as Call;
  const session = createActor(sessionLogic({ call, tokenReplaced: () => {}, reload: () => {}, origin: () => '' }), {
    input: { area: 'admin', person: null, tokens: null },
  }).start();
  const enterByPasskey = (signal = FOREVER) => oneSignIn('admin', signal, () => call({ path: 'passkey' } as never, {} as never));
  return { calls, session, enterByPasskey };
}

const settle = (): Promise<void> => new Promise((done) => setTimeout(done));

async function passwordOnItsWay() {
  const ways = waysIn();
  ways.session.send({ type: 'session.signInRequested', username: 'a', password: new Secret('p'), keep: false });
  await expect.poll(() => ways.calls.length).toBe(1);
  ways.calls[0]?.answer({ captcha: false });
  await expect.poll(() => ways.calls.length).toBe(2);
  return ways;
}

it('a passkey begins no session beside the one that a password has begun meanwhile', async () => {
  const { calls, session, enterByPasskey } = await passwordOnItsWay();
  const passkey = enterByPasskey();
  await settle();
  expect(calls.map(({ path }) => path)).toEqual(['/admin/Index/login', '/admin/Index/login']);
  calls[1]?.answer({ userInfo: { ...person, last_login_time: '', token: 't', refresh_token: 'r' } });
  await waitFor(session, (snapshot) => snapshot.hasTag('signedIn'));
  await expect(passkey).rejects.toMatchObject({ failure: { kind: 'aborted' } });
  expect(calls).toHaveLength(2);
});

it('a passkey comes in where the password was refused', async () => {
  const { calls, enterByPasskey } = await passwordOnItsWay();
  const passkey = enterByPasskey();
  calls[1]?.refuse();
  await expect.poll(() => calls.length).toBe(3);
  calls[2]?.answer(signedIn);
  expect(await passkey).toBe(signedIn);
});

it('a password that waits for a passkey is not sent once that has come in', async () => {
  const { calls, session, enterByPasskey } = waysIn();
  const passkey = enterByPasskey();
  session.send({ type: 'session.signInRequested', username: 'a', password: new Secret('p'), keep: false });
  await expect.poll(() => calls.length).toBe(2);
  calls[1]?.answer({ captcha: false });
  await waitFor(session, (snapshot) => snapshot.matches('signingIn'));
  calls[0]?.answer(signedIn);
  await passkey;
  session.send({ type: 'session.entered', ...signedIn });
  await settle();
  expect(calls.map(({ path }) => path)).toEqual(['passkey', '/admin/Index/login']);
  expect(session.getSnapshot().matches('signedIn')).toBe(true);
});

it('the passkeys of administrators go by it', async () => {
  const { calls, enterByPasskey } = waysIn();
  const first = enterByPasskey();
  const signIn = adminPasskeySignInLogic({ call: () => expect.unreachable() }, () => signedIn).implementations.actors['signIn'];
  const second = createActor(signIn as never, { input: { signed: {}, keep: false } } as never);
  second.subscribe({ error: () => {} });
  second.start();
  calls[0]?.answer(signedIn);
  await first;
  await expect.poll(() => second.getSnapshot()).toMatchObject({ status: 'error', error: { failure: { kind: 'aborted' } } });
});
