import { sql, type Kysely } from 'kysely';
import type { saveWatch } from '#api/contract/notifications/notifications';
import type { ParsedInputOf } from '#api/contract/base/endpoint';
import { rejection } from '#domain/base/failure';
import { MAX_WATCHES } from '#domain/notifications/notification';
import type { AdminCaller } from '../../base/caller.ts';
import { notFound } from '../../base/refusal.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { sightSql } from '../../resources/access/data-limit.ts';
import { lockOwnAccount } from '../../resources/access/own-account.ts';
import { mayList } from '../../resources/access/permissions.ts';
import { MAIN } from '../../resources/read/list-source.ts';
import type { Collect } from './collect.ts';
import { endWatches } from './end-watches.ts';
import { COLLECTED_AT_ONCE } from './limits.ts';
import type { KnownSections } from './notification-words.ts';

type Watched = Pick<ParsedInputOf<typeof saveWatch>, 'resource' | 'recordId'>;

/** Records that administrators watch, each for themselves. */
export interface Watches {
  /** @throws notFound for a record that the caller does not see */
  isWatched(caller: AdminCaller, record: Watched): Promise<boolean>;
  /**
   * Whoever does not see a record any more may still watch it no more.
   * @throws notFound for a record to watch that the caller does not see; the refusal once they watch as many as one may
   */
  watch(caller: AdminCaller, wish: ParsedInputOf<typeof saveWatch>): Promise<void>;
}

export function createWatches(ports: Pick<ServerPorts, 'database' | 'clock'>, resources: KnownSections, collect: Collect): Watches {
  const { database } = ports;
  const { kysely } = database;

  async function requireSeen(caller: AdminCaller, { resource, recordId }: Watched): Promise<void> {
    const context = resources.get(resource)?.context;
    if (!context || !mayList(context, caller)) throw notFound();
    const { rows } = await sql`select 1 from ${sql.table(context.resource.table)} as ${sql.id(MAIN)}
      where ${sql.id(MAIN, context.columns.id.name)} = ${recordId}::bigint and ${await sightSql(context, kysely, caller, MAIN)}`.execute(
      kysely,
    );
    if (rows.length === 0) throw notFound();
  }

  /** Of what is gone nobody is told any more; whoever watches it is told so first. */
  async function makeRoom(caller: AdminCaller): Promise<void> {
    for (let told = 0; told < MAX_WATCHES; told += COLLECTED_AT_ONCE) await collect(caller);
    await endWatches(kysely, resources, { adminId: caller.id, now: nowSeconds(ports) });
  }

  return {
    async isWatched(caller, record) {
      await requireSeen(caller, record);
      const watch = await kysely
        .selectFrom('record_watch')
        .select('record_id')
        .where('admin_id', '=', caller.id)
        .where('resource', '=', record.resource)
        .where('record_id', '=', record.recordId)
        .executeTakeFirst();
      return watch !== undefined;
    },

    async watch(caller, { resource, recordId, isWatched }) {
      if (isWatched) await requireSeen(caller, { resource, recordId });
      if (isWatched && (await isFull(kysely, caller.id))) await makeRoom(caller);
      await database.transaction(async (trx) => {
        // Whoever watches two at once waits here, so that their number stays right.
        await lockOwnAccount(trx, caller);
        const own = { admin_id: caller.id, resource, record_id: recordId };
        if (!isWatched) {
          await sql`delete from record_watch where admin_id = ${caller.id} and resource = ${resource} and record_id = ${recordId}::bigint`.execute(
            trx,
          );
          return;
        }
        if (await isFull(trx, caller.id)) throw rejection('refusals.notifications.tooManyWatched', { max: MAX_WATCHES });
        // What was written before is no news.
        const { newest } = await trx
          .selectFrom('record_change')
          .select((select) => select.fn.max('id').as('newest'))
          .where('resource', '=', resource)
          .where('record_id', '=', recordId)
          .executeTakeFirstOrThrow();
        await trx
          .insertInto('record_watch')
          .values({ ...own, seen_change: newest ?? 0, create_time: nowSeconds(ports) })
          .onConflict((on) => on.columns(['admin_id', 'resource', 'record_id']).doNothing())
          .execute();
      });
    },
  };
}

const isFull = async (from: Kysely<Tables>, adminId: number): Promise<boolean> => {
  const { count } = await from
    .selectFrom('record_watch')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('admin_id', '=', adminId)
    .executeTakeFirstOrThrow();
  return count >= MAX_WATCHES;
};
