import type { ServerPorts } from '../../ports/ports.ts';
import { oneAtATime } from '../../base/one-at-a-time.ts';
import type { SiteState } from './document-source.ts';
import { originOf } from './public-settings.ts';

/**
 * The number under which public pages are drawn, and the address that they stand at, as they are in the database when they are asked for:
 * another process may have changed something a moment ago. Who asks at once shares one look, so that many readers cost the database no
 * more than a few.
 */
export function createSiteState({ database }: Pick<ServerPorts, 'database'>): () => Promise<SiteState> {
  let state: SiteState = { version: '', origin: '' };
  const look = oneAtATime(async () => {
    const row = await database.kysely
      .selectFrom('site_version')
      .select((e) => ['version', e.selectFrom('config').select('value').where('name', '=', 'site_address').as('address')])
      .executeTakeFirst();
    state = { version: String(row?.version ?? 0), origin: originOf(row?.address ?? '') };
  });
  return async () => {
    await look();
    return state;
  };
}
