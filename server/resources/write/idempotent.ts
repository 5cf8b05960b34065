import type { Transaction } from 'kysely';
import { rejection, type FailureError } from '#domain/base/failure';
import type { Tables } from '../../db/tables/tables.ts';
import { BUSY_RETRY_SECONDS, IDEMPOTENCY_SECONDS } from '../../base/limits.ts';
import { BusyError } from '../../base/refusal.ts';
import { isRefusal } from '../../db/base/database-error.ts';
import type { AdminCaller, IdempotencyKey } from '../../base/caller.ts';

/**
 * Makes a write idempotent: it is done once for each idempotency key. Key and reply are kept by the transaction of the write itself, so that neither can exist
 * without the other; a second request with the same key waits for the first one's end and gets its reply, or hears
 * that the server is busy where that takes long.
 * Source: security.md rule 31.
 */
export const idempotent = <T>(trx: Transaction<Tables>, caller: AdminCaller, nowSeconds: number, work: () => Promise<T>): Promise<T> =>
  caller.idempotencyKey ? onceFor(trx, idempotencyOwner(caller), caller.idempotencyKey, nowSeconds, work) : work();

/** Stands in the place of what was asked where somebody has called a write back before it came. */
const CALLED_BACK = 'cancelled';

export const cancelled = (): FailureError => rejection('refusals.cancelled');

/**
 * Calls back a write of this key that may be on its way still: when it comes, it is refused. Waits for one that goes on.
 * @returns false where it was done already
 */
export async function callBack(trx: Transaction<Tables>, owner: string, key: string, nowSeconds: number): Promise<boolean> {
  await trx
    .insertInto('idempotency_key')
    .values({ caller: owner, key, request_hash: CALLED_BACK, create_time: nowSeconds })
    .onConflict((on) => on.columns(['caller', 'key']).doNothing())
    .execute();
  const { request_hash: asked } = await trx
    .selectFrom('idempotency_key')
    .select('request_hash')
    .where('caller', '=', owner)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return asked === CALLED_BACK;
}

/** Whose keys those of an administrator are. */
export const idempotencyOwner = ({ id, program }: Pick<AdminCaller, 'id' | 'program'>): string =>
  program ? `admin:${id}:${program.tokenId}` : `admin:${id}`;

/** The same for whoever `owner` names, in 60 letters at most. */
export async function onceFor<T>(
  trx: Transaction<Tables>,
  owner: string,
  { key, requestHash }: IdempotencyKey,
  nowSeconds: number,
  work: () => Promise<T>,
): Promise<T> {
  await trx
    .deleteFrom('idempotency_key')
    .where('caller', '=', owner)
    .where('key', '=', key)
    .where('create_time', '<=', nowSeconds - IDEMPOTENCY_SECONDS)
    .execute();
  const claimed = await trx
    .insertInto('idempotency_key')
    .values({ caller: owner, key, request_hash: requestHash, create_time: nowSeconds })
    .onConflict((on) => on.columns(['caller', 'key']).doNothing())
    .executeTakeFirst()
    .catch((error: unknown) => {
      // What was waited for goes on: it is not known yet what comes of it, and nothing was stopped.
      throw isRefusal(error, 'timeout') ? new BusyError(BUSY_RETRY_SECONDS) : error;
    });
  if (claimed.numInsertedOrUpdatedRows === 1n) {
    const reply = await work();
    await trx
      .updateTable('idempotency_key')
      .set({ status: 200, reply: JSON.stringify({ reply }) })
      .where('caller', '=', owner)
      .where('key', '=', key)
      .execute();
    return reply;
  }
  const kept = await trx
    .selectFrom('idempotency_key')
    .select(['request_hash', 'reply'])
    .where('caller', '=', owner)
    .where('key', '=', key)
    .executeTakeFirst();
  if (kept?.request_hash === CALLED_BACK) throw cancelled();
  if (!kept || kept.request_hash !== requestHash || kept.reply === null) throw rejection('refusals.idempotencyMismatch');
  return (kept.reply as { readonly reply: T }).reply;
}
