import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { letTabIn, passFocusOn } from '#ui/kit/table/base/row-focus.ts';

const list = (ids: readonly number[]) => (
  <ul>
    {ids.map((id) => (
      <li key={id} ref={passFocusOn} data-id={id} tabIndex={-1}>
        <button type="button">{`Delete ${id}`}</button>
      </li>
    ))}
  </ul>
);
const holder = (): string | null | undefined => document.activeElement?.closest('[data-id]')?.getAttribute('data-id');

it.each([
  ['the next row', 2, [1, 3], '3'],
  ['the row before, where it was the last', 3, [1, 2], '2'],
  ['nobody, where nothing is left', 2, [], undefined],
  ['whoever had it, where another row goes', 1, [1, 3], '1'],
])('the keyboard goes to %s', (_to, focused, left, expected) => {
  const { rerender } = render(list([1, 2, 3]));
  screen.getByRole('button', { name: `Delete ${focused}` }).focus();
  rerender(list(left));
  expect(holder()).toBe(expected);
});

const rows = (ids: readonly number[]) => (
  <ul ref={letTabIn}>
    {ids.map((id) => (
      <li key={id} data-id={id} tabIndex={-1}>
        {id}
      </li>
    ))}
  </ul>
);
const reachable = () => [...document.querySelectorAll('li[tabindex="0"]')].map(({ textContent }) => textContent);

it('Tab finds the first row, also of those that came, and leaves the one that has the keyboard', async () => {
  const { rerender } = render(rows([2, 3]));
  expect(reachable()).toEqual(['2']);
  rerender(rows([1, 2, 3]));
  await waitFor(() => expect(reachable()).toEqual(['1']));
  rerender(rows([8, 9]));
  await waitFor(() => expect(reachable()).toEqual(['8']));
  screen.getByText('8').focus();
  rerender(rows([7, 8, 9]));
  await Promise.resolve();
  expect(reachable()).toEqual(['8']);
});
