import { createActor, waitFor } from 'xstate';
import { expect, it } from 'vitest';
import type { Call } from '#api/client';
import { withoutDuplicates } from '#actors/calls/in-flight';
import { codeSignInLogic, passwordResetLogic, registrationLogic, type EntryPorts } from '#actors/members/entry.actors';
import { FailureError } from '#domain/base/failure';

const TERMS = {
  accountVerificationType: ['email'],
  delivery: ['email'],
  registration: 'open',
  agreements: [],
  userLoginCaptchaSwitch: false,
};

const silent = { read: () => null, write: () => undefined, remove: () => undefined };

it('each form of the sign-in page hears the terms that it asked for, whichever others ask meanwhile', async () => {
  const waiting: (() => void)[] = [];
  // A slow line, which gives up what is cancelled.
  const line = ((_endpoint: unknown, _input: unknown, { signal }: { readonly signal?: AbortSignal } = {}) =>
    new Promise((resolve, reject) => {
      waiting.push(() => resolve(TERMS));
      signal?.addEventListener('abort', () => reject(signal.reason ?? new FailureError({ kind: 'aborted' })), { once: true });
    })) as unknown as Call;
  const call = withoutDuplicates(line, { tokens: () => ({ admin: null, member: null }), log: () => undefined });
  const ports = { call, clock: { now: () => 0 }, storage: silent, tabStorage: silent } as unknown as EntryPorts;
  const forms = [registrationLogic(ports), passwordResetLogic(ports), codeSignInLogic(ports)].map((logic) =>
    createActor(logic as ReturnType<typeof registrationLogic>, { input: {} as never }).start(),
  );
  await expect.poll(() => waiting.length).toBe(3);
  for (const answer of waiting) answer();
  const settled = await Promise.all(forms.map((form) => waitFor(form, (snapshot) => !snapshot.matches('asking'))));
  expect(settled.map((snapshot) => snapshot.context.failure)).toEqual([null, null, null]);
  for (const form of forms) form.stop();
});

it.each([
  ['codeSignIn', codeSignInLogic, 'storeCodeSignIn'],
  ['passwordReset', passwordResetLogic, 'storePasswordReset'],
] as const)('%s finds the address that a code is on its way to again for ten minutes, and forgets it then', async (_name, logicOf, key) => {
  const kept = new Map([
    [key as string, JSON.stringify({ version: 1, value: { channel: 'email', account: 'a@b.example', sentMs: 1000 } })],
  ]);
  const tabStorage = { ...silent, read: (name: string) => kept.get(name) ?? null, remove: (name: string) => void kept.delete(name) };
  const found = async (nowMs: number) => {
    const ports = { call: async () => TERMS, clock: { now: () => nowMs }, storage: silent, tabStorage } as unknown as EntryPorts;
    const form = createActor(logicOf(ports) as ReturnType<typeof codeSignInLogic>, { input: {} as never }).start();
    const { context } = await waitFor(form, (snapshot) => !snapshot.matches('asking'));
    form.stop();
    return context.account;
  };
  expect(await found(600_999)).toBe('a@b.example');
  expect([await found(601_000), kept.size]).toEqual(['', 0]);
});
