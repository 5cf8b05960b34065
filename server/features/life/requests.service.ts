import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { OutputOf, ParsedInputOf } from '#api/contract/base/endpoint';
import { REQUESTS_PAGE, type approveRequest, type listRequests } from '#api/contract/changes/life-requests';
import type { Settling } from '#domain/life/life-request';
import type { AdminCaller } from '../../base/caller.ts';
import { notFound } from '../../base/refusal.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { sightSql } from '../../resources/access/data-limit.ts';
import { mayList } from '../../resources/access/permissions.ts';
import type { ResourceContext } from '../../resources/base/resource-context.ts';
import type { StoredRow } from '../../resources/base/row-codec.ts';
import { MAIN } from '../../resources/read/list-source.ts';
import type { Resources } from '../../resources/registry.ts';
import { mayApprove, settleRequest, type SettleWish } from '../../resources/write/approvals.ts';
import { idsSql } from '../../resources/write/unit-of-work.ts';
import type { SecurityLog } from '../base/security-log.ts';
import { createDescriber } from '../changes/describe-changes.ts';
import { isOpenAt, pairsOf, type Pairs, type LifeRequestRow, calledIn, toldRequest } from './told-request.ts';
import { type Since, waitingSql, type WaitingRequest } from './waiting-requests.ts';

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'messages'>;
type Wish = ParsedInputOf<typeof listRequests>;

/** Requests that are looked at for a page of those that somebody may see. */
const LOOKED_AT = 200;

export interface Requests {
  list(wish: Wish, caller: AdminCaller): Promise<OutputOf<typeof listRequests>>;
  /** Of those that wait for somebody, the oldest of which they were not told yet, and no more of them than were asked for. */
  untold(since: Since, limit: number, caller: AdminCaller): Promise<readonly WaitingRequest[]>;
  /** How many open requests somebody may approve and has sent, up to a page of each. */
  count(caller: AdminCaller): Promise<{ readonly forMe: number; readonly mine: number }>;
  settle(how: Settling, wish: SettleWish & { readonly id: number }, caller: AdminCaller): Promise<OutputOf<typeof approveRequest>>;
}

const isOpenTo = (caller: AdminCaller, context: ResourceContext): boolean =>
  context.resource.life !== undefined && mayList(context, caller);

/** What waits for a second person, and what became of it. */
export function createRequests(ports: Ports, resources: Pick<Resources, 'all' | 'get'>, log: SecurityLog): Requests {
  const { kysely } = ports.database;
  const contextOf = (name: string): ResourceContext | undefined => resources.get(name)?.context;

  const openTo = (caller: AdminCaller): readonly ResourceContext[] =>
    resources.all().flatMap(({ context }) => (isOpenTo(caller, context) ? [context] : []));

  /** Those of a page that somebody may see, with their records. */
  async function page(wish: Wish, caller: AdminCaller) {
    const open = openTo(caller);
    const rows = await readRequests(kysely, wish, open, caller, nowSeconds(ports));
    const records = await seenRecords(kysely, open, rows, caller);
    const seen = rows.filter(
      (row) =>
        records.has(keyOf(row)) ||
        (row.asked_by === caller.id && wish.which === 'mine') ||
        (row.state !== 'open' && row.asked_by === caller.id),
    );
    const shown = seen.slice(0, REQUESTS_PAGE);
    const last = seen.length > REQUESTS_PAGE ? shown.at(-1) : rows.length > LOOKED_AT ? rows.at(-1) : undefined;
    return { shown, records, next: last?.id ?? null };
  }

  return {
    async list(wish, caller) {
      const { shown, records, next } = await page(wish, caller);
      const pairs = await Promise.all(shown.map((row) => pairsOf(kysely, contextOf(row.resource), row, records.get(keyOf(row)) ?? null)));
      const describer = await createDescriber(kysely, contextOf, caller, pairs.flat());
      const requests = shown.flatMap((row, index) => {
        const context = contextOf(row.resource);
        return context
          ? [toldRequest(ports, { context, row, record: records.get(keyOf(row)) ?? null, pairs: pairs[index] as Pairs }, describer, caller)]
          : [];
      });
      await describer.tellShown(log);
      return { requests, next };
    },

    async untold(since, limit, caller) {
      const now = nowSeconds(ports);
      const parts: RawBuilder<WaitingRequest>[] = [];
      for (const context of openTo(caller)) {
        const events = approvedEvents(context, caller);
        if (events.length > 0) parts.push(await waitingSql(kysely, context, { events, ...since, limit, now }, caller));
      }
      if (parts.length === 0) return [];
      const { rows } = await sql<WaitingRequest>`select * from (${sql.join(parts, sql` union all `)}) as waiting
        order by id limit ${limit}`.execute(kysely);
      return rows;
    },

    async count(caller) {
      const [forMe, mine] = [await page({ which: 'forMe' }, caller), await page({ which: 'mine' }, caller)];
      const now = nowSeconds(ports);
      return { forMe: forMe.shown.length, mine: mine.shown.filter((row) => isOpenAt(row, now)).length };
    },

    async settle(how, { id, ...wish }, caller) {
      const found = await kysely.selectFrom('life_request').select(['resource', 'record_id']).where('id', '=', id).executeTakeFirst();
      const context = found && contextOf(found.resource);
      if (!context || !isOpenTo(caller, context)) throw notFound();
      const settled = await settleRequest(context, id, how, wish, caller);
      // Where the record has gone out of sight by it, nothing is told of it.
      const [record] = (await seenRecords(kysely, [context], [found], caller)).values();
      return record ? { ...settled, title: calledIn(ports, context, record, caller) } : settled;
    },
  };
}

const keyOf = ({ resource, record_id: id }: Pick<LifeRequestRow, 'resource' | 'record_id'>): string => `${resource}:${id}`;

/** Of which events somebody may approve requests. */
const approvedEvents = (context: ResourceContext, caller: AdminCaller): readonly string[] =>
  Object.entries(context.resource.life?.events ?? {}).flatMap(([event, { second }]) =>
    second && mayApprove(context, caller, event) ? [event] : [],
  );

async function readRequests(
  kysely: Kysely<Tables>,
  { which, resource, recordId, before }: Wish,
  open: readonly ResourceContext[],
  caller: AdminCaller,
  now: number,
) {
  if (open.length === 0) return [];
  const approved = open.flatMap((context) => approvedEvents(context, caller).map((event) => ({ resource: context.resource.name, event })));
  return kysely
    .selectFrom('life_request')
    .selectAll()
    .where(
      'resource',
      'in',
      open.map((context) => context.resource.name),
    )
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .$if(which === 'mine', (query) => query.where('asked_by', '=', caller.id))
    .$if(which === 'record', (query) => query.where('resource', '=', resource ?? '').where('record_id', '=', recordId ?? 0))
    .$if(which === 'forMe', (query) =>
      query
        .where('state', '=', 'open')
        .where('expires_at', '>', now)
        .where('asked_by', '<>', caller.id)
        .where(
          sql<boolean>`(resource, event) in (select one.resource, one.event from jsonb_to_recordset(${JSON.stringify(approved)}::jsonb)
            as one (resource text, event text))`,
        ),
    )
    .orderBy('id', 'desc')
    .limit(LOOKED_AT + 1)
    .execute();
}

/** The records that somebody may see, by section and id: one question a section. */
async function seenRecords(
  kysely: Kysely<Tables>,
  open: readonly ResourceContext[],
  rows: readonly Pick<LifeRequestRow, 'resource' | 'record_id'>[],
  caller: AdminCaller,
): Promise<ReadonlyMap<string, StoredRow>> {
  const found = new Map<string, StoredRow>();
  for (const context of open) {
    const ids = rows.filter(({ resource }) => resource === context.resource.name).map(({ record_id: id }) => id);
    if (ids.length === 0) continue;
    const own = sql.join(context.columns.readable.map(({ name }) => sql.id(MAIN, name)));
    const { rows: records } = await sql<StoredRow>`select ${own} from ${sql.table(context.resource.table)} as ${sql.id(MAIN)}
      where ${sql.id(MAIN, context.columns.id.name)} in ${idsSql(ids)} and ${await sightSql(context, kysely, caller, MAIN)}`.execute(
      kysely,
    );
    for (const record of records) found.set(`${context.resource.name}:${String(record[context.columns.id.name])}`, record);
  }
  return found;
}
