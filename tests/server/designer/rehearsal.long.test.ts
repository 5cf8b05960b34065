import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type KyselyPlugin, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planSection, publishSection } from '#api/contract/designer/designer';
import { SECTION_PLANS } from '#server/base/limits';
import { silentLogger } from '#server/base/logger';
import type { Database } from '#server/db/base/database';
import { openEmbeddedDatabase } from '#server/db/embedded/embedded-database';
import { readCatalogue } from '#server/db/sections/catalogue';
import type { Tables } from '#server/db/tables/tables';
import { inRolledBack } from '#server/features/designer/designer-transaction';
import { dealtKinds } from '#tests/support/dealt.ts';
import { effort } from '#tests/support/effort.ts';
import { createDesigning, labelled, ticketDesign } from '#tests/support/sections.ts';
import { createTestServer, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';

const FEW_ROWS = 2000;
const ROWS = { postgresql: effort(FEW_ROWS, 1_000_000), embedded: FEW_ROWS };
/** One more than the embedded database tries a plan on. */
const TOO_MANY_ROWS = 200_001;
const FIELDS = Array.from({ length: 10 }, (_, index) => `more${String.fromCharCode(97 + index)}`);
const wider = ticketDesign({}, Object.fromEntries(FIELDS.map((name) => [name, { kind: 'string', label: labelled(name) }])));

/** A database in which each statement of a transaction takes some time, as the server's clock tells it. */
function slowed(database: Database) {
  let step: (() => void) | undefined;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      step?.();
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const slow =
    <T>(work: (trx: Transaction<Tables>) => Promise<T>) =>
    (trx: Transaction<Tables>): Promise<T> =>
      work(trx.withPlugin(plugin));
  const wrapped: Database = {
    ...database,
    transaction: (work) => database.transaction(slow(work)),
    withoutTimeout: (work) => database.withoutTimeout(slow(work)),
  };
  return { database: wrapped, each: (next: () => void) => void (step = next) };
}

describe.each(dealtKinds())('trying a plan, on %s', (kind) => {
  let server: TestServer;
  let token = '';
  let each: (step: () => void) => void;
  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  const { draft, plan, publish, read, remove } = createDesigning((...all) => call(...all));
  const run = (statement: string) => sql.raw(statement).execute(server.database.kysely);
  const state = async () => ({
    table: await readCatalogue(server.database.kysely, 'x_ticket'),
    section: await server.database.kysely.selectFrom('section').selectAll().execute(),
    clock: await server.database.kysely.selectFrom('section_clock').selectAll().execute(),
  });

  beforeAll(async () => {
    server = await createTestServer({
      kind,
      sampleData: false,
      wrap: (database) => {
        const own = slowed(database);
        each = own.each;
        return own.database;
      },
    });
    ({ token } = await server.signIn());
    await publish(ticketDesign());
    await run(`insert into x_ticket (title, size) select 'no ' || number, 's' from generate_series(1, ${ROWS[kind]}) as number`);
  });
  afterAll(() => server.close());

  it('has one time for all of its steps, after which it says how far it came; what it plans can be published', async () => {
    const { version } = await draft(wider);
    const before = await state();
    each(() => server.clock.advanceSeconds(1));
    const cut = await plan('ticket');
    each(() => undefined);
    expect(cut.isRehearsed).toBe(false);
    expect(cut.steps).toHaveLength(FIELDS.length);
    expect(await state()).toEqual(before);
    const whole = await plan('ticket');
    expect(whole).toEqual({ ...cut, isRehearsed: true });
    await call(publishSection, { name: 'ticket', version, hash: cut.hash, choices: {} });
    expect((await read('ticket')).drift).toEqual([]);
  });

  it.runIf(kind === 'postgresql')('leaves each statement the time that is left', async () => {
    await run(`create function sleep_long() returns trigger language plpgsql as 'begin perform pg_sleep(60); return new; end'`);
    await run('create trigger slow before update on x_ticket for each statement execute function sleep_long()');
    const size = { kind: 'select', options: ['small', 'm', 'l'], label: labelled('Size') };
    await draft(ticketDesign({ fields: wider.declaration.fields }, { size }), { columns: {}, options: { size: { s: 'small' } } });
    const choices = { 'drift:trigger:slow': { act: 'takeOver' } } as const;
    let isFirst = true;
    each(() => {
      if (isFirst) server.clock.advanceSeconds(9.8);
      isFirst = false;
    });
    // The clock is looked at after the limits are set; nearly all of the time is over then.
    const { isRehearsed } = await plan('ticket', choices);
    each(() => undefined);
    expect(isRehearsed).toBe(false);
    await run('drop trigger slow on x_ticket');
    await draft(wider);
  });

  it.runIf(kind === 'postgresql')(
    `is refused in a sentence while somebody holds the table, and so is publishing: ${ROWS[kind]} rows`,
    async () => {
      const note = ticketDesign({ fields: wider.declaration.fields }, { note: { kind: 'string', label: labelled('Note') } });
      const { version } = await draft(note);
      const { hash } = await plan('ticket');
      const before = await state();
      await server.database.kysely.transaction().execute(async (trx) => {
        await sql`lock table x_ticket in access share mode`.execute(trx);
        await expect(plan('ticket')).rejects.toThrow('The table is in use; try again in a moment');
        const wish = { name: 'ticket', version, hash, choices: {} };
        await expect(call(publishSection, wish)).rejects.toThrow('The table is in use; try again in a moment');
      });
      expect(await state()).toEqual(before);
      await call(publishSection, { name: 'ticket', version, hash, choices: {} });
      expect(
        (await sql<{ rows: number }>`select count(*)::int as rows from x_ticket where note = ''`.execute(server.database.kysely)).rows,
      ).toEqual([{ rows: ROWS[kind] }]);
    },
  );

  it.runIf(kind === 'embedded')(
    'is left to counting where there are too many rows to hold the database up for, and can be published',
    async () => {
      await run(`insert into x_ticket (title, size) select 'more', 's' from generate_series(1, ${TOO_MANY_ROWS - FEW_ROWS})`);
      const { version } = await draft(
        ticketDesign({ fields: wider.declaration.fields }, { note: { kind: 'string', label: labelled('Note') } }),
      );
      const counted = await plan('ticket');
      expect(counted.isRehearsed).toBe(false);
      await run(`delete from x_ticket where id in (select max(id) from x_ticket)`);
      expect(await plan('ticket')).toEqual({ ...counted, isRehearsed: true });
      await run(`insert into x_ticket (title, size) values ('more', 's')`);
      await call(publishSection, { name: 'ticket', version, hash: counted.hash, choices: {} });
      expect((await read('ticket')).drift).toEqual([]);
      await run(`delete from x_ticket where title = 'more'`);
    },
  );

  it('is done for one administrator so often, and then for others still', async () => {
    await draft(ticketDesign());
    const other = await server.addAdmin('other', ['crud/crud/generate']);
    await server.database.kysely.deleteFrom('throttle_counter').execute();
    const window = Math.floor(server.clock.nowMs() / 1000);
    const { id } = await server.database.kysely.selectFrom('admin').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow();
    await server.database.kysely
      .insertInto('throttle_counter')
      .values({
        key: `section-plan:admin:${id}`,
        window_start: window - (window % SECTION_PLANS.bucketSeconds),
        count: SECTION_PLANS.count - 1,
      })
      .execute();
    await plan('ticket');
    await expect(plan('ticket')).rejects.toThrow('Too many attempts');
    expect((await call(planSection, { name: 'ticket', choices: {} }, { token: other.token })).isRehearsed).toBe(true);
    server.clock.advanceSeconds(SECTION_PLANS.windowSeconds + SECTION_PLANS.bucketSeconds);
    expect((await plan('ticket')).isRehearsed).toBe(true);
    await remove('ticket');
  });
});

it('is ended with the thread of an embedded database that does not come back from a statement, which then serves on', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'troupe-rehearsal-'));
  const database = await openEmbeddedDatabase({ dataDir, logger: silentLogger, statementTimeoutMs: 1500 });
  const ports = { database, clock: { nowMs: () => TEST_START_SECONDS * 1000 } };
  await sql`create table kept (id integer)`.execute(database.kysely);
  const isWhole = await inRolledBack(ports, async (trx, hurry) => {
    await hurry();
    await sql`insert into kept values (1)`.execute(trx);
    await sql`select count(*) from generate_series(1, 2000000000)`.execute(trx);
  });
  expect(isWhole).toBe(false);
  expect((await sql`select * from kept`.execute(database.kysely)).rows).toEqual([]);
  await database.close();
  rmSync(dataDir, { recursive: true });
}, 240_000);
