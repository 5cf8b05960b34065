import { createActor, createEmptyActor } from 'xstate';
import { describe, expect, it } from 'vitest';
import { DEFAULT_TABLE_SETTINGS } from '#domain/table/table-settings';
import { EMPTY_QUERY } from '#domain/table/resource-query';
import { PICKER_LIMIT, selectPickerPages, uploadPickerMachine } from '#machines/files/upload-picker.machine';
import { collectionMachine } from '#machines/table/collection.machine';
import { selectPageCount } from '#machines/table/collection.selectors';
import { inertOf } from '#tests/machines/support/model.ts';

const LIMIT = 10;

function collectionOf(total: number) {
  const snapshot = createActor(inertOf(collectionMachine), {
    input: {
      resource: 'goods',
      addressing: { fields: [], sortable: [], defaults: { ...EMPTY_QUERY, limit: LIMIT } },
      params: {},
      abilities: { mayAdd: true, mayEdit: true, mayDelete: true, maySort: true },
      table: DEFAULT_TABLE_SETTINGS,
      newRecord: {},
      sortField: null,
      owner: createEmptyActor(),
    },
  }).getSnapshot();
  return { ...snapshot, context: { ...snapshot.context, total } };
}

describe('the pages of a list', () => {
  it.each([
    [0, 1],
    [1, 1],
    [LIMIT - 1, 1],
    [LIMIT, 1],
    [LIMIT + 1, 2],
    [2 * LIMIT, 2],
    [2 * LIMIT + 1, 3],
  ])('of %i records are %i, a full last one among them', (total, pages) => {
    expect(selectPageCount(collectionOf(total))).toBe(pages);
  });

  it('of stored files to choose from are counted alike', () => {
    const snapshot = createActor(inertOf(uploadPickerMachine), { input: { picturesOnly: true } }).getSnapshot();
    const pagesOf = (total: number) => selectPickerPages({ ...snapshot, context: { ...snapshot.context, total } });
    expect([0, 1, PICKER_LIMIT, PICKER_LIMIT + 1, 2 * PICKER_LIMIT].map(pagesOf)).toEqual([1, 1, 1, 2, 2]);
  });
});
