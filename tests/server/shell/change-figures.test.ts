import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChangeFigures } from '#server/features/shell/change-figures';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';

const DAY = 86_400;
const start = TEST_START_SECONDS - (TEST_START_SECONDS % DAY);
const days = [start - DAY, start];
const change = (kind: string, count: number) => [expect.objectContaining({ resource: 'goods', kind, count })];
const large = (created: number) => expect.arrayContaining([...change('created', created), ...change('changed', 1)]);

describe.each(dealtKinds())('changes by day on %s', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    // A day that ended a moment ago may still get changes.
    server.clock.advanceSeconds(3600);
  });
  afterAll(() => server.close());

  /** One change of a good, in a write of its own. @param id of the change, where it is not to be the next one */
  async function write(at: number, what: string, id?: number): Promise<void> {
    const { rows } = await sql<{ id: number }>`
      insert into change_set (at, actor_type, actor_id, resource, action, source, records) values (${at}, 'server', 0, 'goods', 'add', 'server', 1)
      returning id`.execute(server.database.kysely);
    const own = id === undefined ? sql`nextval('journal_id')` : sql`${id}::bigint`;
    await sql`insert into record_change (id, at, resource, record_id, kind, set_id, title, before, after)
      values (${own}, ${at}, 'goods', 1, ${what}, ${rows[0]?.id}, '', ${what === 'created' ? null : '{}'}, ${what === 'deleted' ? null : '{}'})`.execute(
      server.database.kysely,
    );
  }
  const byDay = (figures = createChangeFigures({ database: server.database, clock: server.clock })) => figures.byDay(days);

  it('counts a day that is over once, and today each time', async () => {
    const figures = createChangeFigures({ database: server.database, clock: server.clock });
    expect(await byDay(figures)).toEqual([[], []]);
    await write(days[0]!, 'created');
    await write(start, 'changed');
    expect(await byDay(figures)).toEqual([[], change('changed', 1)]);
    expect(await byDay()).toEqual([change('created', 1), change('changed', 1)]);
  });

  it('looks at no part of the journal that was written before', async () => {
    const before = await byDay();
    await write(start, 'deleted', 7);
    expect(await byDay()).toEqual(before);
  });

  it('counts anew within the minute only what is soon counted', async () => {
    const figures = createChangeFigures({ database: server.database, clock: server.clock });
    await sql`insert into record_change (at, resource, record_id, kind, set_id, title, after)
      select ${start}, 'goods', 1, 'created', (select max(id) from change_set), '', '{}' from generate_series(1, 2000)`.execute(
      server.database.kysely,
    );
    expect((await byDay(figures))[1]).toEqual(large(2000));
    await write(start, 'created');
    expect((await byDay(figures))[1]).toEqual(large(2000));
    server.clock.advanceSeconds(60);
    expect((await byDay(figures))[1]).toEqual(large(2001));
  });

  it('counts what a long write that began yesterday has kept by now', async () => {
    const figures = createChangeFigures({ database: server.database, clock: server.clock });
    const since = [start + DAY, start + 2 * DAY];
    server.clock.advanceSeconds(2 * DAY + 1800 - (server.clock.nowMs() / 1000 - start));
    expect(await figures.byDay(since)).toEqual([[], []]);
    await write(start + 2 * DAY - 600, 'created');
    expect(await figures.byDay(since)).toEqual([change('created', 1), []]);
    server.clock.advanceSeconds(1800);
    expect(await figures.byDay(since)).toEqual([change('created', 1), []]);
    await write(start + 2 * DAY - 600, 'created');
    expect(await figures.byDay(since)).toEqual([change('created', 1), []]);
  });
});
