import { FREE_DISK_SHARE } from '../base/limits.ts';
import type { ServerPorts } from '../ports/ports.ts';

const json = (status: 200 | 503, body: unknown): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  });

/** How old a look at the database may be: each of them writes, and anybody may ask. */
const PING_MEMORY_MS = 1000;

/** The process answers. */
export const live = (): Response => json(200, { status: 'ok' });

/**
 * The database takes writes, nothing of it was found damaged, and the disk has room. However many ask, the database is asked once in a
 * second, and never twice at a time. Source: security.md rule 36.
 */
export function createReadiness({
  database,
  freeDiskShare,
  logger,
  clock,
}: Pick<ServerPorts, 'database' | 'freeDiskShare' | 'logger' | 'clock'>): () => Promise<Response> {
  let known: { readonly takesWrites: boolean; readonly atMs: number } | null = null;
  let underWay: Promise<boolean> | null = null;

  async function ask(): Promise<boolean> {
    let takesWrites = true;
    try {
      await database.ping();
    } catch (error) {
      logger.error('health.databaseFailed', { error });
      takesWrites = false;
    }
    known = { takesWrites, atMs: clock.nowMs() };
    underWay = null;
    return takesWrites;
  }

  async function takesWrites(): Promise<boolean> {
    // A clock that was set back says nothing about how long ago it was.
    if (known && Math.abs(clock.nowMs() - known.atMs) < PING_MEMORY_MS) return known.takesWrites;
    return (underWay ??= ask());
  }

  return async () => {
    const problems: string[] = [];
    if (!(await takesWrites())) problems.push('database');
    if (database.damage() !== null) problems.push('damage');
    if (freeDiskShare() < FREE_DISK_SHARE) problems.push('disk');
    return problems.length === 0 ? json(200, { status: 'ok' }) : json(503, { status: 'not ready', problems });
  };
}
