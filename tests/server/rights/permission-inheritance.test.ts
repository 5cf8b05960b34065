import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import { adminGroup } from '#sections/admin-group/admin-group.resource.ts';
import { FailureError } from '#domain/base/failure';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { refusalOf } from '#tests/support/refusals.ts';

const GROUPS = resourceEndpoints(adminGroup);
const WRITES = resourceWriteEndpoints(adminGroup);
const CHOICES = ['goods/goods/index', 'goods/goods/edit', 'goods/goods/del', 'goods/category/index', 'routine/attachment/index'] as const;
const EDITING = ['goods/goods/index', 'goods/goods/edit'];

let server: TestServer;
let token: string;
const ruleIds = new Map<string, string>();
const names = new Map<string, string>();
beforeAll(async () => {
  server = await createTestServer({ sampleData: false });
  ({ token } = await server.signIn());
  for (const { id, name } of await server.database.kysely.selectFrom('admin_rule').select(['id', 'name']).execute()) {
    ruleIds.set(name, String(id));
    names.set(String(id), name);
  }
});
afterAll(() => server.close());

const asSuper: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
const ids = (rules: readonly string[]): string[] => rules.map((name) => (name === '*' ? '*' : String(ruleIds.get(name))));
const add = async (rules: readonly string[], pid: number, name = 'group'): Promise<number> =>
  (await asSuper(GROUPS.add, { name, pid, rules: ids(rules) }))?.id ?? 0;
const stored = (id: number) => server.database.kysely.selectFrom('admin_group').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
/** What of the choices a group has, or `*`. */
async function chosen(id: number): Promise<readonly string[]> {
  const { rules } = await stored(id);
  if (rules === '*') return ['*'];
  const held = (rules ?? '').split(',').map((rule) => names.get(rule));
  return CHOICES.filter((name) => held.includes(name));
}

describe('a group that loses rights', () => {
  it('takes them from all groups below it in the same write, which is recorded and undone as one', async () => {
    const top = await add(EDITING, 1);
    const middle = await add(EDITING, top);
    const [low, other] = [await add(['goods/goods/edit'], middle), await add(['goods/goods/index'], middle)];
    const shown = () => Promise.all([top, middle, low, other].map(chosen));
    const { version } = await stored(low);

    const taken = await asSuper(GROUPS.save, { id: top, rules: ids(['goods/goods/index']) });
    expect(await shown()).toEqual([['goods/goods/index'], ['goods/goods/index'], [], ['goods/goods/index']]);
    expect((await stored(low)).version).toBe(version + 1);
    const { change } = taken as { readonly change: number };
    const recorded = await server.database.kysely
      .selectFrom('record_change')
      .select('record_id')
      .where('set_id', '=', change)
      .orderBy('id')
      .execute();
    expect(recorded.map((row) => row.record_id)).toEqual([top, middle, low]);

    const undone = await asSuper(WRITES.undo, { change });
    expect(await shown()).toEqual([EDITING, EDITING, ['goods/goods/edit'], ['goods/goods/index']]);
    await asSuper(WRITES.undo, { change: (undone as { readonly change: number }).change });
    expect(await shown()).toEqual([['goods/goods/index'], ['goods/goods/index'], [], ['goods/goods/index']]);
  });

  it('leaves those below what it keeps, where all had everything', async () => {
    const top = await add(['*'], 1);
    const below = await add(['*'], top);
    await asSuper(GROUPS.save, { id: top, rules: ids(EDITING) });
    expect(await Promise.all([top, below].map(chosen))).toEqual([EDITING, EDITING]);
  });

  it('takes back from those below what an undone write had given', async () => {
    const top = await add(['goods/goods/index'], 1);
    const { change } = (await asSuper(GROUPS.save, { id: top, rules: ids(EDITING) })) as { readonly change: number };
    const below = await add(['goods/goods/edit'], top);
    await asSuper(WRITES.undo, { change });
    expect(await Promise.all([top, below].map(chosen))).toEqual([['goods/goods/index'], []]);
  });
});

describe('a group', () => {
  const beyond = { rules: 'You can only give rights that the group above has.' };

  it('is given nothing that the one above it lacks, and moves only below one that has as much', async () => {
    const top = await add(['goods/goods/index'], 1);
    const below = await add(['goods/goods/index'], top);
    expect(await refusalOf(add(EDITING, top))).toEqual(beyond);
    expect(await refusalOf(add(['*'], top))).toEqual(beyond);
    expect(await refusalOf(asSuper(GROUPS.save, { id: below, rules: ids(EDITING) }))).toEqual(beyond);
    const free = await add(EDITING, 1);
    expect(await refusalOf(asSuper(GROUPS.save, { id: free, pid: top }))).toEqual({
      pid: 'The parent group does not have all the rights of this group.',
    });
    await asSuper(GROUPS.save, { id: free, pid: top, rules: ids(['goods/goods/index']) });
    expect(await chosen(free)).toEqual(['goods/goods/index']);
  });

  it('keeps what it had beyond the one above it before that was asked', async () => {
    const top = await add(['goods/goods/index'], 1);
    const old = await add(['goods/goods/index'], top);
    const rules = `${(await stored(old)).rules},${ruleIds.get('goods/goods/edit')}`;
    await server.database.kysely.updateTable('admin_group').set({ rules }).where('id', '=', old).execute();
    await asSuper(GROUPS.save, { id: old, name: 'Old', rules: ids(EDITING) });
    await asSuper(GROUPS.save, { id: top, name: 'Top', rules: ids(['goods/goods/index']) });
    expect(await chosen(old)).toEqual(EDITING);
  });
});

const isBelow = (rules: string | null, above: string | null) =>
  above === '*' || (rules !== '*' && (rules ?? '').split(',').every((id) => id === '' || (above ?? '').split(',').includes(id)));

describe('the law of groups', () => {
  const someRules = fc.oneof({ arbitrary: fc.subarray([...CHOICES], { minLength: 1 }), weight: 5 }, fc.constant(['*']));
  const one = fc.nat(3);
  const write = fc.oneof(
    fc.record({ type: fc.constant('add' as const), at: one, rules: someRules }),
    fc.record({ type: fc.constant('set' as const), at: one, rules: someRules }),
    fc.record({ type: fc.constant('move' as const), at: one, to: one }),
    fc.record({ type: fc.constant('undo' as const) }),
  );

  it('no write whatever leaves a group with a right that the one above it lacks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 3, maxLength: 8 }), async (writes) => {
        const top = await add(CHOICES, 1);
        const middle = await add(CHOICES, top);
        const groups = [top, middle, await add(EDITING, middle), await add(EDITING, top)];
        const at = (index: number) => groups[index % groups.length]!;
        let last: number | undefined;
        for (const step of writes) {
          const work = async (): Promise<{ readonly change?: number | undefined } | null> => {
            if (step.type === 'set') return asSuper(GROUPS.save, { id: at(step.at), rules: ids(step.rules) });
            if (step.type === 'move') return asSuper(GROUPS.save, { id: at(step.at), pid: at(step.to) });
            if (step.type === 'undo') return last === undefined ? null : asSuper(WRITES.undo, { change: last });
            const added = await asSuper(GROUPS.add, { name: 'law', pid: at(step.at), rules: ids(step.rules) });
            if (added) groups.push(added.id);
            return added;
          };
          try {
            last = (await work())?.change ?? last;
          } catch (error) {
            if (!(error instanceof FailureError) || error.failure.kind !== 'rejected') throw error;
          }
        }
        const all = await server.database.kysely.selectFrom('admin_group').select(['id', 'pid', 'rules']).execute();
        const above = new Map(all.map(({ id, rules }) => [id, rules]));
        expect(all.filter(({ id, pid, rules }) => groups.includes(id) && !isBelow(rules, above.get(pid) ?? null))).toEqual([]);
      }),
      { numRuns: 8 },
    );
  });
});
