import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { Resource } from '#domain/table/resource';
import type { ListRow } from '#domain/table/row';
import { collectionMachine } from '#machines/table/collection.machine';
import type { CollectionPage } from '#machines/table/collection.vocabulary';
import { goods } from '#sections/goods/goods.resource.ts';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { inertOf } from '#tests/machines/support/model.ts';
import { MoveAnnouncement } from '#ui/kit/table/MoveAnnouncement.tsx';
import { ALL_ABILITIES, goodsRow, inputOf, renderInApp, startKitMessages } from '../support.tsx';

await startKitMessages('en');

/** What is read out on this page after a row was moved. */
async function heardAfter(
  resource: Resource,
  page: string,
  rows: readonly ListRow[],
  move: { readonly id: number; readonly targetId: number },
) {
  const machine = inertOf(collectionMachine).provide({
    actors: { loadPage: fromPromise<CollectionPage>(async () => ({ rows, total: 40, remark: '' })) as never },
  });
  const collection = createActor(machine, { input: { ...inputOf(resource, ALL_ABILITIES), params: { page } } }).start();
  const { container } = renderInApp(<MoveAnnouncement collection={collection} resource={resource} />);
  await act(async () => {});
  await act(async () => collection.send({ type: 'collection.rowMoved', ...move }));
  return container.querySelector('output')?.textContent;
}

const branch = (id: number, parentId: number | null, children: readonly ListRow[]): ListRow => ({
  id,
  name: `Branch ${id}`,
  parentId,
  children,
});

it('a move is read out with the place in the whole list, in a tree with that among what stands beside it', async () => {
  const rows = Array.from({ length: 10 }, (_, index) => goodsRow(index + 1));
  expect(await heardAfter(goods, '3', rows, { id: 1, targetId: 5 })).toBe('Tea 1: moved to row 25');
  const tree = [branch(1, null, [branch(3, 1, []), branch(4, 1, [])]), branch(2, null, [])];
  expect(await heardAfter(goodsCategory, '1', tree, { id: 3, targetId: 4 })).toBe('Branch 3: moved to row 2');
});
