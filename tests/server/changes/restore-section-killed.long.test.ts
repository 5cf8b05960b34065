import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { silentLogger } from '#server/base/logger';
import type { Database } from '#server/db/base/database';
import { openDatabase } from '#server/db/open-database';
import { startServer, type ServerProcess } from '#tests/e2e/support/server-process.ts';
import { testDatabaseKinds } from '#tests/support/database.ts';
import type { OwnCopy } from '#tests/support/own-copy.ts';
import { servedBefore } from '#tests/support/served-before.ts';
import { SHORT_LIVED } from '../../../scripts/tests/short-lived.ts';

const PORTION = 500;
const MADE = 1600;
const TOOL = 'server/boot/tools/restore-section.ts';

const environment = ({ dataDir, env }: OwnCopy) => ({ PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, ...env });
async function using<T>({ dataDir, env }: OwnCopy, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ url: env['DATABASE_URL'], dataDir, logger: silentLogger });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
const goodsOf = async ({ kysely }: Database) => (await sql<object>`select * from goods order by id`.execute(kysely)).rows;
const run = async (at: OwnCopy, ...args: string[]) =>
  promisify(execFile)(process.execPath, [...SHORT_LIVED, ...args], { env: environment(at) }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    (error: unknown) => error as { readonly code: number; readonly stdout: string; readonly stderr: string },
  );
const backedUp = async (at: OwnCopy): Promise<string> => {
  expect(await run(at, 'server/boot/tools/backup.ts')).toMatchObject({ code: 0 });
  const place = join(at.dataDir, 'backups');
  return join(place, readdirSync(place).find((name) => name.startsWith('troupe-')) ?? '');
};

describe.each(testDatabaseKinds)('the command that restores a section, on %s', { timeout: 400_000 }, (kind) => {
  let own: OwnCopy | null = null;
  let server: ServerProcess | null = null;
  afterEach(async () => {
    await server?.end('SIGKILL');
    server = null;
    await own?.remove();
    own = null;
  });

  it('has done some writes whole when it is killed, and goes on where it was begun again', async () => {
    own = await servedBefore(kind);
    const before = await using(own, async (database) => {
      await sql`insert into goods (category_id, title, price, create_time, update_time)
        select 2, 'Made ' || n, n, 1, 1 from generate_series(1, ${MADE}) as n`.execute(database.kysely);
      return goodsOf(database);
    });
    const folder = await backedUp(own);
    await using(own, ({ kysely }) => sql`delete from goods`.execute(kysely));

    const child = spawn(process.execPath, [...SHORT_LIVED, TOOL, folder, 'goods', '--missing'], { env: environment(own) });
    const [heard] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(heard).toBe(`${PORTION} of ${before.length} …\n`);

    const [count, kept, sets] = await using(
      own,
      async (database) =>
        [
          (await goodsOf(database)).length,
          (
            await database.kysely
              .selectFrom('record_change')
              .innerJoin('change_set', 'change_set.id', 'set_id')
              .where('source', '=', 'backup')
              .select('record_id')
              .execute()
          ).length,
          (await database.kysely.selectFrom('change_set').where('source', '=', 'backup').select('records').execute()).map(
            ({ records }) => records,
          ),
        ] as const,
    );
    expect(count).toBeLessThan(before.length);
    // Each row that is back is in the journal, and each write is whole.
    expect([kept, sets.every((records) => records === PORTION), sets.length * PORTION]).toEqual([count, true, count]);

    const again = await run(own, TOOL, folder, 'goods', '--missing');
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining(`Restored ${before.length - count} missing rows in `) });
    expect(await using(own, goodsOf)).toEqual(before);
  });

  it('works beside a server that runs, shows first, and says how it is used', async () => {
    own = await servedBefore(kind);
    const before = await using(own, goodsOf);
    server = await startServer({ dataDir: own.dataDir, env: own.env });
    const folder = await backedUp(own);
    await server.end('SIGTERM');
    await using(own, ({ kysely }) => sql`delete from goods where id in (1, 2)`.execute(kysely));
    server = await startServer({ dataDir: own.dataDir, env: own.env });
    const shown = await run(own, TOOL, folder, 'goods');
    expect(shown).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^goods: 42 rows in the backup\.\n {2}missing today {2}2: #1 .+, #2 .+\n {2}changed since {2}0\n {2}the same {7}40\n {2}newer {10}0 that the backup has not; they stay as they are\nNothing was changed\. Add --missing to bring back the missing rows, or --changed to give changed ones their former values as well\.\n$/u,
      ),
    });
    expect(await run(own, TOOL, folder, 'goods', '--missing')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/Restored 2 missing rows in 1 write \(change \d+\)\.\nEach is an entry of the timeline/u),
    });
    expect(await run(own, TOOL, folder, 'member', '--missing')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('member cannot be restored by itself: its records hold secrets'),
    });
    expect(await run(own, TOOL, folder)).toMatchObject({
      code: 1,
      stderr: 'Usage: npm run restore:section -- <backup> <section> [--missing | --changed] [--common-columns]\n',
    });
    await server.end('SIGTERM');
    expect(await using(own, goodsOf)).toEqual(before);
  });
});
