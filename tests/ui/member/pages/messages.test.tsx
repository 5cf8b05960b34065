import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { expect, it } from 'vitest';
import { createEmptyActor, fromPromise } from 'xstate';
import { lazyNow } from '#actors/base/lazy-code';
import { MESSAGE_KINDS } from '#domain/members/message-kinds';
import type { MemberShellRef } from '#machines/members/member-shell.machine';
import { messagesMachine, type MessageDeed, type MessagePage } from '#machines/members/messages.machine';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { ShellRefContext } from '#ui/member/base/shell.ts';
import { MessagesPage } from '#ui/member/pages/MessagesPage.tsx';
import { renderInApp, withBundles } from '../../kit/support.tsx';

await startMessages('en');
await loadMessages(['memberPages']);

const PAGE: MessagePage = {
  list: [
    { id: 9, kind: 'system', title: 'Maintenance', text: 'On Saturday\nat two', advice: '', createTime: 1_700_000_100, isRead: false },
    { id: 7, kind: 'security', title: 'Your password was changed', text: 'At Troupe.', advice: 'Was it you?', createTime: 1_700_000_000, isRead: true },
  ],
  total: 2,
  unread: 1,
  preferences: MESSAGE_KINDS.map((kind) => ({ kind, byMail: kind === 'security', inApp: true, isFixed: kind === 'security' })),
  hasEmail: true,
}; // prettier-ignore

it('messages are read, deleted and chosen by keyboard alone, and shut nobody out', async () => {
  const deeds: MessageDeed[] = [];
  const messages = messagesMachine.provide({
    actors: {
      loadMessages: fromPromise(async () => PAGE),
      doDeed: fromPromise<void, MessageDeed>(async ({ input }) => void deeds.push(input)),
    },
  });
  const shell = createEmptyActor() as unknown as MemberShellRef;
  const { container } = renderInApp(
    withBundles(
      { messages: lazyNow(messages) },
      <main>
        <ShellRefContext value={shell}>
          <MessagesPage />
        </ShellRefContext>
      </main>,
    ),
  );
  const user = userEvent.setup();
  const [newest, older] = await screen.findAllByRole('listitem');
  expect(within(newest!).getByRole('heading', { name: 'NewMaintenance' })).toBeDefined();
  expect(newest!.querySelector('p')?.textContent).toBe('On Saturday\nat two');
  expect(within(older!).queryByRole('button', { name: /^Mark/u })).toBeNull();
  // Colours are looked at in a browser.
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);

  const walk = ['Mark all as read', 'Mark “Maintenance” as read', 'Delete “Maintenance”', 'Delete “Your password was changed”'];
  for (const name of walk) {
    const button = await screen.findByRole('button', { name });
    for (let step = 0; step < 20 && document.activeElement !== button; step += 1) await user.tab();
    expect(document.activeElement).toBe(button);
    await user.keyboard('{Enter}');
  }
  const byMail = await screen.findByRole('checkbox', { name: 'News from this site: By email' });
  for (let step = 0; step < 20 && document.activeElement !== byMail; step += 1) await user.tab();
  await user.keyboard(' ');
  expect(deeds).toEqual([
    { kind: 'read', ids: null },
    { kind: 'read', ids: [9] },
    { kind: 'remove', ids: [9] },
    { kind: 'remove', ids: [7] },
    { kind: 'prefer', preference: { kind: 'system', byMail: true } },
  ]);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Account security: By email' }).disabled).toBe(true);
});
