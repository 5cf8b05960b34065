import { expect, it } from 'vitest';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import { listColumns } from '#ui/kit/table/base/columns.ts';

/** The column of each section that takes the room that is left. */
const rests = SHIPPED_RESOURCES.flatMap((resource) =>
  listColumns(resource).flatMap(({ key, field, widthPx }) => (widthPx === null ? [[resource.name, key, field.kind] as const] : [])),
);

const restOf = (section: string) => rests.find(([name]) => name === section)?.[1];

it('the room that is left goes to one column of each list, which is never its number', () => {
  expect(rests.map(([name]) => name)).toEqual(SHIPPED_RESOURCES.map(({ name }) => name));
  expect(rests.filter(([, , kind]) => kind === 'id')).toEqual([]);
});

it('and where records are called by their number, to the longest text', () => {
  expect(['webhookDelivery', 'memberDeletion', 'chatFeedback', 'goods'].map(restOf)).toEqual(['webhookId', 'memberId', 'excerpt', 'title']);
});

it('a tree is read by its titles: they are the first column beside the number', () => {
  const trees = SHIPPED_RESOURCES.filter(({ tree }) => tree);
  expect(trees.map(({ name }) => name)).toEqual(expect.arrayContaining(['adminRule', 'memberRule', 'goodsCategory', 'adminGroup']));
  for (const tree of trees)
    expect([tree.name, listColumns(tree).find(({ field }) => field.kind !== 'id')?.key]).toEqual([tree.name, tree.titleField]);
});
