import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import {
  verificationCodeMachine,
  type ClockReport,
  type CodePause,
  type VerificationCodeInput,
} from '#machines/session/verification-code.machine';
import { AppHandleContext, type AppHandle } from '#ui/base/app-context.ts';
import { loadMessages } from '#ui/base/i18n.ts';
import { CodeField } from '#ui/member/entry/CodeField.tsx';
import { startKitMessages } from '../../kit/support.tsx';

beforeAll(async () => {
  await startKitMessages('en');
  await loadMessages(['entryForms']);
});
afterEach(cleanup);

const handle = { journal: { inspect: () => {} } } as unknown as AppHandle;
const nothing = (): void => undefined;

describe('beside a code that was asked for', () => {
  it.each([
    ['mail', 'The code is on its way. Earlier codes no longer work.'],
    ['outbox', 'The code was created; an administrator has it. Earlier codes no longer work.'],
    [undefined, 'There is a new code. Earlier codes no longer work.'],
  ] as const)('stands where to look for it: delivery %s', async (delivery, words) => {
    const logic = verificationCodeMachine.provide({
      actors: {
        readPause: fromPromise<CodePause, VerificationCodeInput>(async () => ({ availableAtMs: 60_000, nowMs: 0 })),
        watchClock: fromCallback<ClockReport>(nothing),
      },
    });
    const code = createActor(logic, { input: { channel: 'email', purpose: 'user_register' } }).start();
    render(
      <AppHandleContext value={handle}>
        <CodeField name="code" error={undefined} code={code} delivery={delivery} onWanted={nothing} />
      </AppHandleContext>,
    );
    expect(await screen.findByText(words)).toBeTruthy();
  });
});
