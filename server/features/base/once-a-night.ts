import { localText } from '#domain/base/zone-time';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { readSiteSettings } from '../../resources/base/site-settings.ts';

/** By the site's clock, from the one hour to before the other. */
const NIGHT = { from: 3, until: 6 } as const;

/** Does in the small hours of the site what reads whole tables, once a night over all processes. */
export async function onceANight(ports: Pick<ServerPorts, 'database' | 'clock'>, name: string, work: () => Promise<void>): Promise<void> {
  const { kysely } = ports.database;
  const now = nowSeconds(ports);
  const { timeZone } = await readSiteSettings(kysely);
  const [day = '', time = ''] = localText(now, timeZone).split(' ');
  const hour = Number(time.slice(0, 2));
  if (hour < NIGHT.from || hour >= NIGHT.until) return;
  const claimed = await kysely
    .insertInto('idempotency_key')
    .values({ caller: 'server', key: `${name}:${day}`, request_hash: '', create_time: now })
    .onConflict((on) => on.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (claimed) await work();
}
