import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyChanges, planChanges } from '#api/contract/changes/change';
import { restoreDeleted, rollBackSensitive } from '#api/contract/changes/data-safety';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { adminRule } from '#sections/admin-rule/admin-rule.resource.ts';
import { member } from '#sections/member/member.resource.ts';
import { memberRule } from '#sections/member-rule/member-rule.resource.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const members = resourceEndpoints(member);

describe.each(dealtKinds())('what is taken back on %s', (kind) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  const apply = async (wish: object): Promise<number | null> => {
    const { hash } = (await call(planChanges, wish as never)) as { readonly hash: string };
    return (await call(applyChanges, { ...wish, hash }))?.change ?? null;
  };
  const entriesOf = (id: number) =>
    server.database.kysely
      .selectFrom('sensitive_entry')
      .select(['id', 'state', 'settled_by', 'settled_set'])
      .where('record_id', '=', id)
      .orderBy('id')
      .execute();

  it('leaves no entry that could be rolled back once more, whether undone or rewound', async () => {
    const person = { username: 'settled', nickname: 'S', password: 'secret99x', group_id: 1, mobile: '13800001111' };
    const id = (await call(members.add, person))?.id ?? 0;
    const first = (await call(members.save, { id, mobile: '13900002222' }))?.change ?? 0;
    const undone = await apply({ sets: [first] });
    const [entry, ofUndo] = await entriesOf(id);
    expect(entry).toMatchObject({ state: 'rolledBack', settled_by: 1, settled_set: undone });
    expect(ofUndo).toMatchObject({ state: 'kept', settled_set: null });
    await expect(call(rollBackSensitive, { ids: [entry?.id ?? 0], force: true })).rejects.toMatchObject({
      failure: { current: { refused: [{ id: entry?.id, reason: 'restored' }] } },
    });
    const second = (await call(members.save, { id, mobile: '13700003333' }))?.change ?? 0;
    await call(members.save, { id, nickname: 'T', mobile: '13600004444' });
    const rewound = await apply({ resource: 'member', id, after: second });
    const states = (await entriesOf(id)).map(({ state, settled_set: set }) => [state, set]);
    // The undo, the second save, the third that was rewound, the rewind itself.
    expect(states.slice(1)).toEqual([
      ['kept', null],
      ['kept', null],
      ['rolledBack', rewound],
      ['kept', null],
    ]);
  });

  it.each([
    ['member_group', memberRule],
    ['admin_group', adminRule],
  ] as const)('gives a rule of %s back to the groups that had it, and to no others', async (table, resource) => {
    const { kysely } = server.database;
    const rules = resourceEndpoints(resource);
    const input = { type: 'menu_dir', title: 'Top', name: 'held/top', path: 'held', icon: 'fa fa-circle-o', pid: 0 };
    const top = (await call(rules.add, input))?.id ?? 0;
    const groupOf = async (name: string, held: string): Promise<number> => {
      const { rows } = await sql<{ id: number }>`insert into ${sql.table(table)} (name, rules, create_time, update_time)
        values (${name}, ${held}, 0, 0) returning id`.execute(kysely);
      return rows[0]?.id ?? 0;
    };
    const both = await groupOf('both', String(top));
    const parentOnly = await groupOf('parent only', String(top));
    const button = (await call(rules.add, { type: 'button', title: 'Low', name: 'held/top/low', pid: top }))?.id ?? 0;
    await sql`update ${sql.table(table)} set rules = ${String(top)} where id = ${parentOnly}`.execute(kysely);
    const low = await groupOf('low only', String(button));
    const held = async (): Promise<Record<string, string>> => {
      const { rows } = await sql<{ name: string; rules: string }>`select name, rules from ${sql.table(table)}
        where id in (${both}, ${parentOnly}, ${low})`.execute(kysely);
      return Object.fromEntries(rows.map(({ name, rules: text }) => [name, text]));
    };
    const before = { both: `${top},${button}`, 'parent only': `${top}`, 'low only': `${button}` };
    expect(await held()).toEqual(before);
    await call(rules.remove, { ids: [button] });
    expect(await held()).toEqual({ both: `${top}`, 'parent only': `${top}`, 'low only': '' });
    const entry = await kysely
      .selectFrom('recycle_entry')
      .select('id')
      .where('record_id', '=', button)
      .where('state', '=', 'kept')
      .executeTakeFirstOrThrow();
    await call(restoreDeleted, { ids: [entry.id] });
    expect(await held()).toEqual(before);
  });
});
