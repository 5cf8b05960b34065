import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { AppHandleContext, type AppHandle } from '#ui/base/app-context.ts';
import { AppLink, type AppLinkProps } from '#ui/base/AppLink.tsx';

function shown(props: Partial<AppLinkProps> = {}) {
  const send = vi.fn<(event: unknown) => void>();
  render(
    <AppHandleContext value={{ navigation: { send } } as unknown as AppHandle}>
      <AppLink to="/admin/goods/goods?page=2" {...props}>
        Goods
      </AppLink>
    </AppHandleContext>,
  );
  const link = screen.getByRole('link', { name: 'Goods' });
  return { link, sent: () => send.mock.calls.map(([event]) => event) };
}
const asked = (mode: string) => ({ type: 'navigation.requested', to: '/admin/goods/goods?page=2', mode });

it('a link of the application asks its navigation, and the browser goes nowhere', () => {
  const { link, sent } = shown();
  expect([link.getAttribute('href'), fireEvent.click(link), sent()]).toEqual(['/admin/goods/goods?page=2', false, [asked('push')]]);
});

it('asks to stay where one may be already, and does what is its own first', () => {
  const own = vi.fn<() => void>();
  const { link, sent } = shown({ mode: 'replace', onClick: own });
  fireEvent.click(link);
  expect([own.mock.calls.length, sent()]).toEqual([1, [asked('replace')]]);
});

it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'leaves it to the browser: %j',
  (press) => {
    const { link, sent } = shown();
    expect([fireEvent.click(link, press), sent()]).toEqual([true, []]);
  },
);

it('goes nowhere where something else was done with the press', () => {
  const { link, sent } = shown({ onClick: (event) => event.preventDefault() });
  fireEvent.click(link);
  expect(sent()).toEqual([]);
});
