import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventEndpoint } from '#api/contract/table/life-endpoints';
import { FailureError } from '#domain/base/failure';
import { shippedResource } from '#server/base/shipped-resources';
import { pastLives } from '#server/db/sections/guard-lives';
import { armTimers, isTimed } from '#server/db/sections/life-timers';
import { runTimers } from '#server/resources/write/run-timers';
import { createServerDatabase, testDatabaseKinds } from '#tests/support/database.ts';
import { openServerAt } from '#tests/support/processes/dying-server.ts';
import { effort } from '#tests/support/effort.ts';
import { newDataDir, removeDataDir } from '#tests/e2e/support/server-process.ts';
import { TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';
import { SHORT_LIVED } from '../../../scripts/tests/short-lived.ts';

const PAIRS = effort(12, 200);
const DUE = effort(8, 60);
/** Before which statement of leading on a process is killed; each one in the long form. */
const KILLS = effort(
  [7],
  Array.from({ length: 60 }, (_, at) => at),
);

// The embedded database has one process alone.
describe.runIf(testDatabaseKinds.includes('postgresql'))('two processes that lead the same records on', () => {
  const goods = shippedResource('goods');
  const living = new Set<ChildProcess>();
  let server: TestServer;
  let token: string;
  let url: string;
  let drop: () => Promise<void>;
  const dataDir = newDataDir();

  const start = (...args: readonly string[]) => {
    const child = spawn(process.execPath, [...SHORT_LIVED, 'tests/support/processes/life-process.ts', url, ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    living.add(child);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
    child.once('exit', () => living.delete(child));
    const ended = once(child, 'close');
    const isReady = new Promise<void>((resolve) => {
      child.stdout.on('data', () => {
        if (said.includes('ready')) resolve();
      });
      child.once('exit', () => resolve());
    });
    return { child, ended, isReady, said: () => said };
  };
  /** So many drafts that may go on sale. */
  const make = async (count: number, publishTime: number | null = null): Promise<readonly number[]> =>
    server.database.transaction(async (trx) => {
      await pastLives(trx);
      const { rows } = await sql<{
        id: number;
      }>`insert into goods (category_id, title, price, images, publish_time, create_time, update_time)
        select (select min(id) from goods_category), 'ware', 100, '["/a.png"]', ${publishTime}::bigint, 1, 1 from generate_series(1, ${count}::integer)
        returning id`.execute(trx);
      const ids = rows.map(({ id }) => id);
      if (isTimed(goods)) await armTimers(trx, goods, ids, TEST_START_SECONDS);
      return ids;
    });
  const stepsOf = async (ids: readonly number[]) => {
    const { rows } = await sql<{ record_id: number; event: string }>`select record_id, event from life_step
      where resource = 'goods' and kind = 'event' and record_id = any(${[...ids]}::bigint[]) order by record_id, id`.execute(
      server.database.kysely,
    );
    return rows.map(({ record_id: id, event }) => `${id} ${event}`);
  };
  const lead = () => runTimers(server.ports, () => server.app.resources.all().map(({ context }) => context));
  const statesOf = async (ids: readonly number[]) =>
    new Set(
      (
        await server.database.kysely
          .selectFrom('goods')
          .select('status')
          .where('id', 'in', [...ids])
          .execute()
      ).map(({ status }) => status),
    );

  beforeAll(async () => {
    ({ url, drop } = await createServerDatabase());
    server = await openServerAt({ dataDir, url });
    ({ token } = await server.signIn());
    await sql`insert into goods_category (name, create_time, update_time) values ('Cups', 1, 1)`.execute(server.database.kysely);
  });
  afterEach(() => {
    for (const child of living) child.kill('SIGKILL');
  });
  afterAll(async () => {
    await server.close();
    await drop();
    removeDataDir(dataDir);
  });

  it('make one step of two presses, and tell the second that it is done', async () => {
    const ids = await make(PAIRS);
    const other = start('events', token, 'takeOff', ...ids.map(String));
    await other.isReady;
    other.child.stdin.write('go\n');
    const own: string[] = [];
    for (const id of ids)
      own.push(
        await server
          .call(eventEndpoint(goods, 'takeOff', goods.life!.events['takeOff']!), { ids: [id] }, { token })
          .then(() => 'done')
          .catch((error: unknown) =>
            error instanceof FailureError && error.failure.kind === 'rejected' ? error.failure.message : String(error),
          ),
      );
    await other.ended;
    const theirs = new Map(
      other
        .said()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const),
    );
    const told = ids.map((id, index) => [own[index], theirs.get(String(id))]);
    expect(told.filter((both) => both.filter((outcome) => outcome === 'done').length !== 1)).toEqual([]);
    // In whichever process it was the second, it is told so.
    expect(new Set(told.flat().filter((outcome) => outcome !== 'done'))).toEqual(new Set(['Take off sale: already done. It is Off sale.']));
    expect(await stepsOf(ids)).toEqual(ids.map((id) => `${id} takeOff`));
    expect(await statesOf(ids)).toEqual(new Set(['off']));
  });

  it('do what is due once each, between them', async () => {
    const ids = await make(DUE, TEST_START_SECONDS - 60);
    const other = start('times', 'Infinity');
    await other.isReady;
    other.child.stdin.write('go\n');
    await Promise.all([lead(), other.ended]);
    expect(other.said()).toContain('led ');
    expect(await stepsOf(ids)).toEqual(ids.map((id) => `${id} publishTime`));
    expect(await statesOf(ids)).toEqual(new Set(['on']));
  });

  it('do what is due once each, though processes are killed in the middle of it', async () => {
    const ids = await make(4, TEST_START_SECONDS - 60);
    for (const statement of KILLS) {
      const { child, ended, isReady, said } = start('times', String(statement));
      await isReady;
      child.stdin.write('go\n');
      await ended;
      const steps = await stepsOf(ids);
      // Whatever was killed has left a record as it was, or led it on whole.
      expect(new Set(steps).size).toBe(steps.length);
      if (said().includes('led ')) break;
    }
    await lead();
    expect(await stepsOf(ids)).toEqual(ids.map((id) => `${id} publishTime`));
    expect(await statesOf(ids)).toEqual(new Set(['on']));
    const { rows } = await sql`select 1 from life_timer where due_at <= ${TEST_START_SECONDS}`.execute(server.database.kysely);
    expect(rows).toEqual([]);
  });
});
