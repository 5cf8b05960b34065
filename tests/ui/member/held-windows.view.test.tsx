import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { createActor, createEmptyActor, fromPromise, type AnyActorRef, type InspectionEvent } from 'xstate';
import { lazyNow } from '#actors/base/lazy-code';
import { Secret } from '#domain/base/secret';
import { chatFormMachine, type ChatForm, type ChatFormResult } from '#machines/chat/chat-form.machine';
import { bindChangeMachine, type BindRequest } from '#machines/members/bind-change.machine';
import { passwordResetMachine, type ResetRequest, type ResetTerms } from '#machines/members/password-reset.machine';
import { verificationCodeMachine } from '#machines/session/verification-code.machine';
import { noticesLogic } from '#machines/app/notices.logic';
import { AppHandleContext, handleOf, type AppHandle } from '#ui/base/app-context.ts';
import { loadMessages } from '#ui/base/i18n.ts';
import { LazyDialog } from '#ui/kit/dialogs/LazyDialog.tsx';
import { ShellRefContext } from '#ui/member/base/shell.ts';
import { ResetDialog } from '#ui/member/entry/ResetDialog.tsx';
import { BindDialog } from '#ui/member/pages/BindDialog.tsx';
import { ChatContext } from '#ui/site/chat/base/chat-context.ts';
import { ChatWindows } from '#ui/site/chat/windows/ChatWindows.tsx';
import { inertOf } from '#tests/machines/support/model.ts';
import { recorder } from '#tests/support/recorder.ts';
import { createTestWorld, startTestApp } from '#tests/support/app.ts';
import { startKitMessages, withBundles } from '../kit/support.tsx';

beforeAll(async () => {
  await startKitMessages('en');
  await loadMessages(['entryForms', 'memberPages', 'chatWindows', 'verification']);
});

/** Every actor that was begun, by its name. */
const begun = new Map<string, AnyActorRef>();
const inspect = (event: InspectionEvent) => {
  if (event.type === '@xstate.actor') begun.set((event.actorRef as AnyActorRef).id, event.actorRef as AnyActorRef);
};
const { app, journal } = startTestApp(createTestWorld());
const handle: AppHandle = { ...handleOf(app, journal, createActor(noticesLogic).start()), journal: { ...journal, inspect } };
const code = inertOf(verificationCodeMachine);

/** A window whose write goes on until it is let go; it tells how often it was closed. */
function opened(which: 'reset' | 'bind' | 'clear') {
  const write = Promise.withResolvers<ChatFormResult>();
  const closed: string[] = [];
  const onClose = () => void closed.push(which);
  const entry = {
    passwordReset: passwordResetMachine.provide({
      actors: {
        readTerms: fromPromise<ResetTerms>(async () => ({ channels: ['email'], delivery: 'code', pending: null }) as unknown as ResetTerms),
        resetPassword: fromPromise<void, ResetRequest>(async () => void (await write.promise)),
        code,
      },
    }),
  };
  const memberPages = {
    bindChange: bindChangeMachine.provide({
      actors: { changeAddress: fromPromise<void, BindRequest>(async () => void (await write.promise)), code },
    }),
  };
  const form = chatFormMachine.provide({ actors: { sendForm: fromPromise<ChatFormResult, ChatForm>(() => write.promise) } });
  const windows = Promise.resolve({ form });
  const list = recorder();
  const chat = { bundle: { windows: () => windows }, conversations: list.ref } as never;
  const views = {
    reset: <ResetDialog isOpen onClose={onClose} />,
    bind: (
      <ShellRefContext value={createEmptyActor() as never}>
        <BindDialog isOpen channel="email" oldAddress="" onClose={onClose} />
      </ShellRefContext>
    ),
    clear: (
      <ChatContext value={chat}>
        <LazyDialog isOpen>
          <ChatWindows isOpen shown={{ kind: 'clear', kept: null }} onClose={onClose} />
        </LazyDialog>
      </ChatContext>
    ),
  };
  const bundles = { entry: lazyNow(entry as never), memberPages: lazyNow(memberPages as never) };
  return { write, closed, list, ...render(<AppHandleContext value={handle}>{withBundles(bundles, views[which])}</AppHandleContext>) };
}

const secret = new Secret('x');
const WRITES = {
  reset: [
    'passwordReset',
    [{ type: 'reset.codeSent' }, { type: 'reset.codeGiven', code: secret }, { type: 'reset.submitted', password: secret }],
  ],
  bind: ['bindChange:email', [{ type: 'bind.submitted', address: 'a@example.com', code: secret, password: secret }]],
  clear: ['chatForm', [{ type: 'chatForm.sent', form: { kind: 'clearOthers', conversation: null } }]],
} as const;

describe.each(Object.keys(WRITES) as (keyof typeof WRITES)[])('the window "%s"', (which) => {
  it('is left before it writes, and not while it does', async () => {
    begun.clear();
    const { closed, write } = await act(async () => opened(which));
    const user = userEvent.setup();
    await screen.findByRole('dialog');
    const [id, events] = WRITES[which];
    await waitFor(() => expect(begun.get(id)).toBeDefined());
    await act(async () => {});
    await user.keyboard('{Escape}');
    expect(closed).toEqual([which]);
    act(() => events.forEach((event) => begun.get(id)?.send(event)));
    await user.keyboard('{Escape}');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Close' }).disabled).toBe(true);
    expect(closed).toEqual([which]);
    await act(async () => write.resolve({ conversations: 2, messages: 3, tooLong: 0 }));
    await user.keyboard('{Escape}');
    expect(closed).toEqual([which, which]);
  });
});

it('conversations that were cleared are asked for anew, however the window is left', async () => {
  const { list, write } = await act(async () => opened('clear'));
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^Delete/u }));
  await act(async () => write.resolve({ conversations: 2, messages: 3, tooLong: 0 }));
  await user.keyboard('{Escape}');
  expect(list.heard).toEqual([{ type: 'conversations.changed' }]);
});
