import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { oneAtATime } from '../../base/concurrency/one-at-a-time.ts';
import type { DocumentSource, SiteState } from './document-source.ts';
import { originOf } from './public-settings.ts';
import { SHOWN_NOTICES } from '../base/published-notices.ts';

/** The latest moment, of those that have come, at which a notice came or went by itself. */
const lastPassed = (e: ExpressionBuilder<Tables, 'site_version'>, column: 'publish_time' | 'expire_time', now: number) =>
  e
    .selectFrom('notice')
    .select((of) => of.fn.max(column).as('at'))
    .where('status', 'in', SHOWN_NOTICES)
    .where(column, '<=', now);

/** The latest moment that has passed at which a record of a module came or went by itself. @param version of the site */
type LastOfModules = (version: string, now: number) => Promise<number>;

/**
 * The number under which public pages are drawn, and the address that they stand at, as they are in the database when they are asked for:
 * another process may have changed something a moment ago, and notices come and go by the clock. Who asks at once shares one look, so that many readers cost the database no
 * more than a few. Where nobody else writes, a look holds for its second as long as nothing was written since.
 */
export function createSiteState(
  ports: Pick<ServerPorts, 'database' | 'clock' | 'siteAddress'>,
  lastOfModules: LastOfModules,
): Pick<DocumentSource, 'state' | 'known'> {
  let state: SiteState = { version: '', origin: '' };
  let seen: { readonly atSecond: number; readonly writes: number } | null = null;
  const known = (): SiteState | null =>
    seen !== null && seen.writes === ports.database.writes() && seen.atSecond === nowSeconds(ports) ? state : null;
  const look = oneAtATime(async () => {
    const now = nowSeconds(ports);
    const writes = ports.database.writes();
    seen = null;
    const row = await ports.database.kysely
      .selectFrom('site_version')
      .select((e) => [
        'version',
        e.selectFrom('config').select('value').where('name', '=', 'site_address').as('address'),
        lastPassed(e, 'publish_time', now).as('published'),
        lastPassed(e, 'expire_time', now).as('expired'),
      ])
      .executeTakeFirst();
    const version = String(row?.version ?? 0);
    const turn = Math.max(row?.published ?? 0, row?.expired ?? 0, await lastOfModules(version, now));
    state = { version: `${version}.${turn}`, origin: originOf(row?.address ?? '') || (ports.siteAddress ?? '') };
    // What was written meanwhile may have come before the look or after it.
    if (writes !== null && writes === ports.database.writes()) seen = { atSecond: now, writes };
  });
  return {
    known,
    async state() {
      if (known() === null) await look();
      return state;
    },
  };
}
