import type { Kysely } from 'kysely';
import type { Tables } from '../../../db/tables/tables.ts';
import { PLACE_SECONDS } from '../../../base/limits.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import { networkOf } from '../../../base/network.ts';
import type { Account } from '../../../resources/access/locked-account.ts';

/** Where an account has signed in of late: there it is not troubled by what strangers guess elsewhere. Source: security.md goal C13. */

type Ports = Pick<ServerPorts, 'database' | 'clock'>;

export async function isPlaceOf(ports: Ports, { area, accountId }: Account, ip: string): Promise<boolean> {
  const place = await ports.database.kysely
    .selectFrom('sign_in_place')
    .select('last_time')
    .where('account_type', '=', area)
    .where('account_id', '=', accountId)
    .where('network', '=', networkOf(ip))
    .where('last_time', '>', nowSeconds(ports) - PLACE_SECONDS)
    .executeTakeFirst();
  return place !== undefined;
}

/**
 * Whether its owner is to hear of a sign-in from there. The first one of all is from nowhere unusual. Where an account has rested until no place of
 * it counts any more, the network of its last sign-in still does, and no other: nobody would hear of a stranger otherwise.
 */
export async function isUnusualPlace(ports: Ports, account: Account, ip: string): Promise<boolean> {
  const last = await ports.database.kysely
    .selectFrom(account.area === 'admin' ? 'admin' : 'member')
    .select(['last_login_time', 'last_login_ip'])
    .where('id', '=', account.accountId)
    .executeTakeFirst();
  if (last === undefined || last.last_login_time === null || networkOf(last.last_login_ip) === networkOf(ip)) return false;
  return !(await isPlaceOf(ports, account, ip));
}

/** In the transaction of a sign-in that has succeeded. */
export async function notePlace(kysely: Kysely<Tables>, { area, accountId }: Account, ip: string, nowSeconds: number): Promise<void> {
  await kysely
    .insertInto('sign_in_place')
    .values({ account_type: area, account_id: accountId, network: networkOf(ip), last_time: nowSeconds })
    .onConflict((on) => on.columns(['account_type', 'account_id', 'network']).doUpdateSet({ last_time: nowSeconds }))
    .execute();
}

/** Forgets places that no longer count. */
export async function sweepPlaces(ports: Ports): Promise<void> {
  await ports.database.kysely
    .deleteFrom('sign_in_place')
    .where('last_time', '<=', nowSeconds(ports) - PLACE_SECONDS)
    .execute();
}
