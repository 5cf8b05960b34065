import { expect, it } from 'vitest';
import { drawTree, inReadingOrder, nestRows } from '#server/resources/read/tree';

const ROWS = 20_000;
const chain = Array.from({ length: ROWS }, (_, index) => ({ id: index + 1, pid: index, name: String(index + 1) }));

it('a tree may be deeper than calls can be', () => {
  expect(drawTree(chain, 'id', 'pid', 'name').at(-1)).toMatchObject({ id: ROWS, pid: ROWS - 1 });
  expect(inReadingOrder(chain.map(({ id }) => id).toReversed(), chain.map(({ pid }) => pid).toReversed())).toEqual(
    chain.map(({ id }) => id),
  );
  let depth = 0;
  for (let rows = nestRows(chain, 'id', 'pid'); rows.length > 0; rows = (rows[0]?.['children'] ?? []) as typeof rows) depth += 1;
  expect(depth).toBe(ROWS);
});
