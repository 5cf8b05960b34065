import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { erasePerson } from '#api/contract/members/person-erasure';
import { eraseAdmin } from '#api/contract/rights/admin-erasure';
import { createEncryptor } from '#server/base/encryptor';
import { forgetUnreadableTraces, sweepTraces, TRACE_PORTIONS } from '#server/features/base/traces/erase-traces';
import { TRACE_PORTION_ROWS } from '#server/features/base/traces/text-steps';
import { NUMBER_PORTION_ROWS } from '#server/features/base/traces/trace-step';
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
    const erasure = { section: 'member', account_id: one.id, known, newest_log: ids.at(-1) ?? 0, create_time: 0 } as const;
    await server.database.kysely.insertInto('trace_erasure').values(erasure).execute();
    await sweepTraces(server.ports);
    await runAll();
    expect((await entries(ids)).map((entry) => entry.data)).toEqual(NAMED.map(() => data));
    expect(await open()).toEqual([]);
  });

  /** More than one statement changes, as of somebody whose programs wrote for years. */
  const WRITES = NUMBER_PORTION_ROWS + 5;
  async function plantWrites(adminId: number, name: string): Promise<void> {
    await sql`insert into change_set (at, actor_type, actor_id, actor_name, source, action, resource, records, ip, useragent)
      select n, 'admin', ${adminId}, ${name}, 'form', 'edit', 'goods', 1, '10.1.1.1', 'Agent' from generate_series(1, ${WRITES}::bigint) as n`.execute(
      server.database.kysely,
    );
    await sql`insert into life_step (resource, record_id, kind, to_state, actor_type, actor_id, actor_name, source, at)
      values ('goods', 1, 'created', 'on', 'admin', ${adminId}, ${name}, 'form', 1)`.execute(server.database.kysely);
  }
  /** Under which names the account is found beside what it did. */
  async function named(adminId: number): Promise<readonly string[]> {
    const { rows } = await sql<{ name: string }>`select distinct actor_name as name from (
      select actor_name from change_set where actor_type = 'admin' and actor_id = ${adminId} union all
      select actor_name from life_step where actor_type = 'admin' and actor_id = ${adminId}) as found order by 1`.execute(
      server.database.kysely,
    );
    return rows.map(({ name }) => name);
  }
  const open = async () =>
    (await server.database.kysely.selectFrom('trace_erasure').select('account_id').execute()).map((row) => row.account_id);
  const waiting = async () => (await server.ports.jobs.underWay(['admin.traces'])).length;

  it('keep no account from its end by what it has written, which is gone through in portions as well', async () => {
    const { id } = await server.addAdmin('busy_bea', []);
    await plantWrites(id, 'busy_bea');
    const updates: string[] = [];
    server.database.statements.listen(({ sql: text }) => {
      if (/^update \S+ set .*(?:\bactor_name|second_name|asked_name|settled_name|uploader|stop_asked_by)\b.* =/u.test(text))
        updates.push(text);
    });
    await server.call(eraseAdmin, { id, password: TEST_PASSWORD }, { token });
    expect([updates, await named(id), await open(), await waiting()]).toEqual([[], ['busy_bea'], [id], 1]);
    await runAll();
    expect([await named(id), await open()]).toEqual([[`deleted-${id}`], []]);
    expect(updates.filter((text) => text.startsWith('update change_set')).length).toBe(2);
    expect(new Set(updates.map((text) => text.split(' ')[1]))).toContain('life_step');
  });

  it('are gone through to the end though the queue has forgotten it, as after a restore or where the job was given up', async () => {
    const { id } = await server.addAdmin('given_up', []);
    await plantWrites(id, 'given_up');
    await server.call(eraseAdmin, { id, password: TEST_PASSWORD }, { token });
    await sweepTraces(server.ports);
    expect(await waiting()).toBe(1);
    await sql`delete from pgboss.job`.execute(server.database.kysely);
    await sweepTraces(server.ports);
    await sweepTraces(server.ports);
    expect(await waiting()).toBe(1);
    await runAll();
    expect([await named(id), await open()]).toEqual([[`deleted-${id}`], []]);
  });

  it('are gone through for jobs of the version before, which were told everything themselves', async () => {
    const { id } = await server.addAdmin('former_flo', []);
    const data = '{"id":"77","username":"former_flo"}';
    await plantWrites(id, 'former_flo');
    await server.call(eraseAdmin, { id, password: TEST_PASSWORD }, { token });
    const { known } = await server.database.kysely
      .deleteFrom('trace_erasure')
      .where('account_id', '=', id)
      .returning('known')
      .executeTakeFirstOrThrow();
    await sql`delete from pgboss.job`.execute(server.database.kysely);
    const ids = await plant('/admin/auth.Admin/edit', data, id);
    const former = { id, known, newest: ids[2] ?? 0, after: null };
    await server.database.transaction((trx) => server.ports.jobs.send(trx, 'admin.traces', former));
    await runAll();
    expect([await named(id), await open(), await waiting()]).toEqual([[`deleted-${id}`], [], 0]);
    expect((await entries(ids.slice(0, 3))).map((entry) => entry.username)).toEqual(ids.slice(0, 3).map(() => `deleted-${id}`));
  });

  it('forget what goes by number without the key, and wait for it with the rest until somebody says that it is gone for good', async () => {
    const { kysely } = server.database;
    const { id } = await server.addAdmin('keyless', []);
    await plantWrites(id, 'keyless');
    await server.call(eraseAdmin, { id, password: TEST_PASSWORD }, { token });
    const other = createEncryptor(new Uint8Array(32).fill(9), (count) => crypto.getRandomValues(new Uint8Array(count)));
    const sealed = await other.encrypt('{}', `admin.traces:${id}`);
    await kysely.updateTable('trace_erasure').set({ known: sealed }).execute();
    await runAll();
    expect([await named(id), await open()]).toEqual([[`deleted-${id}`], [id]]);
    expect(await forgetUnreadableTraces(kysely, other)).toBe(0);
    expect(await forgetUnreadableTraces(kysely, server.ports.encryptor)).toBe(1);
    await sql`delete from pgboss.job`.execute(kysely);
    await sweepTraces(server.ports);
    await runAll();
    expect(await open()).toEqual([]);
  });
});
