import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { silentLogger } from '../../server/base/logger.ts';
import type { RecordedRun } from '../../server/adapters/browser/recorded-runs.ts';
import { readEnv } from '../../server/boot/env.ts';
import { startServer } from '../../server/boot/start-server.ts';

/**
 * `npm run demo:record [command …]`: starts a real server in a directory of its own, has its terminal run the commands that the demo plays, and writes down
 * what each said and when. The commands act on this checkout, as they do on any: install and build are run in it.
 */
const root = join(import.meta.dirname, '../..');
const FILE = join(root, 'server/adapters/browser/recorded-runs.json');
const PASSWORD = 'record-runs-1';
/** Nobody looks at a pause for longer; what was said is whole. */
const LONGEST_PAUSE_MS = 2500;
const LEAVES_ALONE = /^(?:set-npm-registry|install)\./u;

interface Event {
  readonly at: number;
  readonly kind: 'control' | 'output';
  readonly data: string;
}

const dataDir = mkdtempSync(join(tmpdir(), 'troupe-record-'));
const server = await startServer({
  env: readEnv({ ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', PORT: '0', ADMIN_PASSWORD: PASSWORD, TERMINAL: 'on' }),
  logger: silentLogger,
});

async function call(method: string, path: string, body?: object, token?: string): Promise<Readonly<Record<string, never>>> {
  const reply = await fetch(`${server.address}/api/admin/${path}`, {
    method,
    headers: { server: 'true', 'think-lang': 'en', 'content-type': 'application/json', ...(token !== undefined && { batoken: token }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { code, msg, data } = (await reply.json()) as { readonly code: number; readonly msg: string; readonly data: never };
  if (code !== 1) throw new Error(`${path}: ${msg}`);
  return data;
}

/** Folders of this machine are nobody's business. */
const homely = (text: string): string =>
  text
    .replaceAll(dataDir, '/srv/troupe/data')
    .replaceAll(root, '/srv/troupe')
    .replaceAll(/\/tmp\/troupe-terminal-\w+/gu, '/tmp/troupe-terminal')
    .replaceAll(homedir(), '~');

function runOf(line: string, events: readonly Event[]): RecordedRun {
  const said = events.filter(({ kind }) => kind === 'output');
  const [opening, ...rest] = said;
  const last = rest.at(-1);
  const exitCode = /^exitCode: (?<code>\d+)$/u.exec(last?.data ?? '')?.groups?.['code'];
  if (!opening || exitCode === undefined) return { line, lines: [], exitCode: null };
  let before = opening.at;
  const lines = rest.slice(0, -1).map(({ at, data }) => {
    const afterMs = Math.min(LONGEST_PAUSE_MS, at - before);
    before = at;
    return { afterMs, text: homely(data) };
  });
  return { line, lines, exitCode: Number(exitCode) };
}

async function record(command: string, line: string, token: string): Promise<RecordedRun> {
  const uuid = crypto.randomUUID();
  const { ticket } = await call('POST', 'Terminal/ticket', { command, uuid }, token);
  const query = new URLSearchParams({
    command,
    uuid,
    extend: '',
    server: '1',
    lang: 'en',
    color: '1',
    batoken: ticket as unknown as string,
  });
  // Read to its end: then the run is over.
  await (await fetch(`${server.address}/admin/Terminal/index?${query.toString()}`)).text();
  for (;;) {
    const { status, events } = (await call('GET', `Terminal/run?uuid=${uuid}`, undefined, token)) as unknown as {
      readonly status: string;
      readonly events: readonly Event[];
    };
    if (status !== 'running') return runOf(line, events);
    await pause(200);
  }
}

try {
  const { userInfo } = await call('POST', 'Index/login', { username: 'admin', password: PASSWORD, keep: true });
  const token = (userInfo as unknown as { readonly token: string }).token;
  const { commands } = (await call('GET', 'Terminal/commands', undefined, token)) as unknown as {
    readonly commands: readonly { readonly key: string; readonly line: string }[];
  };
  const wanted = process.argv.slice(2);
  const known = (JSON.parse(readFileSync(FILE, 'utf8')) as { readonly runs: readonly RecordedRun[] }).runs;
  const runs = new Map(known.map((run) => [run.line, run]));
  for (const { key, line } of commands) {
    if (wanted.length > 0 ? !wanted.includes(key) : LEAVES_ALONE.test(key)) continue;
    if (wanted.length === 0 && commands.find((one) => one.line === line)?.key !== key) continue;
    const run = await record(key, line, token);
    runs.set(line, run);
    console.log(`${key}: ${run.exitCode ?? 'not there'}, ${run.lines.length} parts`);
  }
  writeFileSync(FILE, `${JSON.stringify({ recordedAt: new Date().toISOString().slice(0, 10), runs: [...runs.values()] }, null, 2)}\n`);
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
