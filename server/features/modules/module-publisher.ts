import type { Kysely, Transaction } from 'kysely';
import type { PublisherChange } from '#domain/modules/module-plan';
import type { Tables } from '../../db/tables/tables.ts';
import type { Loaded } from './package-source.ts';
import { readWaiting } from './waiting-rows.ts';

/**
 * Notes by whom a module is signed.
 * @returns what is another than before, to be agreed to; null where nothing is
 */
export async function pinPublisher(
  trx: Transaction<Tables>,
  { manifest: { uid }, trust, publisher }: Pick<Loaded, 'manifest' | 'trust' | 'publisher'>,
  now: number,
): Promise<PublisherChange | null> {
  // What comes with the program is its own, whoever packed it.
  const fingerprint = trust === 'shipped' ? '' : (publisher ?? '');
  const pinned = await trx.selectFrom('module_publisher').select('fingerprint').where('uid', '=', uid).forUpdate().executeTakeFirst();
  if (pinned?.fingerprint === fingerprint) return null;
  const own = { fingerprint, pinned_at: now };
  await trx
    .insertInto('module_publisher')
    .values({ uid, ...own })
    .onConflict((on) => on.column('uid').doUpdateSet(own))
    .execute();
  return pinned ? { before: pinned.fingerprint, now: fingerprint } : null;
}

/** Forgets by whom a module was signed, where nothing of it is here: no version of it, and no records that wait. */
export async function forgetPublisher(trx: Transaction<Tables>, uid: string): Promise<void> {
  if ((await readWaiting(trx, uid)).has(uid)) return;
  await trx.deleteFrom('module_publisher').where('uid', '=', uid).where('uid', 'not in', trx.selectFrom('module').select('uid')).execute();
}

/** Those of modules that are gone, and whose records do not wait any more. */
export async function sweepPublishers(kysely: Kysely<Tables>): Promise<void> {
  const waiting = [...(await readWaiting(kysely)).keys()];
  await kysely
    .deleteFrom('module_publisher')
    .where('uid', 'not in', kysely.selectFrom('module').select('uid'))
    .$if(waiting.length > 0, (query) => query.where('uid', 'not in', waiting))
    .execute();
}
