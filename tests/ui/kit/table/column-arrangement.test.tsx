import { act, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { goods } from '#sections/goods/goods.resource.ts';
import type { ListRow } from '#domain/table/row';
import { DEFAULT_TABLE_SETTINGS, type TableSettings } from '#domain/table/table-settings';
import { collectionMachine } from '#machines/table/collection.machine';
import type { CollectionRef } from '#machines/table/collection.selectors';
import { done, inertOf } from '#tests/machines/support/model.ts';
import { columnLayout } from '#ui/kit/table/base/column-layout.ts';
import { shownColumns } from '#ui/kit/table/base/columns.ts';
import { DataTable } from '#ui/kit/table/DataTable.tsx';
import { TableSettingsMenu } from '#ui/kit/table/columns/TableSettingsMenu.tsx';
import { goodsInput, goodsRows, NO_ABILITIES, renderInApp, startKitMessages } from '../support.tsx';

/** The code of edges and of the menu comes late, with the first of each. */
const LATE = { timeout: 20_000 };

function begin(rows: readonly ListRow[], table: Partial<TableSettings> = {}, abilities?: typeof NO_ABILITIES) {
  const input = { ...goodsInput(abilities), table: { ...DEFAULT_TABLE_SETTINGS, ...table } };
  const collection = createActor(inertOf(collectionMachine), { input }).start() as CollectionRef;
  collection.send(done('loadPage', { rows, total: rows.length, remark: '' }) as never);
  renderInApp(
    <>
      <TableSettingsMenu collection={collection} resource={goods} />
      <DataTable collection={collection} resource={goods} />
    </>,
  );
  return { collection, user: userEvent.setup({ delay: null }) };
}

async function show(rowCount: number, table: Partial<TableSettings> = {}, abilities?: typeof NO_ABILITIES) {
  const begun = begin(goodsRows(rowCount), table, abilities);
  await screen.findByRole('separator', { name: 'Width of Price' }, LATE);
  return begun;
}

const edge = (name: string) => screen.getByRole('separator', { name: `Width of ${name}` });
const tableOf = (collection: CollectionRef) => collection.getSnapshot().context.table;
const grid = () => screen.getByRole('grid');
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);
/** As the page has it: the boxes, the columns, the actions. */
const colsPx = () => [...grid().querySelectorAll('col')].map((col) => col.style.width);
const priceCol = () => colsPx()[5];
const SHIPPED = ['44px', '80px', '84px', '', '116px', '104px', '84px', '100px', '132px', '144px', '116px'];

beforeAll(() => startKitMessages('en'));
beforeEach(() => {
  HTMLElement.prototype.setPointerCapture = () => {};
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the edge of a column', () => {
  it('is a splitter with a value, beside the boxes and actions that have none', async () => {
    await show(2);
    expect(screen.getAllByRole('separator')).toHaveLength(heads().length - 2);
    const { ariaOrientation, ariaValueMin, ariaValueMax, ariaValueNow, tabIndex } = edge('Price');
    expect([ariaOrientation, ariaValueMin, ariaValueMax, ariaValueNow, tabIndex]).toEqual(['vertical', '48', '960', '104', -1]);
    // The Tab key stops at one of them, and the arrows lead on.
    const edges = screen.getAllByRole('separator');
    expect(edges.filter((one) => one.tabIndex === 0)).toEqual(edges.slice(0, 1));
    act(() => edges[0]?.focus());
    fireEvent.keyDown(edges[0] as HTMLElement, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(edges[1]);
    fireEvent.keyDown(edges[1] as HTMLElement, { key: 'ArrowUp' });
    expect(document.activeElement).toBe(edges[0]);
    expect(screen.getByRole('columnheader', { name: 'Price' }).contains(edge('Price'))).toBe(true);
    expect(colsPx()).toEqual(SHIPPED);
  });

  it('goes by 16 pixels with the arrows, not beyond what a column may be, and back with Home', async () => {
    const { user, collection } = await show(2);
    act(() => edge('Price').focus());
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}{ArrowRight}');
    expect([tableOf(collection).widthsPx, priceCol(), edge('Price').ariaValueNow]).toEqual([{ price: 136 }, '136px', '136']);
    expect(grid().style.minWidth).toBe('1226px');
    await user.keyboard('{ArrowLeft>20/}');
    expect([tableOf(collection).widthsPx, edge('Price').ariaValueNow]).toEqual([{ price: 48 }, '48']);
    await user.keyboard('{Home}');
    expect([tableOf(collection).widthsPx, colsPx()]).toEqual([{}, SHIPPED]);
    expect(document.activeElement).toBe(edge('Price'));
  });

  it('is dragged, and only then kept', async () => {
    const { collection } = await show(2);
    fireEvent.pointerDown(edge('Price'), { button: 0, pointerId: 1, clientX: 500 });
    fireEvent.pointerMove(edge('Price'), { clientX: 560 });
    expect([priceCol(), grid().style.minWidth, tableOf(collection).widthsPx]).toEqual(['164px', '1254px', {}]);
    act(() => void fireEvent.pointerUp(edge('Price'), { clientX: 570 }));
    expect([priceCol(), tableOf(collection).widthsPx]).toEqual(['174px', { price: 174 }]);
    fireEvent.pointerMove(edge('Price'), { clientX: 900 });
    expect(priceCol()).toBe('174px');
  });

  it('is as it was when the drag is given up with Esc', async () => {
    const { collection } = await show(2, { widthsPx: { price: 200 } });
    fireEvent.pointerDown(edge('Price'), { button: 0, pointerId: 1, clientX: 500 });
    fireEvent.pointerMove(edge('Price'), { clientX: 400 });
    expect(priceCol()).toBe('100px');
    fireEvent.keyDown(window, { key: 'Escape' });
    fireEvent.pointerUp(edge('Price'), { clientX: 400 });
    expect([priceCol(), tableOf(collection).widthsPx]).toEqual(['200px', { price: 200 }]);
  });

  it('goes back with a double click, which neither sorts nor moves anything', async () => {
    const { user, collection } = await show(2, { widthsPx: { price: 200, stock: 120 } });
    await user.dblClick(edge('Price'));
    expect(tableOf(collection).widthsPx).toEqual({ stock: 120 });
    expect(collection.getSnapshot().context.query.order).toBeNull();
  });

  it('starts at what is seen where the column takes what is left; the actions take that from then on', async () => {
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(432);
    // Nothing is laid out here: what would be told of a head after that is told as soon as somebody asks.
    vi.stubGlobal(
      'ResizeObserver',
      class {
        readonly tell: () => void;
        constructor(tell: () => void) {
          this.tell = tell;
        }
        observe(target: Element): void {
          if (target.tagName === 'TH') this.tell();
        }
        unobserve(): void {}
        disconnect(): void {}
      },
    );
    const { user, collection } = await show(2);
    expect(edge('Name').ariaValueNow).toBe('432');
    act(() => edge('Name').focus());
    await user.keyboard('{ArrowLeft}');
    expect([tableOf(collection).widthsPx, colsPx()[3], colsPx().at(-1)]).toEqual([{ title: 416 }, '416px', '']);
    await user.keyboard('{Home}');
    expect(colsPx()).toEqual(SHIPPED);
  });

  it('draws no row again, whether dragged or let go', async () => {
    let readings = 0;
    const rows = goodsRows(100).map((row) =>
      Object.defineProperty({ ...row }, 'title', {
        enumerable: true,
        get: () => {
          readings += 1;
          return `Tea ${row.id}`;
        },
      }),
    );
    begin(rows);
    await screen.findByRole('separator', { name: 'Width of Price' }, LATE);
    expect(readings).toBeGreaterThanOrEqual(100);
    readings = 0;
    fireEvent.pointerDown(edge('Price'), { button: 0, pointerId: 1, clientX: 0 });
    fireEvent.pointerMove(edge('Price'), { clientX: 40 });
    act(() => void fireEvent.pointerUp(edge('Price'), { clientX: 40 }));
    expect([priceCol(), readings]).toEqual(['144px', 0]);
  });
});

describe('the layout of a table', () => {
  const columns = shownColumns(goods, DEFAULT_TABLE_SETTINGS);

  it('is as wide as its columns where nothing takes what is left', () => {
    const { tablePx, isExact, colsPx: px } = columnLayout(columns, { title: 300, gone: 500 }, 0);
    expect([tablePx, isExact, px.length]).toEqual([px.reduce<number>((sum, one) => sum + (one ?? 0), 0), true, columns.length + 1]);
  });

  it('leaves the rest to the title where that has no width of its own', () => {
    const { tablePx, isExact, colsPx: px } = columnLayout(columns, {}, 0);
    expect([tablePx, isExact, px.filter((one) => one === null)]).toEqual([1078, false, [null]]);
  });

  it('knows how wide a frame is that cuts no column, from the one on that grows', () => {
    expect(columnLayout(columns, {}, 116).endsPx).toEqual([514, 630, 734, 818, 918, 1050, 1194]);
    // Where nothing grows but the actions, every column may be the last one.
    expect(columnLayout(columns, { title: 300 }, 116).endsPx).toEqual([240, 324, 624, 740, 844, 928, 1028, 1160, 1304]);
  });

  it('has room for the history that is all that some may look at', async () => {
    await show(2, { widthsPx: { title: 300 } }, NO_ABILITIES);
    expect([grid().style.width, grid().style.minWidth]).toEqual(['', '1264px']);
  });
});

/** The menu with its list, and the names in it. */
async function openList(user: ReturnType<typeof userEvent.setup>) {
  await user.click(screen.getByRole('button', { name: 'Columns, Row height' }));
  return screen.findByRole('list', { name: 'Columns' }, LATE);
}
const listed = () =>
  within(screen.getByRole('list', { name: 'Columns' }))
    .getAllByRole('checkbox')
    .map((box) => box.getAttribute('aria-label') ?? (box as HTMLInputElement).labels?.[0]?.textContent);
const said = () => screen.getAllByRole('status').map((voice) => voice.textContent);

describe('the order of columns', () => {
  it('changes by buttons and by Alt with the arrows, which say where the column is and keep the focus', async () => {
    const { user, collection } = await show(2);
    const list = await openList(user);
    const before = listed();
    const price = before.indexOf('Price');
    await user.click(within(list).getByRole('button', { name: 'Move up: Price' }));
    expect(listed().indexOf('Price')).toBe(price - 1);
    expect(said()).toContain(`Price: column ${price} of ${before.length}`);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move up: Price');
    act(() => within(list).getByRole('checkbox', { name: 'Price' }).focus());
    await user.keyboard('{Alt>}{ArrowDown}{ArrowDown}{/Alt}');
    expect(listed().indexOf('Price')).toBe(price + 1);
    expect(said()).toContain(`Price: column ${price + 2} of ${before.length}`);
    expect(document.activeElement).toBe(within(list).getByRole('checkbox', { name: 'Price' }));
    expect(tableOf(collection).order).toHaveLength(before.length);
    await user.keyboard('{ArrowDown}');
    expect(listed().indexOf('Price')).toBe(price + 1);
  });

  it('ends at the ends', async () => {
    const { user, collection } = await show(2);
    const list = await openList(user);
    const up = within(list).getByRole('button', { name: 'Move up: ID' });
    await user.click(up);
    expect([up.getAttribute('aria-disabled'), tableOf(collection).order]).toEqual(['true', []]);
  });

  it('changes by a drag; the table follows between its boxes and its actions', async () => {
    const { user } = await show(2);
    const list = await openList(user);
    const rows = [...list.querySelectorAll('li')];
    const from = listed().indexOf('Stock');
    document.elementFromPoint = () => rows[0]!;
    const handle = rows[from]!.querySelector('[aria-hidden]')!;
    fireEvent.pointerDown(handle, { button: 0, pointerId: 1 });
    fireEvent.pointerMove(handle, { clientX: 5, clientY: 5 });
    expect(rows[0]!.dataset['drop']).toBe('before');
    act(() => void fireEvent.pointerUp(handle));
    document.elementFromPoint = () => null;
    expect(listed()[0]).toBe('Stock');
    expect(said()).toContain(`Stock: column 1 of ${rows.length}`);
    expect(heads()).toEqual(['', 'Stock', 'ID', 'Pictures', 'Name', 'Category', 'Price', 'Status', 'Tags', 'Created', 'Actions']);
  });

  it('comes back with the widths, without closing the search panel', async () => {
    const { user, collection } = await show(2, { order: ['stock'], hidden: ['tags'], widthsPx: { price: 200 }, isSearchOpen: true });
    await openList(user);
    await user.click(screen.getByRole('button', { name: 'Default columns' }));
    expect(tableOf(collection)).toEqual({ ...DEFAULT_TABLE_SETTINGS, isSearchOpen: true });
    expect(colsPx()).toEqual(SHIPPED);
  });

  it('is that of the cards on a phone, without names that are gone', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: query.includes('47.99em'),
          media: query,
          addEventListener: () => {},
          removeEventListener: () => {},
        }) as unknown as MediaQueryList,
    );
    begin(goodsRows(1), { order: ['gone', 'stock', 'createTime', 'price'], widthsPx: { gone: 90 } });
    const terms = within(await screen.findByRole('listitem')).getAllByRole('term');
    expect(terms.map((term) => term.textContent)).toEqual(['Stock', 'Created', 'Price', 'ID', 'Category', 'Status', 'Tags']);
  });
});

const lefts = (row: Element) =>
  [...row.children].map((cell) => (cell as HTMLElement).style.getPropertyValue('--pin')).filter((left) => left !== '');

describe('a pinned column', () => {
  it('stands first and stays at the left, behind those before it; no more than three are pinned', async () => {
    const { user, collection } = await show(2);
    const list = await openList(user);
    const pin = (field: string) => within(list).getByRole('button', { name: `Pin to the left: ${field}` });
    await user.click(pin('Price'));
    expect([tableOf(collection).pinned, pin('Price').ariaPressed, listed()[0]]).toEqual([['price'], 'true', 'Price']);
    expect([heads()[1], grid().style.getPropertyValue('--pin-0'), grid().dataset['pinned']]).toEqual(['Price', '44px', 'true']);
    await user.click(pin('Name'));
    // What takes the rest of the frame takes a width of its own where others are to stay behind it.
    expect([heads().slice(1, 3), colsPx().slice(0, 3)]).toEqual([
      ['Name', 'Price'],
      ['44px', '240px', '104px'],
    ]);
    expect(['--pin-0', '--pin-1', '--pin-2'].map((name) => grid().style.getPropertyValue(name))).toEqual(['44px', '284px', '388px']);
    for (const row of grid().querySelectorAll('tr')) expect(lefts(row)).toEqual(['var(--pin-0)', 'var(--pin-1)']);
    await user.click(pin('Stock'));
    expect(pin('Status').ariaDisabled).toBe('true');
    await user.click(pin('Status'));
    expect(tableOf(collection).pinned).toEqual(['price', 'title', 'stock']);
    await user.click(pin('Price'));
    expect(tableOf(collection).pinned).toEqual(['title', 'stock']);
  });

  it('goes among its like only, and follows the width of what stands before it', async () => {
    const { user, collection } = await show(2, { pinned: ['price', 'stock'] });
    const list = await openList(user);
    const down = (field: string) => within(list).getByRole('button', { name: `Move down: ${field}` });
    expect([down('Price').ariaDisabled, down('Stock').ariaDisabled]).toEqual(['false', 'true']);
    await user.click(down('Stock'));
    expect(tableOf(collection).order).toEqual([]);
    await user.click(down('Price'));
    expect(listed().slice(0, 2)).toEqual(['Stock', 'Price']);
    fireEvent.pointerDown(edge('Stock'), { button: 0, pointerId: 1, clientX: 0 });
    fireEvent.pointerMove(edge('Stock'), { clientX: 16 });
    expect(grid().style.getPropertyValue('--pin-1')).toBe('144px');
    act(() => void fireEvent.pointerUp(edge('Stock'), { clientX: 16 }));
    expect(grid().style.getPropertyValue('--pin-1')).toBe('144px');
  });

  it('is as it was with the default columns', async () => {
    const { user, collection } = await show(2, { pinned: ['price'] });
    await openList(user);
    await user.click(screen.getByRole('button', { name: 'Default columns' }));
    expect([tableOf(collection).pinned, colsPx(), grid().dataset['pinned']]).toEqual([[], SHIPPED, 'false']);
  });
});
