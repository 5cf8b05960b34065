import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RETENTION_PORTION_ROWS } from '#server/base/limits';
import { sweepSteps } from '#server/features/changes/sweep-changes';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';

const LONG_AGO = TEST_START_SECONDS - 400 * 86_400;

describe.each(dealtKinds())('what is kept of steps that are older than the journal, on %s', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
  });
  afterAll(() => server.close());

  const insert = (rows: string) =>
    sql`insert into life_step (set_id, resource, record_id, at, kind, event, from_state, to_state, comment, actor_type, actor_id, actor_name, source)
      select 1, 'goods', row.record_id, row.at, row.kind, '', '', 'on', '', 'server', 0, '', 'server' from (${sql.raw(rows)}) as row (record_id, at, kind)`.execute(
      server.database.kysely,
    );

  it('is the last one of each record that there is, however many of these come before what goes', async () => {
    // More than a portion of records that have taken no step since their first.
    await insert(`select 1000 + n, ${LONG_AGO}, 'created' from generate_series(1, ${RETENTION_PORTION_ROWS + 1}) as n`);
    await insert(`values (1, ${LONG_AGO + 1}, 'created'), (1, ${LONG_AGO + 2}, 'event'), (2, ${LONG_AGO + 3}, 'removed'),
      (3, ${LONG_AGO + 4}, 'created'), (3, ${TEST_START_SECONDS}, 'event'), (4, ${TEST_START_SECONDS}, 'removed')`);
    await sweepSteps(server.ports);
    const { rows } = await sql<{ record: number; kind: string }>`
      select record_id::integer as record, kind from life_step where resource = 'goods' and record_id < 1000 order by id`.execute(
      server.database.kysely,
    );
    expect(rows).toEqual([
      { record: 1, kind: 'event' },
      { record: 3, kind: 'event' },
      { record: 4, kind: 'removed' },
    ]);
    const { rows: first } = await sql<{ left: number }>`select count(*)::integer as left from life_step where record_id > 1000`.execute(
      server.database.kysely,
    );
    expect(first).toEqual([{ left: RETENTION_PORTION_ROWS + 1 }]);
  });
});
