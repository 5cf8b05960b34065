import { createServer } from 'node:net';
import { join } from 'node:path';
import { newDataDir, removeDataDir } from '#tests/e2e/support/server-process.ts';
import type { Effort } from './effort.ts';
import { HOSTILE_CALLS } from './hostile-calls.ts';
import { markdownTable } from './markdown-table.ts';
import { startMeasuredServer } from './troupe-server.ts';

/** Nobody's call keeps the others waiting for longer. Source: security.md rule 16. */
const BUDGET_MS = 250;

interface Pause {
  readonly passedMs: number;
  readonly workedMs: number;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { readonly port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/**
 * The longest time for which a call keeps the main thread of a real server for itself: what the thread worked in one go, which a busy
 * machine does not stretch, and what passed meanwhile.
 */
export async function benchPause(effort: Effort): Promise<string> {
  const dataDir = newDataDir();
  const port = await freePort();
  const watch = join(import.meta.dirname, 'thread-watch-process.ts');
  const server = await startMeasuredServer(dataDir, {
    NODE_OPTIONS: `--import ${watch}`,
    THREAD_WATCH_PORT: String(port),
    SAMPLE_DATA: '1',
  });
  const longest = async (): Promise<Pause> => (await fetch(`http://127.0.0.1:${port}`)).json() as Promise<Pause>;
  try {
    const rows: (readonly string[])[] = [];
    for (const { name, run } of effort === 'short' ? HOSTILE_CALLS.filter(({ isLong }) => !isLong) : HOSTILE_CALLS) {
      await longest();
      const start = performance.now();
      const reply = await run(server).catch((error: unknown) => String(error));
      const tookMs = performance.now() - start;
      const { workedMs, passedMs } = await longest();
      const said = typeof reply === 'string' ? reply.slice(0, 60).replaceAll('|', '') : '';
      rows.push([name, `${workedMs.toFixed(0)}${workedMs > BUDGET_MS ? ' ✗' : ''}`, passedMs.toFixed(0), tookMs.toFixed(0), said]);
    }
    return markdownTable(
      ['call', `thread at work in one go, ms (≤ ${BUDGET_MS})`, 'passed meanwhile, ms', 'whole call, ms', 'answer'],
      rows,
    );
  } finally {
    await server.close();
    removeDataDir(dataDir);
  }
}
