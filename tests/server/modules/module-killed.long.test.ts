import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createServerDatabase, type TestDatabaseKind } from '#tests/support/database.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { effort } from '#tests/support/effort.ts';
import { SHORT_LIVED } from '../../../scripts/tests/short-lived.ts';

const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

interface Told {
  readonly word: string;
  /** Digest of everything that a module changes. */
  readonly all: string;
  readonly version: string | null;
  readonly list: readonly { readonly title: string; readonly note: string | null }[] | null;
}

const DOCS = { title: 'Docs', note: 'read me' };
/** What is done, at which of its some two hundred statements it is cut first, and what stands before it. */
const ACTS = [
  { act: 'update', cut: 60, standing: { version: '1.0.0', list: [DOCS] } },
  { act: 'rollback', cut: 90, standing: { version: '1.1.0', list: [{ ...DOCS, note: null }] } },
  { act: 'keep', cut: 20, standing: { version: '1.0.0', list: [DOCS] } },
] as const;

/** A process at a time, on a database of its own. */
async function startProcesses(kind: TestDatabaseKind) {
  const folder = mkdtempSync(join(tmpdir(), 'troupe-module-'));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  let url = '-';
  if (kind === 'postgresql') {
    const database = await createServerDatabase();
    ends.push(database.drop);
    ({ url } = database);
  }
  /** @returns what it told, and whether it came to its end */
  return async (...acts: readonly string[]) => {
    const child = spawn(process.execPath, [...SHORT_LIVED, 'tests/support/processes/module-process.ts', folder, url, ...acts], {
      stdio: ['ignore', 'pipe', 'pipe'],
      // What the first of them has compiled the others need not.
      env: { ...process.env, NODE_COMPILE_CACHE: join('node_modules', '.cache', 'troupe-test-compiled') },
    });
    ends.push(() => void child.kill('SIGKILL'));
    let [said, failed] = ['', ''];
    child.stdout.on('data', (chunk) => (said += String(chunk)));
    child.stderr.on('data', (chunk) => (failed += String(chunk)));
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    const lines = said.split('\n').filter((line) => line.startsWith('{'));
    // What it said instead tells why.
    expect([code ?? signal, lines.length > 0 ? '' : failed]).toEqual([code === 0 ? 0 : 'SIGKILL', '']);
    return { told: lines.map((line) => JSON.parse(line) as Told), isDone: code === 0 };
  };
}

it.each(dealtKinds())(
  'a change of a module that is killed leaves it as it was, and the next start goes on from there, on %s',
  async (kind) => {
    const run = await startProcesses(kind);
    /** As the last process has left it. */
    let found: Told | undefined;
    let before = 'install';
    for (const { act, cut, standing } of ACTS) {
      // One process does what was killed in the one before, and is killed in the next.
      const { told } = await run(before, `${act}:${cut}`);
      expect(told.map(({ word }) => word)).toEqual([`before ${before}`, `before ${act}`]);
      // The first finds nothing that anybody has left.
      expect(told[0]?.all).toBe(found?.all ?? told[0]?.all);
      found = told[1];
      expect(found).toMatchObject(standing);
      before = act;
    }
    const { told } = await run(before);
    expect([told[0]?.all, told[1]]).toEqual([found?.all, expect.objectContaining({ word: 'end', version: null, list: null })]);
  },
  effort(300_000, 900_000),
);

/**
 * In the long form an installation is killed at each of its statements, so many in a test: each of them can be run by itself, since a start
 * takes seconds of a processor's time.
 */
const IN_A_TEST = 30;
const FIRST = Array.from({ length: 7 }, (_, index) => index * IN_A_TEST);
const CASES = dealtKinds().flatMap((kind) => FIRST.map((first) => ({ kind, first, last: first + IN_A_TEST - 1 })));

it.runIf(effort(false, true)).each(CASES)(
  'an installation that is killed at any of its statements $first to $last leaves nothing, and the next start goes on, on $kind',
  async ({ kind, first, last }) => {
    const run = await startProcesses(kind);
    const { told } = await run();
    let isDone = false;
    for (let statement = first; statement <= last && !isDone; statement += 1) {
      const killed = await run(`install:${statement}`);
      // What was found tells what the one before has left.
      expect([statement, killed.told[0]]).toEqual([statement, { ...told[0], word: 'before install' }]);
      ({ isDone } = killed);
    }
    const { told: left } = await run();
    const { version, all } = left[0]!;
    expect([version, all === told[0]?.all]).toEqual(isDone ? ['1.0.0', false] : [null, true]);
    // The last of them comes to the end of the installation.
    expect(isDone || first !== FIRST.at(-1)).toBe(true);
  },
  1_800_000,
);
