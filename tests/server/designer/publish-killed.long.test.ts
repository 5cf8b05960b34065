import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createServerDatabase, testDatabaseKinds } from '#tests/support/database.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { effort } from '#tests/support/effort.ts';
import { SHORT_LIVED } from '../../../scripts/tests/short-lived.ts';

const living = new Set<ChildProcess>();
const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const child of living) child.kill('SIGKILL');
  for (const end of ends.splice(0).toReversed()) await end();
});

interface Told {
  readonly runs: { readonly table: string } | null;
  readonly rows: readonly Readonly<Record<string, unknown>>[] | null;
  readonly section: readonly { readonly revision: number }[];
}

/** Once the process has said the word. */
const says = (child: ChildProcess, word: string): Promise<void> =>
  new Promise((resolve, reject) => {
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        said += String(chunk);
        if (said.includes(word)) resolve();
      });
    child.once('exit', () => reject(new Error(said)));
  });

/** Before this statement of a publishing there is none left, whatever a publishing needs. */
const NEVER = 1000;

it.each(dealtKinds())(
  'a publishing that is killed leaves the section as it was or as it is to be, on %s',
  async (kind) => {
    const folder = mkdtempSync(join(tmpdir(), 'troupe-publish-'));
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    let url: string | undefined;
    if (kind === 'postgresql') {
      const database = await createServerDatabase();
      ends.push(database.drop);
      ({ url } = database);
    }
    const start = (mode: string) => {
      const args = [...SHORT_LIVED, 'tests/support/processes/publish-process.ts', folder, mode, ...(url === undefined ? [] : [url])];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
      living.add(child);
      let said = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
      child.once('exit', () => living.delete(child));
      return { child, said: () => said };
    };
    /** What a process found when it began, and whether it came to the end of its publishing before it was killed. */
    const run = async (mode: string) => {
      const { child, said } = start(mode);
      const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
      const [first = '', ...rest] = said().split('\n');
      // What it said instead tells why.
      expect([code, signal, first.slice(0, 1) === '{' ? '{' : said()]).toEqual(mode === 'look' ? [0, null, '{'] : [null, 'SIGKILL', '{']);
      return { found: JSON.parse(first) as Told, isDone: rest.includes('published') };
    };

    const { found: before } = await run('0');
    expect([before.runs?.table, before.section[0]?.revision]).toEqual(['x_ticket', 1]);
    let isDone = false;
    // Near the beginning, in the middle and near the end; in the long form after each statement.
    const short = [3, 15, 24, NEVER].values();
    for (let statement = 1; !isDone; statement += 1) {
      const at = effort(short.next().value ?? NEVER, statement);
      const cut = await run(String(at));
      expect(cut.found).toEqual(before);
      ({ isDone } = cut);
    }
    const { found: after } = await run('look');
    expect([after.runs?.table, after.section[0]?.revision]).toEqual(['x_call', 2]);
    expect(after.rows?.map(({ title, size, count }) => ({ title, size, count }))).toEqual([
      { title: 'Cup', size: 'small', count: 3 },
      { title: 'Pot', size: '', count: 3 },
    ]);
  },
  effort(240_000, 3_600_000),
);

it.runIf(testDatabaseKinds.includes('postgresql'))(
  'another process serves the new form although the one that published it ended in the same moment',
  async () => {
    const database = await createServerDatabase();
    ends.push(database.drop);
    const folder = mkdtempSync(join(tmpdir(), 'troupe-follow-'));
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    const args = (mode: string) => [...SHORT_LIVED, 'tests/support/processes/publish-process.ts', folder, mode, database.url];
    const follower = spawn(process.execPath, args('follow'), { stdio: ['ignore', 'pipe', 'pipe'] });
    living.add(follower);
    await says(follower, '\n');
    const follows = says(follower, 'follows');
    const publisher = spawn(process.execPath, args(String(NEVER)), { stdio: ['ignore', 'pipe', 'pipe'] });
    living.add(publisher);
    await Promise.all([once(publisher, 'close'), follows]);
    expect(publisher.signalCode).toBe('SIGKILL');
  },
  240_000,
);
