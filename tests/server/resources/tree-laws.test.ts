import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { goods } from '#sections/goods/goods.resource.ts';
import { parseResource } from '#api/contract/table/resource-schema';
import { PLAIN_SHAPE } from '#domain/designer/section-design';
import { TREE_ROWS } from '#server/base/limits';
import { dealtKinds } from '#tests/support/dealt.ts';
import { publishSections } from '#tests/support/designs/published-sections.ts';
import { labelled } from '#tests/support/sections.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { outcomeOf } from '#tests/support/refusals.ts';

/** A tree that is published at run time. */
const branch = parseResource({
  name: 'branch',
  controller: 'lab.Branch',
  table: 'x_branch',
  label: labelled('Branch'),
  titleField: 'name',
  rowActions: ['sort'],
  defaultOrder: { field: 'weigh', direction: 'desc' },
  tree: true,
  fields: {
    id: { kind: 'id' },
    parentId: { kind: 'parent', column: 'pid', label: labelled('Above') },
    name: { kind: 'string', required: true, quickSearch: true, label: labelled('Name') },
    weigh: { kind: 'sortOrder' },
  },
});

describe.each(dealtKinds().flatMap((kind) => [goodsCategory, branch].map((resource) => ({ kind, resource, name: resource.name }))))(
  'trees of $name on $kind',
  ({ kind, resource }) => {
    const { add, list, save, remove, sort } = resourceEndpoints(resource);
    let server: TestServer | undefined;
    let token = '';
    const call: TestServer['call'] = (endpoint, input, options) => (server as TestServer).call(endpoint, input, { token, ...options });
    const grow = async (name: string, pid = 0): Promise<number> => (await call(add, { name, pid }))?.id ?? 0;

    beforeEach(async () => {
      if (!server) {
        server = await createTestServer({ kind, sampleData: false });
        await publishSections(server, [{ declaration: branch, shape: PLAIN_SHAPE }]);
      }
      await emptyRows(server);
      ({ token } = await server.signIn());
    });
    afterAll(() => server?.close());

    /** Roots tea (green: longjing; black), pots. Newer siblings stand first. */
    async function planted() {
      const pots = await grow('pots');
      const tea = await grow('tea');
      const black = await grow('black', tea);
      const green = await grow('green', tea);
      const longjing = await grow('longjing', green);
      return { pots, tea, black, green, longjing };
    }

    it('nests rows; only top rows always have children', async () => {
      const { pots, tea, black, green, longjing } = await planted();
      const { list: rows = [] } = await call(list, {});
      const shape = (items: readonly Record<string, unknown>[]): unknown[] =>
        items.map((row) => (row['children'] === undefined ? row['id'] : [row['id'], shape(row['children'] as Record<string, unknown>[])]));
      expect(shape(rows)).toEqual([
        [tea, [[green, [longjing]], black]],
        [pots, []],
      ]);
    });

    async function names(query: object): Promise<unknown[]> {
      return ((await call(list, { select: 'true', ...query })).options ?? []).map((row) => row['name']);
    }

    it('draws the options, and answers plain rows when it is no tree or something is chosen', async () => {
      const { black, green } = await planted();
      expect(await names({})).toEqual(['tea', '    ├green', '    │    └longjing', '    └black', 'pots']);
      expect(await names({ isTree: '0' })).toHaveLength(5);
      expect((await names({ isTree: '' })).join()).not.toContain('─');
      expect(await names({ initValue: [String(green), String(black)] })).toEqual(['green', 'black']);
    });

    // Of the smaller table alone: ten thousand rows take a while.
    it.runIf(resource === branch)('says how many there are where it does not tell all', async () => {
      const { tea } = await planted();
      await sql`insert into ${sql.table(resource.table)} (pid, name, weigh)
        select case when n % 2 = 0 then ${tea}::bigint else 0 end, 'leaf ' || n, 0
        from generate_series(1, ${TREE_ROWS - 4}::integer) as n`.execute((server as TestServer).database.kysely);
      const told = async (query: object): Promise<readonly unknown[]> => {
        const { list: rows, options, total } = await call(list, query);
        const count = (items: readonly Record<string, unknown>[]): number =>
          items.reduce((sum, { children }) => sum + 1 + count((children ?? []) as Record<string, unknown>[]), 0);
        return [count(rows ?? options ?? []), total];
      };
      expect(await told({})).toEqual([TREE_ROWS, TREE_ROWS + 1]);
      expect(await told({ select: 'true' })).toEqual([TREE_ROWS, TREE_ROWS + 1]);
      // Told flat, the others stand on the next page; as a tree there is one page.
      expect(await told({ isTree: '0', page: 2 })).toEqual([1, TREE_ROWS + 1]);
      expect(await told({ page: 2 })).toEqual([TREE_ROWS, TREE_ROWS + 1]);
      expect(await told({ quickSearch: 'leaf 77' })).toEqual([280, undefined]);
      await call(remove, { ids: [((await call(list, { quickSearch: 'pots' })).list ?? [])[0]?.['id'] as number] });
      expect(await told({})).toEqual([TREE_ROWS, undefined]);
    });

    it('finds rows in which all words occur, each standing on top when its parent is not found', async () => {
      const { longjing } = await planted();
      const found = (await call(list, { quickSearch: 'jing  lon' })).list;
      expect(found).toEqual([expect.objectContaining({ id: longjing, children: [] })]);
      expect((await call(list, { quickSearch: 'longjing green' })).list).toEqual([]);
    });

    it('lets nothing hang below itself or below what is not there', async () => {
      const { tea, green, longjing, pots } = await planted();
      const fieldsOf = (id: number, pid: number) =>
        call(save, { id, pid }).catch((error: { failure?: { fields?: unknown } }) => error.failure?.fields);
      const below = { pid: 'Cannot be placed under itself or below itself' };
      expect(await fieldsOf(tea, tea)).toEqual(below);
      expect(await fieldsOf(tea, green)).toEqual(below);
      expect(await fieldsOf(tea, longjing)).toEqual(below);
      expect(await fieldsOf(tea, 98_765)).toEqual({ pid: 'The chosen record does not exist' });
      expect(await outcomeOf(call(save, { id: tea, pid: pots }))).toBe('accepted');
      expect(await outcomeOf(call(save, { id: tea, pid: 0 }))).toBe('accepted');
    });

    it('cuts a branch only whole', async () => {
      const { tea, green, black, longjing } = await planted();
      expect(await outcomeOf(call(remove, { ids: [green] }))).toContain('entries below it');
      expect(await outcomeOf(call(remove, { ids: [tea, green, black] }))).toContain('entries below it');
      expect(await outcomeOf(call(remove, { ids: [longjing, green] }))).toBe('accepted');
      expect(await outcomeOf(call(remove, { ids: [tea, black] }))).toBe('accepted');
    });

    it('moves among siblings only', async () => {
      const { tea, green, black, pots } = await planted();
      expect(await outcomeOf(call(sort, { id: green, targetId: pots }))).toBe('moving position beyond movable range');
      await call(sort, { id: green, targetId: black });
      await call(sort, { id: tea, targetId: pots });
      const rows = (await call(list, {})).list ?? [];
      expect(rows.map((row) => row['id'])).toEqual([pots, tea]);
      expect(rows[1]).toMatchObject({ children: [{ id: black }, { id: green }] });
    });

    it.runIf(resource === goodsCategory)('stays while goods are in it, and says how many', async () => {
      const { green } = await planted();
      await call(resourceEndpoints(goods).add, { title: 'Longjing', category_id: green, price: '1.00', stock: 1 });
      expect(await outcomeOf(call(remove, { ids: [(await planted()).pots] }))).toBe('accepted');
      const lonely = await grow('lonely');
      await call(resourceEndpoints(goods).add, { title: 'Cup', category_id: lonely, price: '1.00', stock: 1 });
      expect(await outcomeOf(call(remove, { ids: [lonely] }))).toBe('Still used by 1 record of “Goods”, so it cannot be deleted.');
    });
  },
);

async function emptyRows(server: TestServer): Promise<void> {
  for (const table of ['goods', 'goods_category', 'x_branch'] as const) await server.database.kysely.deleteFrom(table as 'goods').execute();
}
