import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { EMPTY_ANSWER } from '#domain/chat/answer-draft';
import { AppHandleContext, type AppHandle } from '#ui/base/app-context.ts';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { Sources } from '#ui/site/chat/base/Sources.tsx';

beforeAll(async () => {
  await startMessages('en');
  await loadMessages(['chatThread']);
});
afterEach(cleanup);

it('a source leads to its page, and one that no page shows is named alone', () => {
  const sources = [
    { kind: 'help', title: 'Goods', address: '/admin/goods/goods', slug: 'goods' },
    { kind: 'help', title: 'Undo a change', address: '', slug: 'undo' },
  ] as const;
  const { container: page } = render(
    <AppHandleContext value={{} as AppHandle}>
      <Sources draft={{ ...EMPTY_ANSWER, sources }} />
    </AppHandleContext>,
  );
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Goods', 'Undo a change']);
  // Not even an element that only looks like text.
  const links = Array.from(page.querySelectorAll('a'), (link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([['Goods', '/admin/goods/goods']]);
});
