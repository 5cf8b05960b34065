import { sql, type Kysely, type Transaction } from 'kysely';
import type { OutputOf, ParsedInputOf } from '#api/contract/base/endpoint';
import type { changeSetInfo, eraseChanges, planErasure, recordHistory } from '#api/contract/changes/change';
import { rejection } from '#domain/base/failure';
import { CHANGES_PAGE } from '#domain/changes/change';
import { wordToErase } from '#domain/changes/erasure';
import { refKey, type RecordRef } from '#domain/changes/journal';
import type { AdminCaller } from '../../base/caller.ts';
import { notFound } from '../../base/refusal.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { may, mayList } from '../../resources/access/permissions.ts';
import type { ResourceContext } from '../../resources/base/resource-context.ts';
import { eraseRecords } from '../../resources/changes/erase-records.ts';
import { readRowsOf } from '../../resources/changes/plan-world.ts';
import { ownTitlesOfChanges } from '../../resources/changes/own-titles.ts';
import { readSets } from '../../resources/changes/read-journal.ts';
import { sightOf, type Sight } from '../../resources/changes/sight.ts';
import type { Resources } from '../../resources/registry.ts';
import type { SecurityLog } from '../base/security-log.ts';
import { createDescriber, describeSets } from './describe-changes.ts';
import { titlesRead } from './titles-read.ts';
import { isRecordSeen } from './plan-request.ts';
import { requireSession } from '../../resources/access/own-account.ts';
import { idempotent } from '../../resources/write/idempotent.ts';

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'messages'>;

export interface History {
  info(query: ParsedInputOf<typeof changeSetInfo>, caller: AdminCaller): Promise<OutputOf<typeof changeSetInfo>>;
  ofRecord(query: ParsedInputOf<typeof recordHistory>, caller: AdminCaller): Promise<OutputOf<typeof recordHistory>>;
  erasure(query: ParsedInputOf<typeof planErasure>): Promise<OutputOf<typeof planErasure>>;
  erase(wish: ParsedInputOf<typeof eraseChanges>, caller: AdminCaller): Promise<OutputOf<typeof eraseChanges>>;
}

/** What sets hold and what records were, as far as the reader may see it; and how that is erased. */
export function createHistory(ports: Ports, resources: Pick<Resources, 'all' | 'get'>, log: SecurityLog): History {
  const { kysely } = ports.database;
  const contextOf = (name: string): ResourceContext | undefined => resources.get(name)?.context;
  const sightFor = (caller: AdminCaller): Promise<Sight> =>
    sightOf(
      kysely,
      caller,
      resources.all().map(({ context }) => context),
    );
  const readerOf = ({ client: { language } }: AdminCaller) => ({ sections: resources.all().map(({ context }) => context), language });

  return {
    async info({ id, page }, caller) {
      const sight = await sightFor(caller);
      const [set] = await readSets(kysely, [id]);
      const seen = kysely.selectFrom('record_change as change').where('set_id', '=', id).where(sight.changesSql('change'));
      const { total } = await seen.select((fn) => fn.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      if (!set || total === 0) throw notFound();
      const rows = await seen
        .selectAll()
        .orderBy('id')
        .limit(CHANGES_PAGE)
        .offset((Math.max(1, page) - 1) * CHANGES_PAGE)
        .execute();
      const describer = await createDescriber(kysely, contextOf, caller, rows);
      const own = await ownTitlesOfChanges(kysely, readerOf(caller), rows);
      const [facts] = await describeSets(kysely, [set], sight);
      if (!facts) throw notFound();
      const words = { messages: ports.messages, language: caller.client.language };
      const called = await titlesRead(kysely, (name) => contextOf(name)?.resource, words, [facts, ...rows]);
      const records = rows.map((row) => ({
        id: row.id,
        resource: row.resource,
        recordId: row.record_id,
        title: own.get(row.id) ?? called(row),
        kind: row.kind,
        fields: [...describer.fields({ resource: row.resource, recordId: row.record_id }, row.before, row.after)],
        isErased: row.erased_at !== null,
      }));
      await describer.tellShown(log);
      return { set: { ...facts, title: called(facts) }, records, total };
    },

    async ofRecord({ resource, id, before }, caller) {
      const context = contextOf(resource);
      const sight = await sightFor(caller);
      const source = { kysely, contextOf, isLocked: false };
      if (!context || !mayList(context, caller)) throw notFound();
      if (!(await isRecordSeen(source, { resource, recordId: id }, sight))) throw notFound();
      const rows = await kysely
        .selectFrom('record_change as change')
        .selectAll()
        .where('resource', '=', resource)
        .where('record_id', '=', id)
        .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
        .where(sight.changesSql('change'))
        .orderBy('id', 'desc')
        .limit(CHANGES_PAGE + 1)
        .execute();
      const shown = rows.slice(0, CHANGES_PAGE);
      const describer = await createDescriber(kysely, contextOf, caller, shown);
      const own = await ownTitlesOfChanges(kysely, readerOf(caller), shown);
      const sets = await readSets(kysely, [...new Set(shown.map(({ set_id: setId }) => setId))]);
      const facts = new Map((await describeSets(kysely, sets, sight)).map((set) => [set.id, set]));
      const ref = { resource, recordId: id };
      const versions = shown.flatMap((row) => {
        const set = facts.get(row.set_id);
        if (!set) return [];
        const fields = [...describer.fields(ref, row.before, row.after)];
        const title = own.get(row.id) ?? row.title;
        return [{ id: row.id, resource, recordId: id, title, kind: row.kind, fields, isErased: row.erased_at !== null, set }];
      });
      await describer.tellShown(log);
      return {
        versions,
        next: rows.length > CHANGES_PAGE ? (shown.at(-1)?.id ?? null) : null,
        exists: (await readRowsOf(source, [ref])).get(refKey(ref)) !== null,
        canRewind: may(caller, 'security/change/rewind') && may(caller, `${context.pagePath}/edit`.toLowerCase()),
      };
    },

    async erasure({ resource, id }) {
      const counts = await countErasable(kysely, { resource, recordId: id });
      const last = await lastTitle(kysely, { resource, recordId: id });
      if (last === null) throw notFound();
      const ref = { resource, recordId: id };
      const source = { kysely, contextOf, isLocked: false };
      const exists = contextOf(resource) !== undefined && ((await readRowsOf(source, [ref])).get(refKey(ref)) ?? null) !== null;
      return { ...counts, title: last, exists };
    },

    async erase({ resource, id, title }, caller) {
      const now = nowSeconds(ports);
      const erased = async (trx: Transaction<Tables>) => {
        await requireSession(trx, caller, ports, true);
        const last = await lastTitle(trx, { resource, recordId: id });
        if (last === null) throw notFound();
        if (wordToErase(last, id) !== title.trim()) throw rejection('refusals.changes.wrongTitle');
        const { deletions, watched } = await countErasable(trx, { resource, recordId: id });
        const done = await eraseRecords(trx, { resource, ids: [id] }, { at: now, by: caller.id });
        const subject = { accountType: 'admin', accountId: caller.id, detail: { resource, id, count: done, deletions, watched } } as const;
        await log.write('changes.erased', caller.client, subject, trx);
        return { count: done, versions: done, deletions, watched };
      };
      return ports.database.transaction((trx) => idempotent(trx, caller, now, () => erased(trx)));
    },
  };
}

/** What the record was last called, as far as it has not been erased; null where nothing of it is left. */
async function lastTitle(kysely: Kysely<Tables>, { resource, recordId }: RecordRef): Promise<string | null> {
  const last = await kysely
    .selectFrom('record_change')
    .select('title')
    .where('resource', '=', resource)
    .where('record_id', '=', recordId)
    .where('erased_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.title ?? null;
}

/** How much of a record would go, and what would stay of it. */
async function countErasable(kysely: Kysely<Tables>, { resource, recordId }: RecordRef) {
  const { rows } = await sql<Readonly<Record<'versions' | 'erased' | 'deletions' | 'watched' | 'requests' | 'first' | 'last', number>>>`
    select count(*) filter (where erased_at is null)::integer as versions, count(*) filter (where erased_at is not null)::integer as erased,
      coalesce(min(at), 0) as first, coalesce(max(at), 0) as last,
      (select count(*)::integer from recycle_entry as entry
        where entry.resource = ${resource} and entry.record_id = ${recordId}::bigint and entry.state = 'kept') as deletions,
      (select count(*)::integer from sensitive_entry as entry
        where entry.resource = ${resource} and entry.record_id = ${recordId}::bigint and entry.state = 'kept') as watched,
      (select count(*)::integer from life_request as request
        where request.resource = ${resource} and request.record_id = ${recordId}::bigint and request.state = 'open') as requests
    from record_change where resource = ${resource} and record_id = ${recordId}::bigint`.execute(kysely);
  const [found] = rows;
  if (!found) throw notFound();
  const { versions, erased, deletions, watched, requests, first, last } = found;
  return { versions, erased, deletions, watched, requests, first, last };
}
