import { FREE_DISK_SHARE } from '../base/limits.ts';
import type { ServerPorts } from '../ports/ports.ts';

const json = (status: 200 | 503, body: unknown): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  });

/** The process answers. */
export const live = (): Response => json(200, { status: 'ok' });

/** The database takes writes, nothing of it was found damaged, and the disk has room. Source: security.md rule 36. */
export async function ready({
  database,
  freeDiskShare,
  logger,
}: Pick<ServerPorts, 'database' | 'freeDiskShare' | 'logger'>): Promise<Response> {
  const problems: string[] = [];
  try {
    await database.ping();
  } catch (error) {
    logger.error('health.databaseFailed', { error });
    problems.push('database');
  }
  if (database.damage() !== null) problems.push('damage');
  if (freeDiskShare() < FREE_DISK_SHARE) problems.push('disk');
  return problems.length === 0 ? json(200, { status: 'ok' }) : json(503, { status: 'not ready', problems });
}
