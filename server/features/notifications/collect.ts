import { sql, type Kysely, type SqlBool, type Transaction } from 'kysely';
import { kindOfNotification } from '#domain/notifications/notification';
import type { AdminCaller } from '../../base/caller.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import type { Requests } from '../life/requests.service.ts';
import type { Since } from '../life/waiting-requests.ts';
import { COLLECTED_AT_ONCE, FIRST_LOOK_SECONDS, LATE_SECONDS, NOTIFICATION_SECONDS } from './limits.ts';
import { sightOfCaller, type KnownSections } from './notification-words.ts';
import { readReader, tellAdmin, type News } from '../base/tell-admin.ts';

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'jobs' | 'encryptor'>;

/**
 * Looks what has happened to what somebody watches or waits for since they were told last. Writes of records know nothing of who watches
 * them and cost nothing for it; what may be seen is judged now. Decision 165.
 */
export type Collect = (caller: AdminCaller) => Promise<void>;

export function createCollect(ports: Ports, resources: KnownSections, requests: Pick<Requests, 'untold'>): Collect {
  const { database } = ports;
  const { kysely } = database;

  return async (caller) => {
    const { row: reader, ways } = await readReader(kysely, caller.id);
    const now = nowSeconds(ports);
    const records = await changedRecords(kysely, caller, (await sightOfCaller(kysely, resources, caller)).changesSql('change'));
    const seenRequest = reader?.seen_request ?? 0;
    const askedFrom = now - LATE_SECONDS;
    const { newest, hasLate } = await openRequests(kysely, caller, now, { seen: seenRequest, askedFrom });
    // The oldest first, so that what is left for the next look is newer than what was told.
    const wanted = newest > seenRequest || hasLate;
    const untold = wanted ? await requests.untold({ seen: seenRequest, askedFrom }, COLLECTED_AT_ONCE + 1, caller) : [];
    const waiting = untold.slice(0, COLLECTED_AT_ONCE);
    const told = Math.max(untold.length > waiting.length ? (waiting.at(-1)?.id ?? newest) : newest, seenRequest);
    const seenSettled = reader?.seen_settled ?? now - FIRST_LOOK_SECONDS;
    const way = ways.find(({ kind }) => kind === kindOfNotification('requestApproved'));
    // Whoever wants no word of it has no rows either, by which what is looked at again is known.
    const lookFrom = way?.inApp || way?.byMail ? seenSettled - LATE_SECONDS : seenSettled + 1;
    // What is older than anything that is kept was told, and forgotten.
    const since = Math.max(lookFrom, now - NOTIFICATION_SECONDS);
    const settled = await settledRequests(kysely, caller, since);
    const isNews = records.length + settled.length + waiting.length > 0 || newest > seenRequest;
    // Mails go in the language that somebody works in, and not in the one in which they were told something first.
    if (!isNews && (!reader || reader.language === caller.client.language)) return;
    await database.transaction(async (trx) => {
      const tell = (news: News): Promise<void> => tellAdmin(ports, trx, caller.id, news, caller.client.language);
      for (const record of records) await tellOfRecord(trx, caller, record, tell);
      for (const { id, resource, record_id: recordId, asked_by: byId } of waiting)
        await tell({ name: 'requestWaits', resource, recordId, byId, key: `request:${id}`, isOnce: true });
      for (const { id, resource, record_id: recordId, state, settled_by: byId } of settled)
        await tell({
          name: state === 'approved' ? 'requestApproved' : 'requestDeclined',
          resource,
          recordId,
          byId,
          key: `settled:${id}`,
          isOnce: true,
        });
      const seen = {
        seen_request: told,
        seen_settled: Math.max(...settled.map((one) => one.settled_at ?? 0), reader?.seen_settled ?? now),
      };
      await trx
        .insertInto('notification_reader')
        .values({ admin_id: caller.id, language: caller.client.language, ...seen })
        .onConflict((on) => on.column('admin_id').doUpdateSet({ ...seen, language: caller.client.language }))
        .execute();
    });
  };
}

interface ChangedRecord {
  readonly resource: string;
  readonly record_id: number;
  readonly seen: number;
  readonly last: number;
  readonly changes: number;
  readonly kind: string;
  readonly by_id: number | null;
}

/** Watched records that somebody else has written to. Changes of one record are numbered in the order in which they are made. */
async function changedRecords(
  kysely: Kysely<Tables>,
  { id }: AdminCaller,
  isSeen: ReturnType<Awaited<ReturnType<typeof sightOfCaller>>['changesSql']>,
): Promise<readonly ChangedRecord[]> {
  const { rows } =
    await sql<ChangedRecord>`select watch.resource, watch.record_id, watch.seen_change as seen, max(change.id)::bigint as last,
      count(distinct change.set_id)::int as changes, (array_agg(change.kind order by change.id desc))[1] as kind,
      (array_agg(case when written.actor_type = 'admin' then written.actor_id end order by change.id desc))[1] as by_id
    from record_watch as watch
      join record_change as change
        on change.resource = watch.resource and change.record_id = watch.record_id and change.id > watch.seen_change
      join change_set as written on written.id = change.set_id
    where watch.admin_id = ${id} and not (written.actor_type = 'admin' and written.actor_id = ${id}) and ${isSeen}
    group by watch.resource, watch.record_id, watch.seen_change order by last limit ${COLLECTED_AT_ONCE}`.execute(kysely);
  return rows;
}

/** Of two that look at once the first tells, and what it has not seen is left to the next look; what has not been read yet is counted on. */
async function tellOfRecord(
  trx: Transaction<Tables>,
  { id: adminId }: AdminCaller,
  { resource, record_id: recordId, seen, last, changes, kind, by_id: byId }: ChangedRecord,
  tell: (news: News) => Promise<void>,
): Promise<void> {
  const isDeleted = kind === 'deleted';
  const isMine = sql`admin_id = ${adminId} and resource = ${resource} and record_id = ${recordId}::bigint`;
  const { rows: moved } = await sql`update record_watch set seen_change = ${last}::bigint
    where ${isMine} and seen_change = ${seen}::bigint returning record_id`.execute(trx);
  if (moved.length === 0) return;
  const key = `record:${resource}:${recordId}`;
  const unread = await trx
    .selectFrom('notification')
    .select('params')
    .where('admin_id', '=', adminId)
    .where('key', '=', key)
    .where('read_time', 'is', null)
    .executeTakeFirst();
  const count = changes + Number(unread?.params['count'] ?? 0);
  await tell({ name: isDeleted ? 'recordDeleted' : 'recordChanged', resource, recordId, byId, key, params: isDeleted ? {} : { count } });
  if (isDeleted) await sql`delete from record_watch where ${isMine}`.execute(trx);
}

/** The highest number of the open ones that others have asked for, and whether there is a lower one that came after it was looked. */
async function openRequests(kysely: Kysely<Tables>, { id }: AdminCaller, now: number, { seen, askedFrom }: Since) {
  const { newest, late } = await kysely
    .selectFrom('life_request')
    .select((select) => select.fn.max('id').as('newest'))
    .select(
      sql<boolean | null>`bool_or(id <= ${seen}::bigint and asked_at >= ${askedFrom}::bigint
        and not exists (select from notification where admin_id = ${id} and key = 'request:' || life_request.id))`.as('late'),
    )
    .where('state', '=', 'open')
    .where('asked_by', '<>', id)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return { newest: newest ?? 0, hasLate: late === true };
}

const settledRequests = (kysely: Kysely<Tables>, { id }: AdminCaller, since: number) =>
  kysely
    .selectFrom('life_request')
    .select(['id', 'resource', 'record_id', 'state', 'settled_by', 'settled_at'])
    .where('asked_by', '=', id)
    .where('state', 'in', ['approved', 'declined'])
    .where('settled_by', '<>', id)
    .where('settled_at', '>=', since)
    // What was looked at last is looked at again.
    .where(sql<SqlBool>`not exists (select from notification where admin_id = ${id} and key = 'settled:' || life_request.id)`)
    .orderBy('settled_at')
    .limit(COLLECTED_AT_ONCE)
    .execute();

/** A request that another person has settled waits for nobody any more. */
export async function readSettled(kysely: Kysely<Tables>, { id }: AdminCaller, now: number): Promise<void> {
  await kysely
    .updateTable('notification')
    .set({ read_time: now })
    .where('admin_id', '=', id)
    .where('name', '=', 'requestWaits')
    .where('read_time', 'is', null)
    .where(
      sql<SqlBool>`not exists (select from life_request as request where 'request:' || request.id = notification.key
        and request.state = 'open' and request.expires_at > ${now}::bigint)`,
    )
    .execute();
}
