import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { passFocusOn } from '#ui/kit/table/base/row-focus.ts';

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
