import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { goodsCategory } from '#sections/goods-category/goods-category.resource.ts';
import { tidyUp } from '#server/boot/upkeep/housekeeping';
import { dropBlocks, monthOf, turnMonth } from '#server/features/changes/journal-blocks';
import type { Database } from '#server/db/base/database';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const DAY = 86_400;
const MONTH = 1_000_000_000;
const categories = resourceEndpoints(goodsCategory);
const secondsOf = (day: string): number => Date.parse(`${day}T12:00:00Z`) / 1000;

it.each([
  ['2025-01-01', 1],
  ['2026-11-30', 23],
  ['2026-12-01', 24],
  ['2030-02-28', 62],
])('counts months from 2025 on: %s', (day, month) => {
  expect(monthOf(secondsOf(day))).toBe(month);
});

describe.each(dealtKinds())('the journal of changes by months on %s', (kind) => {
  let server: TestServer;
  beforeEach(async () => {
    server = await createTestServer({ kind, sampleData: false });
  });
  afterEach(() => server.close());

  const goTo = async (day: string): Promise<void> => {
    server.clock.advanceSeconds(secondsOf(day) - server.clock.nowMs() / 1000);
    await tidyUp(server.ports);
  };
  const write = async (name: string): Promise<{ readonly id: number; readonly change: number }> => {
    const { token } = await server.signIn();
    return (await server.call(categories.add, { name }, { token })) as { readonly id: number; readonly change: number };
  };
  const drop = async (id: number): Promise<void> => {
    const { token } = await server.signIn();
    await server.call(categories.remove, { ids: [id] }, { token });
  };
  const rows = async (table: 'change_set' | 'record_change'): Promise<number[]> =>
    (await server.database.kysely.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id);
  const blocks = async (): Promise<string[]> => {
    const { rows: found } = await sql<{ name: string }>`select child.relname as name from pg_inherits
      join pg_class as child on child.oid = inhrelid where inhparent = 'record_change'::regclass`.execute(server.database.kysely);
    return found.map(({ name }) => name).toSorted();
  };
  const setDays = (name: 'changes_days' | 'recycle_days', value: string) =>
    server.database.kysely.updateTable('config').set({ value }).where('name', '=', name).execute();

  it('may be dropped by two processes at the same moment', async () => {
    await write('a');
    const { database, clock } = server.ports;
    const since = secondsOf('2031-01-01');
    server.clock.advanceSeconds(since - clock.nowMs() / 1000);
    let isSeen = false;
    // Between its look at the months that there are and the first that it drops, the other one drops them all.
    const overtaken: Database = {
      ...database,
      async transaction(work) {
        const result = await database.transaction(work);
        if (!isSeen) {
          isSeen = true;
          await dropBlocks({ database, clock }, since);
        }
        return result;
      },
    };
    await dropBlocks({ database: overtaken, clock }, since);
    expect(await rows('change_set')).toEqual([]);
    expect(isSeen).toBe(true);
  });

  it('turns with the calendar, and never back', async () => {
    const first = await write('a');
    await goTo('2026-12-02');
    const second = await write('b');
    server.clock.advanceSeconds(-90 * DAY);
    await tidyUp(server.ports);
    const third = await write('c');
    expect([first, second, third].map(({ change }) => Math.floor(change / MONTH))).toEqual([23, 24, 24]);
    expect(third.change).toBeGreaterThan(second.change);
    expect(await blocks()).toEqual(['23', '24', '25', '26', '27'].map((one) => `record_change_${one}`));
  });

  it('leaves its numbers alone within a month, so that none is drawn twice', async () => {
    await write('a');
    const { kysely } = server.database;
    const sequence = async () => (await sql<object>`select last_value, is_called from journal_id`.execute(kysely)).rows;
    const before = await sequence();
    // What is read of the sequence and written back would be below whatever another process has drawn between.
    await turnMonth(server.ports);
    expect(await sequence()).toEqual(before);
  });

  it('loses no write while it turns', async () => {
    const { token } = await server.signIn();
    server.clock.advanceSeconds(secondsOf('2026-12-02') - server.clock.nowMs() / 1000);
    const { token: later } = await server.signIn();
    expect(token).not.toBe(later);
    const writes = Array.from({ length: 20 }, (_, index) => server.call(categories.add, { name: `n${index}` }, { token: later }));
    const [done] = await Promise.all([Promise.all(writes), tidyUp(server.ports), tidyUp(server.ports)]);
    expect(done).toHaveLength(20);
    expect(await rows('change_set')).toHaveLength(20);
    expect(await rows('record_change')).toHaveLength(20);
  });

  // The embedded database has one connection: whoever holds a block there is alone.
  it.runIf(kind === 'postgresql')('waits shortly for blocks that somebody else holds, and turns with the next round', async () => {
    const { database } = server.ports;
    server.clock.advanceSeconds(secondsOf('2026-12-02') - server.clock.nowMs() / 1000);
    const before = await blocks();
    const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = database.transaction(async (trx) => {
      await sql`lock table change_set in access exclusive mode`.execute(trx);
      held.resolve();
      await free.promise;
    });
    await held.promise;
    await expect(turnMonth(server.ports)).rejects.toThrow('lock timeout');
    free.resolve();
    await holding;
    expect(await blocks()).toEqual(before);
    await turnMonth(server.ports);
    expect([before, await blocks()].map((some) => some.includes('record_change_27'))).toEqual([false, true]);
  });

  it('forgets whole months, with everything that stands beside them', async () => {
    await setDays('changes_days', '30');
    await setDays('recycle_days', '0');
    const first = await write('a');
    await goTo('2026-12-02');
    await write('b');
    await goTo('2026-12-20');
    expect(await rows('change_set')).toHaveLength(1);
    expect(await rows('record_change')).toHaveLength(1);
    expect((await rows('change_set'))[0]).toBeGreaterThan(first.change);
    expect(await blocks()).not.toContain('record_change_23');
  });

  it('keeps a month in which something waits in the recycle bin', async () => {
    await setDays('changes_days', '30');
    await setDays('recycle_days', '0');
    const { id } = await write('a');
    await drop(id);
    await goTo('2026-12-02');
    await goTo('2027-06-01');
    expect(await rows('record_change')).toHaveLength(2);
    await expect(sql`alter table record_change detach partition record_change_23`.execute(server.database.kysely)).rejects.toThrow(
      'recycle_entry_change',
    );
    await server.database.kysely.updateTable('recycle_entry').set({ state: 'restored' }).execute();
    await tidyUp(server.ports);
    expect(await rows('record_change')).toEqual([]);
    expect(await server.database.kysely.selectFrom('recycle_entry').select('id').execute()).toEqual([]);
  });

  it('keeps everything where the setting says so', async () => {
    await setDays('changes_days', '0');
    await write('a');
    await goTo('2030-01-01');
    expect(await rows('change_set')).toHaveLength(1);
  });

  it('is rewritten in one way only: what images held can be erased', async () => {
    await write('a');
    const { kysely } = server.database;
    for (const table of ['change_set', 'record_change'] as const) {
      await expect(sql`delete from ${sql.table(table)}`.execute(kysely)).rejects.toThrow(`${table} is append-only`);
      await expect(sql`update ${sql.table(table)} set at = 1`.execute(kysely)).rejects.toThrow(`${table} is append-only`);
    }
    const refused = [
      sql`update record_change set erased_at = 1`,
      sql`update record_change set title = ''`,
      sql`update record_change set erased_at = 1, title = '', after = '{}', record_id = 9`,
      sql`update record_change set erased_at = 1, title = '', after = '{"name":"b"}'`,
      sql`update change_set set actor_name = ''`,
    ];
    for (const one of refused) await expect(one.execute(kysely)).rejects.toThrow('append-only');
    await sql`update record_change set erased_at = 7, title = '', after = '{}'`.execute(kysely);
    expect(await kysely.selectFrom('record_change').select(['kind', 'title', 'before', 'after', 'erased_at']).execute()).toEqual([
      { kind: 'created', title: '', before: null, after: {}, erased_at: 7 },
    ]);
    await expect(sql`update record_change set erased_at = 8`.execute(kysely)).rejects.toThrow('append-only');
  });
});
