import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { parseResource } from '#api/contract/table/resource-schema';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createResourceTable } from '#tests/support/resource-table.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { diaryJson } from '#tests/support/specimens.ts';

type Rule = 'personal' | 'parent' | 'allAuth' | 'allAuthAndOthers' | { readonly group: number };
type Person = 'boss' | 'clerk' | 'peer' | 'other';

const accepted = async (work: Promise<unknown>): Promise<boolean> => work.then(() => true).catch(() => false);

const NODES = ['index', 'add', 'edit', 'del', 'sortable'].map((action) => `lab/diary/${action}`);

/** Whose entries each person sees. Groups: boss above clerk; peer has the clerk's rules, other fewer; nobody here is super. */
const EXPECTED: readonly { readonly rule: Rule; readonly sees: Readonly<Record<Person, readonly Person[]>> }[] = [
  { rule: 'personal', sees: { boss: ['boss'], clerk: ['clerk'], peer: ['peer'], other: ['other'] } },
  { rule: 'parent', sees: { boss: ['boss', 'clerk'], clerk: ['clerk'], peer: ['peer'], other: ['other'] } },
  {
    rule: 'allAuth',
    sees: {
      boss: ['boss', 'clerk', 'peer', 'other'],
      clerk: ['clerk', 'peer', 'other'],
      peer: ['clerk', 'peer', 'other'],
      other: ['other'],
    },
  },
  {
    rule: 'allAuthAndOthers',
    sees: { boss: ['boss', 'clerk', 'peer', 'other'], clerk: ['clerk', 'other'], peer: ['peer', 'other'], other: ['other'] },
  },
];

describe.each(dealtKinds().flatMap((kind) => EXPECTED.map((expected) => ({ kind, ...expected }))))(
  'the limit $rule on $kind',
  ({ kind, rule, sees }) => {
    const diary = parseResource(JSON.parse(diaryJson(rule)));
    const { list, read, add, save, remove, sort } = resourceEndpoints(diary);
    const people = {} as Record<Person, { id: number; token: string; entry: number }>;
    let server: TestServer;

    beforeAll(async () => {
      server = await createTestServer({
        kind,
        sampleData: false,
        resources: [...SHIPPED_RESOURCES, diary],
        prepare: async (database) => {
          await createResourceTable(database, diary);
          const rules = [...NODES, 'lab/extra', 'lab/more'].map((name) => ({
            name,
            title: name,
            type: 'button' as const,
            create_time: 0,
            update_time: 0,
          }));
          await database.kysely.insertInto('admin_rule').values(rules).execute();
        },
      });
      const boss = await server.addAdmin('boss', [...NODES, 'lab/extra', 'lab/more']);
      const clerk = await server.addAdmin('clerk', [...NODES, 'lab/extra'], boss.groupId);
      const peer = await server.addAdmin('peer', [...NODES, 'lab/extra']);
      const other = await server.addAdmin('other', NODES);
      for (const [name, person] of Object.entries({ boss, clerk, peer, other })) {
        const entry = (await server.call(add, { title: name }, { token: person.token }))?.id ?? 0;
        people[name as Person] = { ...person, entry };
      }
    });
    afterAll(() => server.close());

    it.each(['boss', 'clerk', 'peer', 'other'] as const)('shows and gives %s exactly the entries that are within it', async (name) => {
      const { token } = people[name];
      const visible = await server.call(list, {}, { token });
      expect(new Set(visible.list?.map((row) => row['title']))).toEqual(new Set(sees[name]));
      expect(visible.total).toBe(sees[name].length);
      const options = await server.call(list, { select: 'true' }, { token });
      expect(options.total).toBe(sees[name].length);
      for (const owner of ['boss', 'clerk', 'peer', 'other'] as const) {
        const { entry } = people[owner];
        const isWithin = sees[name].includes(owner);
        expect(await accepted(server.call(read, { id: entry }, { token })), `read ${owner}`).toBe(isWithin);
        expect(await accepted(server.call(save, { id: entry, title: owner }, { token })), `save ${owner}`).toBe(isWithin);
        expect(await accepted(server.call(sort, { id: entry, targetId: people[name].entry }, { token })), `sort ${owner}`).toBe(isWithin);
      }
    });

    it("leaves the others' weights alone when somebody moves an entry over them", async () => {
      const { token, id } = people.other;
      const between = (await server.call(add, { title: 'boss' }, { token: people.boss.token }))?.id ?? 0;
      const second = (await server.call(add, { title: 'other' }, { token }))?.id ?? 0;
      const weights = () =>
        server.database.kysely
          .selectFrom('lab_diary' as 'goods')
          .select(['id', 'weigh', 'admin_id' as 'category_id'])
          .orderBy('id')
          .execute();
      const before = await weights();
      await server.call(sort, { id: second, targetId: people.other.entry }, { token });
      const isTheirs = (row: Record<string, unknown>): boolean => row['admin_id'] !== id;
      expect((await weights()).filter(isTheirs)).toEqual(before.filter(isTheirs));
      expect(await weights()).not.toEqual(before);
      await server.call(remove, { ids: [second] }, { token });
      await server.call(remove, { ids: [between] }, { token: people.boss.token });
    });

    it('deletes only what is within it, and a super administrator sees all', async () => {
      const { token } = people.other;
      const ids = Object.values(people).map(({ entry }) => entry);
      expect(await server.call(remove, { ids }, { token })).toMatchObject({ count: sees.other.length });
      const admin = await server.signIn();
      expect((await server.call(list, {}, { token: admin.token })).total).toBe(4 - sees.other.length);
    });
  },
);

describe('the limit of a group', () => {
  it('gives its members everything and others their own', async () => {
    const diary = parseResource(JSON.parse(diaryJson({ group: 5 })));
    const server = await createTestServer({
      sampleData: false,
      resources: [...SHIPPED_RESOURCES, diary],
      prepare: async (database) => {
        await createResourceTable(database, diary);
        const rules = NODES.map((name) => ({ name, title: name, type: 'button' as const, create_time: 0, update_time: 0 }));
        await database.kysely.insertInto('admin_rule').values(rules).execute();
      },
    });
    const { list, add } = resourceEndpoints(diary);
    const [member, stranger] = [await server.addAdmin('member', NODES), await server.addAdmin('stranger', NODES)];
    expect(member.groupId).toBe(5);
    for (const { token } of [member, stranger]) await server.call(add, { title: 'x' }, { token });
    expect((await server.call(list, {}, { token: member.token })).total).toBe(2);
    expect((await server.call(list, {}, { token: stranger.token })).total).toBe(1);
    // Of so many the total is remembered, and nobody is told that of somebody else.
    await sql`insert into lab_diary (title, weigh, admin_id) select 'many', 100 + n, ${member.id} from generate_series(1, 10001) as n`.execute(
      server.database.kysely,
    );
    const total = async (token: string) => (await server.call(list, { limit: 1 }, { token })).total;
    expect([await total(member.token), await total(stranger.token)]).toEqual([10_003, 1]);
    await server.close();
  });
});
