import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planChanges } from '#api/contract/changes/change';
import { restoreDeleted } from '#api/contract/changes/data-safety';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { adminGroup } from '#sections/admin-group/admin-group.resource.ts';
import { goods } from '#sections/goods/goods.resource.ts';
import { member } from '#sections/member/member.resource.ts';
import { memberRule } from '#sections/member-rule/member-rule.resource.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const GROUPS = resourceEndpoints(adminGroup);
const GOODS = resourceEndpoints(goods);
const MEMBERS = resourceEndpoints(member);
const RULES = resourceEndpoints(memberRule);

/** Notes each use of something outside the database. */
const outside = (name: string, used: string[]): never =>
  new Proxy({} as never, {
    get: (_target, key) => () => {
      used.push(`${name}.${String(key)}`);
      return Promise.reject(new Error(`${name}.${String(key)} was used`));
    },
  });

describe.each(dealtKinds())('a verification on %s', (kind) => {
  let server: TestServer;
  let token: string;
  const used: string[] = [];
  beforeAll(async () => {
    const ports = {
      files: outside('files', used),
      mailer: outside('mailer', used),
      processes: outside('processes', used),
    };
    server = await createTestServer({ kind, sampleData: true, ports });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  /** All that the database holds, but where sequences stand. */
  const content = async (): Promise<Readonly<Record<string, string>>> => {
    const { kysely } = server.database;
    const { rows } = await sql<{ name: string }>`select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`.execute(kysely);
    const all: Record<string, string> = {};
    for (const { name } of rows) {
      const found = await sql<{ hash: string }>`select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash
        from ${sql.table(name)} as t`.execute(kysely);
      all[name] = found.rows[0]?.hash ?? '';
    }
    return all;
  };

  it('of what ends sessions, takes rights and gives back records leaves everything as it was, in the database and beside it', async () => {
    const clerk = await server.addAdmin('verified', ['goods/goods', 'goods/goods/index', 'goods/goods/edit']);
    const theirs = clerk.token;
    const kept = (await call(MEMBERS.add, { username: 'signed_in', nickname: 'S', password: 'secret99x', group_id: 1 }))?.id ?? 0;
    await call(MEMBERS.save, { id: kept, status: 'disable' });
    const enabled = (await call(MEMBERS.save, { id: kept, status: 'enable' }))?.change ?? 0;
    // A session of the member, which the dry run ends for as long as it lasts.
    await sql`update token set account_id = ${kept}, type = 'user' where account_id = ${clerk.id} and type = 'admin-refresh'`.execute(
      server.database.kysely,
    );
    const renamed = (await call(GROUPS.save, { id: clerk.groupId, name: 'Renamed' }))?.change ?? 0;
    const person = { username: 'verified', nickname: 'R', password: 'secret99x', group_id: 1 };
    const memberId = (await call(MEMBERS.add, person))?.id ?? 0;
    await call(MEMBERS.remove, { ids: [memberId] });
    const rule = (await call(RULES.add, { type: 'menu_dir', title: 'R', name: 'verified', path: 'r', icon: 'fa', pid: 0 }))?.id ?? 0;
    await call(RULES.remove, { ids: [rule] });
    const entries = await server.database.kysely
      .selectFrom('recycle_entry')
      .select(['id', 'resource'])
      .where('resource', 'in', ['member', 'memberRule'])
      .orderBy('id')
      .execute();
    expect(entries.map(({ resource }) => resource)).toEqual(['member', 'memberRule']);
    // Whoever asks is noted as seen, once a minute.
    await server.call(GOODS.list, {}, { token: theirs });
    const { rows: sessions } = await sql`select 1 from token where account_id = ${kept} and type = 'user' and revoked_at is null`.execute(
      server.database.kysely,
    );
    expect(sessions).toHaveLength(1);
    const before = await content();

    for (const wish of [{ sets: [enabled] }, { sets: [renamed] }, { sets: [enabled, renamed] }])
      expect(await call(planChanges, wish)).toMatchObject({ refused: [], counts: { changed: wish.sets.length } });
    expect(await call(restoreDeleted, { ids: entries.map(({ id }) => id), isDryRun: true })).toEqual({ count: 2, refused: [] });

    const after = await content();
    // Each write call is in the log of the back office, a dry run too; and that a plan has shown values of a person is in that of security.
    const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
    expect(changed.filter((name) => !name.startsWith('admin_log'))).toEqual(['security_log', 'throttle_counter']);
    expect(used).toEqual([]);
    expect((await server.call(GOODS.list, {}, { token: theirs })).total).toBeGreaterThan(0);
  });
});
