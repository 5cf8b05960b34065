import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { goods } from '#sections/goods/goods.resource.ts';
import type { Abilities } from '#domain/table/abilities';
import type { RowAction } from '#domain/table/resource';
import { showTimesIn } from '#ui/kit/cells/time-text.ts';
import { timeCell } from '#ui/kit/cells/time-cell.tsx';
import { rowActions } from '#ui/kit/table/base/row-actions.ts';
import { tableShape } from '#ui/kit/table/base/table-shape.ts';
import { TableTip } from '#ui/kit/table/TableTip.tsx';
import { ALL_ABILITIES, startKitMessages } from '../support.tsx';

beforeAll(() => startKitMessages('en'));

const shapeOf = (abilities: Partial<Abilities> = {}) =>
  tableShape({
    resource: goods,
    columns: [],
    pins: 0,
    abilities: { ...ALL_ABILITIES, ...abilities },
    canDrag: true,
    hasView: false,
    hasHistory: true,
    windows: [],
    cdnUrl: '',
    currencySign: '',
  });
const place = (shape: ReturnType<typeof shapeOf>, title: string, refusedActions: readonly RowAction[] = []) => (
  <div ref={rowActions(shape, { id: 1, title, refusedActions }, title)} />
);
const names = () => screen.queryAllByRole('button').map((button) => button.getAttribute('aria-label'));

const ALL = ['Drag to sort: Tea', 'Edit: Tea', 'Delete: Tea'];

it.each([
  ['everything', {}, [], ALL],
  ['what a row does not refuse', {}, ['edit', 'delete'], ['Drag to sort: Tea', 'History: Tea']],
  ['what a person may do', { mayEdit: false, mayDelete: false, maySort: false }, [], ['History: Tea']],
] as const)('the buttons of a row are those of %s', (_, abilities, refused, shown) => {
  render(place(shapeOf(abilities), 'Tea', refused));
  expect(names()).toEqual(shown);
});

it('the buttons of a row stay while the row is called otherwise or the table is shaped anew, and the keyboard with them', () => {
  const { rerender } = render(place(shapeOf(), 'Tea'));
  const edit = screen.getByRole('button', { name: 'Edit: Tea' });
  edit.focus();
  rerender(place(shapeOf(), 'Green tea'));
  expect(screen.getByRole('button', { name: 'Edit: Green tea' })).toBe(edit);
  expect(document.activeElement).toBe(edit);
});

it('the button that has the keyboard keeps it while others go', () => {
  const { rerender } = render(place(shapeOf(), 'Tea'));
  screen.getByRole('button', { name: 'Delete: Tea' }).focus();
  rerender(place(shapeOf({ mayEdit: false }), 'Tea'));
  expect(names()).toEqual(['Drag to sort: Tea', 'History: Tea', 'Delete: Tea']);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete: Tea' }));
});

it('a time in a table says its second and the zone once it is pointed at', () => {
  showTimesIn('Asia/Shanghai');
  const { container } = render(
    <TableTip>
      {timeCell({
        resource: goods,
        fieldKey: 'createTime',
        field: goods.fields.createTime,
        record: { createTime: 1_700_000_000 },
        title: '',
        mayEdit: false,
        cdnUrl: '',
      })}
    </TableTip>,
  );
  const tip = container.querySelector<HTMLElement>('[popover]')!;
  // The browser of these tests has no popovers.
  Object.assign(tip, { showPopover: () => tip.setAttribute('data-shown', ''), hidePopover: () => tip.removeAttribute('data-shown') });
  fireEvent.pointerOver(screen.getByText('2023-11-15 06:13'), { pointerType: 'mouse', buttons: 0 });
  expect([tip.textContent, tip.hasAttribute('data-shown')]).toEqual(['2023-11-15 06:13:20 UTC+8', true]);
  showTimesIn('');
});
