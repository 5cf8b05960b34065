import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { erasePerson } from '#api/contract/members/person-erasure';
import { eraseAdmin } from '#api/contract/rights/admin-erasure';
import { TRACE_PORTIONS, TRACE_PORTION_ROWS } from '#server/features/base/traces/erase-traces';
import { STATEMENT_TIMEOUT_MS } from '#server/db/base/database';
import { dealtKinds } from '#tests/support/dealt.ts';
import { addMember } from '#tests/support/members.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';

/** A few more than one job goes through. */
const ENTRIES = TRACE_PORTIONS * TRACE_PORTION_ROWS + 700;
/** At the edges of portions and of jobs. */
const NAMED = [1, 500, 501, 1000, ENTRIES - 700, ENTRIES - 699, ENTRIES];

describe.each(dealtKinds())('logs of some years, on %s', (kind) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({ kind });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  /** As many entries as a site has after years, and among them some that name a person, by other administrators and by the person. */
  async function plant(page: string, data: string, adminId: number): Promise<readonly number[]> {
    const { kysely } = server.database;
    await kysely.deleteFrom('admin_log').execute();
    const named = sql`n = any(${NAMED}::bigint[])`;
    const { rows } = await sql<{ id: number; is_named: boolean }>`with planted as (
        insert into admin_log (admin_id, username, url, title, data, ip, useragent, create_time)
        select case when ${named} then ${adminId} else 1 end, 'somebody', case when ${named} then ${page} else '/admin/goods.Goods/edit' end, 'Edit',
          case when ${named} then ${data} else '{"id":1,"body":"' || repeat('words of goods ', 4) || '"}' end, '10.1.1.1', '', n
        from generate_series(1, ${ENTRIES}::bigint) as n order by n returning id, create_time)
      select id from planted where create_time = any(${NAMED}::bigint[]) order by id`.execute(kysely);
    return rows.map(({ id }) => id);
  }
  const entries = (ids: readonly number[]) =>
    server.database.kysely
      .selectFrom('admin_log')
      .select(['url', 'data', 'username', 'ip'])
      .where('id', 'in', [...ids])
      .orderBy('id')
      .execute();
  const searches: { readonly ms: number }[] = [];

  /** Until nothing more is due. */
  async function runAll(): Promise<void> {
    for (let round = 0; round < 3; round += 1) await server.ports.jobs.runDue();
  }

  it('are gone through for a member in portions, to the last entry', async () => {
    const page = '/admin/user.User/index?quickSearch=a';
    const one = await addMember(server, 'quendelin', { email: 'quendel@example.com' });
    const ids = await plant(page, `{"id":"${one.id}","email":"quendel@example.com"}`, 1);
    await server.database.kysely
      .insertInto('throttle_counter')
      .values([1, 2].map((start) => ({ key: 'code:10.0.0.1 email:quendel@example.com', window_start: start, count: 1 })))
      .execute();
    server.database.statements.listen(({ sql: text, ms }) => {
      if (text.startsWith('update admin_log set data')) searches.push({ ms });
    });
    await server.call(erasePerson, { id: one.id, password: TEST_PASSWORD }, { token });
    expect(searches).toEqual([]);
    await runAll();
    expect(await entries(ids)).toEqual(NAMED.map(() => ({ url: page, data: null, username: 'somebody', ip: '10.1.1.1' })));
    const counters = server.database.kysely.selectFrom('throttle_counter').select('key').where('key', 'like', '%quendel%');
    expect(await counters.execute()).toEqual([]);
    expect(searches.length).toBeGreaterThanOrEqual(ENTRIES / TRACE_PORTION_ROWS);
    expect(Math.max(...searches.map(({ ms }) => ms))).toBeLessThan(STATEMENT_TIMEOUT_MS);
  });

  it('and for an administrator, with the name and the place beside what they did', async () => {
    const { id } = await server.addAdmin('quendelina', []);
    const ids = await plant('/admin/auth.Admin/index?quickSearch=quendelina', `{"id":"${id}","username":"quendelina"}`, id);
    await server.call(eraseAdmin, { id, password: TEST_PASSWORD }, { token });
    await runAll();
    expect(await entries(ids)).toEqual(
      NAMED.map(() => ({ url: '/admin/auth.Admin/index', data: null, username: `deleted-${id}`, ip: '' })),
    );
  });

  it('keep everything of an account that has not ended', async () => {
    const one = await addMember(server, 'staying', { email: 'staying@example.com' });
    const data = `{"id":"${one.id}","email":"staying@example.com"}`;
    const ids = await plant('/admin/user.User/edit', data, 1);
    const known = await server.ports.encryptor.encrypt(
      JSON.stringify({ usernames: ['staying'], nicknames: [], addresses: ['staying@example.com'] }),
      `member.traces:${one.id}`,
    );
    const newest = ids.at(-1) ?? 0;
    await server.database.transaction((trx) => server.ports.jobs.send(trx, 'member.traces', { id: one.id, known, newest, after: null }));
    await runAll();
    expect((await entries(ids)).map((entry) => entry.data)).toEqual(NAMED.map(() => data));
  });
});
