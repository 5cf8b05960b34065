import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { nodePath } from '#domain/rights/permission';
import type { MenuItem } from '#domain/shell/menu';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { ShellRefContext } from '#ui/member/base/shell.ts';
import { BottomBar } from '#ui/member/shell/BottomBar.tsx';
import { renderInApp } from '../../kit/support.tsx';

await startMessages('en');
await loadMessages(['member']);

const page = (id: number, name: string): MenuItem => ({
  id,
  name,
  title: name,
  icon: '',
  kind: 'tab',
  path: nodePath('member', `account/${name}`),
  children: [],
});
const PAGES = ['overview', 'messages', 'profile', 'notices', 'files'].map((name, index) => page(index, name));

it.each([
  ['the other pages', 2, 3, ['2Unread messages: 2', '3Unread notices: 3']],
  ['a page at hand alone', 1, 0, ['1Unread messages: 1']],
  ['none', 0, 0, []],
])('the bar of a phone says how much waits to be read on %s', (_name, unread, unreadNotices, told) => {
  const snapshot = { context: { start: { unread, unreadNotices } } };
  const shell = { getSnapshot: () => snapshot, subscribe: () => ({ unsubscribe() {} }) } as never;
  renderInApp(
    <ShellRefContext value={shell}>
      <BottomBar items={PAGES} currentPath="" isMoreOpen={false} onMore={() => {}} />
    </ShellRefContext>,
  );
  const entries = [...screen.getAllByRole('link'), screen.getByRole('button')];
  const counts = entries.flatMap((entry) =>
    [...entry.querySelectorAll('span > span[aria-hidden]')].map((count) => count.parentElement?.textContent),
  );
  expect(counts).toEqual(told);
});
