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
  const ports = { call, clock: { nowMs: () => 0 }, storage: silent, tabStorage: silent } as unknown as EntryPorts;
  const forms = [registrationLogic(ports), passwordResetLogic(ports), codeSignInLogic(ports)].map((logic) =>
    createActor(logic as ReturnType<typeof registrationLogic>, { input: {} as never }).start(),
  );
  await expect.poll(() => waiting.length).toBe(3);
  for (const answer of waiting) answer();
  const settled = await Promise.all(forms.map((form) => waitFor(form, (snapshot) => !snapshot.matches('asking'))));
  expect(settled.map((snapshot) => snapshot.context.failure)).toEqual([null, null, null]);
  for (const form of forms) form.stop();
});
