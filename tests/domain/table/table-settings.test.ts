import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arranged,
  DEFAULT_TABLE_SETTINGS,
  moveColumn,
  restoreTableSettings,
  toggleColumn,
  togglePin,
  visibleColumns,
} from '#domain/table/table-settings';

const all = ['id', 'title', 'price', 'note'].map((field) => ({ field, isShownByDefault: field !== 'note' }));

describe('columns', () => {
  it('follow the declaration until somebody chooses', () => {
    expect(visibleColumns(DEFAULT_TABLE_SETTINGS, all)).toEqual(['id', 'title', 'price']);
  });

  it('are hidden and shown, and toggling twice changes nothing', () => {
    const hidden = toggleColumn(DEFAULT_TABLE_SETTINGS, 'price', true);
    expect(visibleColumns(hidden, all)).toEqual(['id', 'title']);
    expect(visibleColumns(toggleColumn(hidden, 'price', false), all)).toEqual(['id', 'title', 'price']);
    expect(visibleColumns(toggleColumn(hidden, 'note', false), all)).toEqual(['id', 'title', 'note']);
  });

  it('come in the chosen order; those not named follow in the declared one', () => {
    expect(visibleColumns({ ...DEFAULT_TABLE_SETTINGS, order: ['price', 'gone', 'title'] }, all)).toEqual(['price', 'title', 'id']);
  });

  it('are listed with the hidden ones in the same order, and without names that are gone', () => {
    expect(arranged({ order: ['note', 'gone', 'price'], pinned: [] }, ['id', 'title', 'price', 'note'])).toEqual([
      'note',
      'price',
      'id',
      'title',
    ]);
  });

  it('stand first where they are pinned, among themselves in the chosen order', () => {
    const fields = ['id', 'title', 'price', 'note'];
    expect(arranged({ order: ['note'], pinned: ['price', 'note', 'gone'] }, fields)).toEqual(['note', 'price', 'id', 'title']);
    expect(visibleColumns({ ...DEFAULT_TABLE_SETTINGS, pinned: ['price'] }, all)).toEqual(['price', 'id', 'title']);
  });

  it('are pinned up to a number, and let go', () => {
    const fields = ['id', 'title', 'price', 'note'];
    expect(togglePin({ pinned: ['id'] }, 'price', fields)).toEqual({ pinned: ['id', 'price'] });
    expect(togglePin({ pinned: ['id', 'price'] }, 'id', fields)).toEqual({ pinned: ['price'] });
    expect(togglePin({ pinned: ['id', 'price', 'note'] }, 'title', fields)).toBeUndefined();
    expect(restoreTableSettings({ pinned: ['id', 3, 'price', 'note', 'title'] }).pinned).toEqual(['id', 'price', 'note']);
  });

  it('are pinned where pins of fields that are gone fill the number, and let those go', () => {
    const fields = ['id', 'title', 'price', 'note'];
    expect(togglePin({ pinned: ['gone', 'renamed', 'id'] }, 'price', fields)).toEqual({ pinned: ['id', 'price'] });
    expect(togglePin({ pinned: ['gone', 'renamed', 'id'] }, 'id', fields)).toEqual({ pinned: [] });
  });

  it('take the place of another one, and stay where there is none', () => {
    const fields = ['id', 'title', 'price', 'note'];
    expect(moveColumn(fields, 0, 2)).toEqual(['title', 'price', 'id', 'note']);
    expect(moveColumn(fields, 3, 1)).toEqual(['id', 'note', 'title', 'price']);
    expect([moveColumn(fields, 0, -1), moveColumn(fields, 3, 4), moveColumn(fields, 2, 2), moveColumn(fields, 9, 0)]).toEqual(
      Array.from({ length: 4 }, () => null),
    );
  });
});

describe('settings from storage', () => {
  it.each([
    [undefined],
    [null],
    ['oops'],
    [3],
    [[]],
    [{}],
    [{ order: 'x', shown: null, hidden: {}, widthsPx: ['a'], density: 'huge', isSearchOpen: 'yes' }],
  ])('fall back: %j', (stored) => {
    expect(restoreTableSettings(stored)).toEqual(DEFAULT_TABLE_SETTINGS);
  });

  it('keep what is whole, part by part', () => {
    expect(restoreTableSettings({ order: ['a', 1, 'b'], widthsPx: { a: 120, b: 'wide' }, density: 'compact', isSearchOpen: true })).toEqual(
      {
        ...DEFAULT_TABLE_SETTINGS,
        order: ['a', 'b'],
        widthsPx: { a: 120 },
        density: 'compact',
        isSearchOpen: true,
      },
    );
  });

  it('never throw, and are read again as they were', () => {
    fc.assert(
      fc.property(fc.anything(), (stored) => {
        const settings = restoreTableSettings(stored);
        expect(restoreTableSettings(JSON.parse(JSON.stringify(settings)))).toEqual(settings);
      }),
    );
  });
});
