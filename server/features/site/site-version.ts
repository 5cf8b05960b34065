import type { ServerPorts } from '../../ports/ports.ts';
import { oneAtATime } from '../../base/one-at-a-time.ts';

/**
 * The number under which public pages are drawn, as it is in the database when it is asked for: another process may have changed
 * something a moment ago. Who asks at once shares one look, so that many readers cost the database no more than a few.
 */
export function createSiteVersion({ database }: Pick<ServerPorts, 'database'>): () => Promise<string> {
  let version = '';
  const look = oneAtATime(async () => {
    const row = await database.kysely.selectFrom('site_version').select('version').executeTakeFirst();
    version = String(row?.version ?? 0);
  });
  return async () => {
    await look();
    return version;
  };
}
