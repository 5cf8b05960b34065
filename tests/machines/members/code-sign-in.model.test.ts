import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';
import {
  codeSignInMachine,
  selectCodeSignInCode,
  selectIsFactorAsked,
  type CodeSignInRequest,
  type CodeSignInTerms,
} from '#machines/members/code-sign-in.machine';
import type { PendingCode } from '#machines/members/sent-code';
import type { SignedIn } from '#machines/session/sign-in.vocabulary';
import { describeModel, done, failed, inertOf } from '#tests/machines/support/model.ts';
import { memberOf } from '#tests/support/member-shell-data.ts';
import { nobody } from '#tests/support/nobody.ts';

const terms: CodeSignInTerms = { channels: ['email', 'mobile'], delivery: { email: 'mail' }, pending: null };
const typed = { address: 'lin@example.com', code: new Secret('123456'), keep: true };
const signedIn: SignedIn = { person: memberOf({ username: 'lin' }), tokens: { token: new Secret('t'), refreshToken: null } };
const refused = (field: string) => new FailureError({ kind: 'rejected', code: 0, message: 'No', fields: { [field]: 'No' } });
const factor = new Secret('654321');
/** What the child that sends codes shows. */
const sent = (target: string, availableAtMs: number | null) =>
  ({ type: 'xstate.snapshot.code', snapshot: { context: { target, availableAtMs } } }) as const;

describeModel({
  machine: codeSignInMachine,
  inputs: [{ owner: nobody }],
  events: [
    { type: 'codeSignIn.retried' },
    { type: 'codeSignIn.channelChosen', channel: 'mobile' },
    { type: 'codeSignIn.channelChosen', channel: 'email' },
    { type: 'codeSignIn.submitted', ...typed },
    { type: 'codeSignIn.edited' },
    { type: 'codeSignIn.factorGiven', code: factor },
    { type: 'codeSignIn.factorDismissed' },
    sent('lin@example.com', 61_000),
    sent('', 61_000),
    done('readTerms', terms),
    done('readTerms', { ...terms, pending: { channel: 'mobile', account: '13800138000' } }),
    done('readTerms', { ...terms, channels: [] }),
    failed('readTerms', new FailureError({ kind: 'unreachable', online: false })),
    done('signIn', signedIn),
    failed('signIn', refused('captcha')),
    failed('signIn', refused('factorCode')),
    done('signInWithFactor', signedIn),
    failed('signInWithFactor', refused('captcha')),
    failed('signInWithFactor', refused('factorCode')),
    failed('code', new FailureError({ kind: 'timeout' })),
  ],
  view: ({ context }) => [context.channel, context.account, context.failure?.kind, context.typed !== null, context.factorCode !== null],
  // The code of the second factor is kept as long as it is on its way, and no longer.
  always: (snapshot) => (snapshot.context.factorCode !== null) === snapshot.matches({ open: 'checkingFactor' }),
});

describe('a sign-in by code', () => {
  it('sends the same code once more beside the second factor, and tells the session who has come in', async () => {
    const heard: unknown[] = [];
    const asked: CodeSignInRequest[] = [];
    const kept: (PendingCode | null)[] = [];
    const owner = createActor(fromCallback(({ receive }) => receive((event) => void heard.push(event)))).start();
    const machine = inertOf(codeSignInMachine).provide({
      actors: {
        readTerms: fromPromise(async () => terms),
        signIn: fromPromise(async ({ input }) => {
          asked.push(input);
          if (input.factorCode === null) throw refused('factorCode');
          return signedIn;
        }),
      },
      actions: { keepPending: (_, { pending }) => void kept.push(pending) },
    });
    const actor = createActor(machine, { input: { owner } }).start();
    await expect.poll(() => selectCodeSignInCode(actor.getSnapshot()) !== undefined).toBe(true);
    actor.send({ type: 'codeSignIn.submitted', ...typed });
    await expect.poll(() => selectIsFactorAsked(actor.getSnapshot())).toBe(true);
    actor.send({ type: 'codeSignIn.factorGiven', code: factor });
    await expect.poll(() => actor.getSnapshot().value).toBe('entered');
    expect(asked).toEqual([
      { ...typed, channel: 'email', factorCode: null },
      { ...typed, channel: 'email', factorCode: factor },
    ]);
    expect(heard).toEqual([{ type: 'session.entered', ...signedIn }]);
    expect([actor.getSnapshot().context.typed, kept]).toEqual([null, [null]]);
  });
});
