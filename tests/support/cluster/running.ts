import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { SIGNAL_WORD } from '#domain/terminal/terminal-task';
import { type Reply, signInReply } from '#tests/e2e/support/admin-calls.ts';
import { ADMIN_PASSWORD } from '#tests/e2e/support/server-process.ts';
import { followThrough, pause } from './read-lines.ts';

/** A command of the terminal that says numbers for half a minute, in the place of a package manager that is not here. */
export interface LongCommand {
  /** Of the servers that are to run it. */
  readonly env: Readonly<Record<string, string>>;
  remove(): void;
}

const NUMBERS = 100;
const SCRIPT = `#!/bin/sh\ni=0; while [ $i -lt ${NUMBERS} ]; do echo "number $i"; i=$((i+1)); sleep 0.3; done\n`;
export const ALL_NUMBERS: readonly string[] = Array.from({ length: NUMBERS }, (_, index) => `number ${index}`);

export function longCommand(): LongCommand {
  const folder = mkdtempSync(join(tmpdir(), 'troupe-command-'));
  writeFileSync(join(folder, 'pnpm'), SCRIPT, { mode: 0o755 });
  return {
    env: { PATH: [folder, process.env['PATH'] ?? ''].join(delimiter) },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export interface LongRun {
  readonly status: string | null;
  readonly lines: number;
  /** Numbers as its reader saw them come, and as they are kept. */
  readonly read: readonly string[];
  readonly stored: readonly string[];
}

export interface Running {
  /** Stops with the command that is running. @returns every run there was */
  stop(): Promise<readonly LongRun[]>;
}

interface RunEvent {
  readonly seq: number;
  readonly kind: 'control' | 'output';
  readonly data: string;
}

const ENDS: readonly string[] = [SIGNAL_WORD.succeeded, SIGNAL_WORD.failed];
const numbersIn = (events: readonly RunEvent[]): readonly string[] =>
  events.flatMap(({ kind, data }) => (kind === 'output' ? data.split('\n').filter((line) => line.startsWith('number ')) : []));

/** A super administrator runs the long command again and again, and reads what it says. */
export async function startRunning(url: string): Promise<Running> {
  const { token: batoken } = (await signInReply(url, 'admin', ADMIN_PASSWORD)).userInfo;
  const headers = { server: 'true', 'think-lang': 'en', batoken };
  const over = new AbortController();

  async function run(): Promise<LongRun> {
    const uuid = crypto.randomUUID();
    const { events, lines } = await followThrough<RunEvent>(
      (after) => fetch(`${url}/api/admin/Terminal/index?command=test.pnpm&uuid=${uuid}&server=1&after=${after}`, { headers }),
      ({ kind, data }) => kind === 'control' && ENDS.includes(data),
    );
    for (;;) {
      const response = await fetch(`${url}/api/admin/Terminal/run?uuid=${uuid}`, { headers }).catch(() => null);
      if (response?.status === 200) {
        const { data } = (await response.json()) as Reply;
        const stored = data as unknown as { readonly status: string | null; readonly events: readonly RunEvent[] };
        return { status: stored.status, lines, read: numbersIn(events), stored: numbersIn(stored.events) };
      }
      await pause();
    }
  }
  async function runOn(): Promise<readonly LongRun[]> {
    const runs: LongRun[] = [];
    while (!over.signal.aborted) runs.push(await run());
    return runs;
  }
  const running = runOn();
  // Whoever stops hears of it.
  running.catch(() => undefined);
  return {
    stop() {
      over.abort();
      return running;
    },
  };
}
