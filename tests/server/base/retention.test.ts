import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RETENTION_PORTION_ROWS, SECURITY_LOG_A_DAY } from '#server/base/limits';
import { tidyUp } from '#server/boot/upkeep/housekeeping';
import { createSecurityLog } from '#server/features/base/security-log';
import { silentLogger } from '#server/base/logger';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';

const DAY = 86_400;
const TABLES = ['admin_log', 'security_log'] as const;

const client = (ip = '198.51.100.7') => ({ ip, userAgent: 'test', language: 'en' }) as const;
const clerk = { accountType: 'admin', accountId: 7 } as const;

describe.each(dealtKinds())('what only grows on %s', (kind) => {
  let server: TestServer;
  const lines: string[] = [];
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    for (const table of [...TABLES, 'throttle_counter'] as const) await sql`truncate ${sql.table(table)}`.execute(server.database.kysely);
    await setDays('365');
    lines.length = 0;
  });

  async function setDays(value: string): Promise<void> {
    const names = ['admin_log_days', 'security_log_days'];
    await server.database.kysely.updateTable('config').set({ value }).where('name', 'in', names).execute();
  }

  /** So many entries in each of the two, of one age in days. */
  async function add(days: number, count = 1): Promise<void> {
    const { kysely } = server.database;
    const at = TEST_START_SECONDS - days * DAY;
    const numbers = sql`generate_series(1, ${count}::integer)`;
    await sql`insert into admin_log (create_time) select ${at}::bigint from ${numbers}`.execute(kysely);
    await sql`insert into security_log (at, last_at, kind) select ${at}::bigint, ${at}::bigint, 'session.signedIn' from ${numbers}`.execute(
      kysely,
    );
  }
  const counts = async (): Promise<readonly number[]> =>
    Promise.all(
      TABLES.map(async (table) => {
        const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${sql.table(table)}`.execute(
          server.database.kysely,
        );
        return rows[0]?.count ?? -1;
      }),
    );

  const log = () => createSecurityLog({ ...server.ports, logger: { ...silentLogger, warn: (event) => void lines.push(event) } });
  const rows = () =>
    server.database.kysely
      .selectFrom('security_log')
      .select(['kind', 'account_id', 'count', 'detail', 'at', 'last_at'])
      .orderBy('id')
      .execute();
  const refusedAt = (node: string) => log().write('permission.refused', client(), { ...clerk, detail: { node } });

  it.each([
    ['365', [364, 365, 366], 2],
    ['30', [29, 31, 4000], 1],
    ['0', [1, 400, 4000], 3],
    ['nonsense', [364, 366], 1],
  ])('is forgotten after the days of the setting: %s', async (value, ages, left) => {
    await setDays(value);
    for (const age of ages) await add(age);
    await tidyUp(server.ports);
    expect(await counts()).toEqual([left, left]);
  });

  it('goes in portions that leave no write in part', async () => {
    await add(400, RETENTION_PORTION_ROWS - 1);
    await add(399, 3);
    await add(398, 1);
    await add(1, 1);
    await tidyUp(server.ports);
    expect(await counts()).toEqual([1, 1]);
  });

  it('goes in no other way, and changes in none', async () => {
    await add(400);
    const { kysely } = server.database;
    await expect(sql`delete from security_log`.execute(kysely)).rejects.toThrow('security_log is append-only');
    await expect(sql`update security_log set at = 1`.execute(kysely)).rejects.toThrow('security_log is append-only');
    await expect(sql`update security_log set count = 2, kind = 'x'`.execute(kysely)).rejects.toThrow('append-only');
    await expect(sql`update security_log set count = 0`.execute(kysely)).rejects.toThrow('append-only');
    const change = server.database.transaction(async (trx) => {
      await sql`select set_config('troupe.retention', 'on', true)`.execute(trx);
      await sql`update security_log set at = 1`.execute(trx);
    });
    await expect(change).rejects.toThrow('security_log is append-only');
    // The way is open for one transaction only.
    await expect(sql`delete from security_log`.execute(kysely)).rejects.toThrow('append-only');
  });

  describe('as the security log', () => {
    it('folds refusals that are repeated within a minute, also when they come together', async () => {
      const start = server.clock.nowMs() / 1000;
      await Promise.all(Array.from({ length: 20 }, () => refusedAt('goods/goods/add')));
      await refusedAt('goods/goods/del');
      server.clock.advanceSeconds(61);
      await refusedAt('goods/goods/add');
      const entry = { kind: 'permission.refused', account_id: 7, at: start, last_at: start };
      expect(await rows()).toEqual([
        { ...entry, count: 20, detail: { node: 'goods/goods/add' } },
        { ...entry, count: 1, detail: { node: 'goods/goods/del' } },
        { ...entry, count: 1, detail: { node: 'goods/goods/add' }, at: start + 61, last_at: start + 61 },
      ]);
      expect(lines).toHaveLength(3);
    });

    it('keeps each sign-in', async () => {
      for (let time = 0; time < 2; time += 1) await log().write('session.signedIn', client(), clerk);
      expect((await rows()).map(({ count }) => count)).toEqual([1, 1]);
    });

    it('tells each deed of an account whose refusals have filled their day', async () => {
      const now = server.clock.nowMs() / 1000;
      const window = { window_start: now - (now % 3600), count: SECURITY_LOG_A_DAY.count };
      await server.database.kysely
        .insertInto('throttle_counter')
        .values({ key: 'security-log:admin:7', ...window })
        .execute();
      for (const ip of ['198.51.100.7', '203.0.113.9']) await log().write('session.signedIn', client(ip), { ...clerk, detail: { ip } });
      expect((await rows()).map(({ count, detail }) => [count, detail])).toEqual([
        [1, { ip: '198.51.100.7' }],
        [1, { ip: '203.0.113.9' }],
      ]);
    });

    it('says no more than how often, of who has had so many entries in a day', async () => {
      const now = server.clock.nowMs() / 1000;
      const window = { window_start: now - (now % 3600), count: SECURITY_LOG_A_DAY.count - 1 };
      for (const key of ['security-log:admin:7', 'security-log:network:198.51.100.7'])
        await server.database.kysely
          .insertInto('throttle_counter')
          .values({ key, ...window })
          .execute();
      for (const node of ['a', 'b', 'c']) await log().write('permission.refused', client(), { ...clerk, detail: { node } });
      for (const username of ['a', 'b', 'c']) await log().write('session.signInRefused', client(), { detail: { username } });
      await log().write('session.signInRefused', client('203.0.113.9'), { detail: {} });
      expect((await rows()).map(({ kind: said, count, detail }) => [said, count, detail])).toEqual([
        ['permission.refused', 1, { node: 'a' }],
        ['permission.refused', 2, {}],
        ['session.signInRefused', 1, { username: 'a' }],
        ['session.signInRefused', 2, {}],
        ['session.signInRefused', 1, {}],
      ]);
    });
  });
});
