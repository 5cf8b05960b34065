import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { branchIds, changeRow, findRow, flatten, isBeside, moveRow, neighbourOf, toggled, type ListRow } from '#domain/table/row';

const rowsOf = (...ids: number[]): ListRow[] => ids.map((id) => ({ id }));
const idsOf = (rows: readonly ListRow[]): number[] => rows.map((row) => row.id);
const tree: ListRow[] = [{ id: 1, children: rowsOf(11, 12, 13) }, { id: 2, children: [] }, { id: 3 }];

describe('moving a row', () => {
  it.each([
    [1, 3, [2, 3, 1, 4]],
    [4, 2, [1, 4, 2, 3]],
    [2, 3, [1, 3, 2, 4]],
    [2, 2, [1, 2, 3, 4]],
    [9, 2, [1, 2, 3, 4]],
    [2, 9, [1, 2, 3, 4]],
  ])('%i to the place of %i', (id, targetId, expected) => {
    expect(idsOf(moveRow(rowsOf(1, 2, 3, 4), id, targetId))).toEqual(expected);
  });

  it('moves among siblings of a tree, and not between parents', () => {
    expect(idsOf(moveRow(tree, 11, 13)[0]?.children ?? [])).toEqual([12, 13, 11]);
    expect(moveRow(tree, 11, 2)).toEqual(tree);
  });

  it('keeps every row, puts the dragged one where the target was, and is undone by the way back', () => {
    const size = 8;
    fc.assert(
      fc.property(fc.nat(size - 1), fc.nat(size - 1), (from, to) => {
        const rows = rowsOf(...Array.from({ length: size }, (_, index) => index + 1));
        const moved = moveRow(rows, from + 1, to + 1);
        expect(idsOf(moved).toSorted((a, b) => a - b)).toEqual(idsOf(rows));
        expect(moved[to]?.id).toBe(from + 1);
        const back = moved[from];
        expect(moveRow(moved, from + 1, back?.id ?? 0)).toEqual(rows);
      }),
    );
  });
});

describe('rows of a tree', () => {
  it('are found wherever they stand', () => {
    expect(idsOf(flatten(tree))).toEqual([1, 11, 12, 13, 2, 3]);
    expect(findRow(tree, 12)).toEqual({ id: 12 });
    expect(findRow(tree, 99)).toBeUndefined();
    expect(branchIds(tree)).toEqual([1]);
  });

  it('have neighbours among their siblings only', () => {
    expect(neighbourOf(tree, 12, -1)?.id).toBe(11);
    expect(neighbourOf(tree, 13, 1)).toBeUndefined();
    expect(neighbourOf(tree, 1, -1)).toBeUndefined();
    expect(neighbourOf(tree, 1, 1)?.id).toBe(2);
    expect(isBeside(tree, { id: 11, targetId: 13 })).toBe(true);
    expect(isBeside(tree, { id: 11, targetId: 2 })).toBe(false);
    expect(isBeside(tree, { id: 11, targetId: undefined })).toBe(false);
  });

  it('change in place', () => {
    expect(findRow(changeRow(tree, 12, { title: 'x' }), 12)).toEqual({ id: 12, title: 'x' });
    expect(changeRow(tree, 99, { title: 'x' })).toEqual(tree);
  });
});

it('an id is toggled in and out of a list', () => {
  expect(toggled([1, 2], 3)).toEqual([1, 2, 3]);
  expect(toggled([1, 2, 3], 2)).toEqual([1, 3]);
});
