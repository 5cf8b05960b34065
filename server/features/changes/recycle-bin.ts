import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { DAY_SECONDS } from '#domain/base/timestamp';
import type { Tables } from '../../db/tables/tables.ts';
import type { AdminCaller, Writer } from '../../base/caller.ts';
import type { GivesWay } from '../../base/precedence.ts';
import { notFound } from '../../base/refusal.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { may } from '../../resources/access/permissions.ts';
import type { ListReply, WireRow } from '../../resources/base/list-reply.ts';
import { mapReplyRows } from '../../resources/base/list-reply.ts';
import { ownTitlesOfChanges } from '../../resources/changes/own-titles.ts';
import { sightOf } from '../../resources/changes/sight.ts';
import type { Resources } from '../../resources/registry.ts';
import { columnsOf } from '../../resources/base/columns.ts';
import { keptSince } from '../base/retention.ts';
import type { SecurityLog } from '../base/security-log.ts';
import { discretionOver, mayReveal, tellRevealed } from './personal-values.ts';
import { findSection } from './safety-rules.ts';
import { requireSession } from '../../resources/access/own-account.ts';
import { idempotent } from '../../resources/write/idempotent.ts';

type All = Pick<Resources, 'all'>;
type Ports = Pick<ServerPorts, 'database' | 'clock'>;
type Image = Readonly<Record<string, unknown>>;

/** Entries that are purged at once when their time is over. */
const PORTION = 500;

/** What of the journal's entries this person sees: those of sections whose lists they may open, within their data limit. */
export const seenEntries = async (kysely: Kysely<Tables>, caller: Writer, resources: All) =>
  sightOf(
    kysely,
    caller,
    resources.all().map(({ context }) => context),
  );

/** What rows of stock clients say of the deleted record. */
function factsOf(resources: All, name: string) {
  const resource = findSection(resources, name);
  return { data_table: resource?.table ?? '', connection: '', primary_key: resource ? columnsOf(resource).id.name : 'id', is_restore: 0 };
}

/** Letters of a text of a record, where a page has many records: all of it is told of one. */
const PAGE_LETTERS = 600_000;

const shortImage = (longest: number): RawBuilder<Image | null> => sql`(select jsonb_object_agg(key, case
    when jsonb_typeof(value) = 'string' and length(value #>> '{}') > ${longest}::integer then to_jsonb(left(value #>> '{}', ${longest}::integer) || '…')
    else value end) from jsonb_each(record_change.before))`;

interface BinEntry {
  /** Of the journal's entry. */
  readonly id: number;
  /** Of the bin's. */
  readonly entry: number;
  readonly resource: string;
}

/** What deleted records are called in the reader's language, as lists and the timeline call them. @returns by entry of the bin */
async function ownTitles(kysely: Kysely<Tables>, resources: All, caller: AdminCaller, entries: readonly BinEntry[]) {
  const sections = resources.all().map(({ context }) => context);
  const own = await ownTitlesOfChanges(kysely, { sections, language: caller.client.language }, entries);
  return new Map(entries.flatMap(({ id, entry }) => (own.has(id) ? [[entry, own.get(id)] as const] : [])));
}

/** A page of the recycle bin, each row with the record as it was. Source: wire protocol §5.15. */
export async function withImages(
  ports: Pick<ServerPorts, 'database'>,
  resources: All,
  caller: AdminCaller,
  reply: ListReply,
): Promise<ListReply> {
  const { kysely } = ports.database;
  const ids = (reply.list ?? []).map((row) => Number(row['id']));
  if (ids.length === 0) return reply;
  const images = await kysely
    .selectFrom('recycle_entry')
    .innerJoin('record_change', 'record_change.id', 'recycle_entry.change_id')
    .select(['recycle_entry.id', 'recycle_entry.change_id', 'record_change.resource'])
    .select(shortImage(Math.floor(PAGE_LETTERS / ids.length)).as('before'))
    .where('recycle_entry.id', 'in', ids)
    .execute();
  const byId = new Map(images.map(({ id, before }) => [id, before ?? {}]));
  const own = await ownTitles(
    kysely,
    resources,
    caller,
    images.map(({ id: entry, change_id: id, resource }) => ({ id, entry, resource })),
  );
  const names = (reply.list ?? []).map((row) => String(row['resource']));
  const { masked, maskedForAll } = await discretionOver(kysely, (name) => findSection(resources, name), names);
  const shown = mayReveal(caller) ? maskedForAll : masked;
  return mapReplyRows(reply, (row: WireRow) => {
    const name = String(row['resource']);
    const image = shown(name, byId.get(Number(row['id'])) ?? {});
    // Deleted under no rule, as the family tells it.
    const title = own.get(Number(row['id'])) ?? row['title'];
    return { ...row, title, recycle_id: row['recycle_id'] ?? 0, data: JSON.stringify(image), ...factsOf(resources, name) };
  });
}

/** A text that is JSON itself is read too, as other servers of the family do. */
function decoded(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/u.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

export function createRecycleBin(ports: Ports, resources: All, securityLog: SecurityLog) {
  const { kysely } = ports.database;

  return {
    /** @throws notFound for what is not there for the caller, or no longer in the bin */
    async info(id: number, caller: AdminCaller): Promise<{ row: Record<string, unknown> }> {
      const sight = await seenEntries(kysely, caller, resources);
      const entry = await kysely
        .selectFrom('recycle_entry')
        .innerJoin('record_change', 'record_change.id', 'recycle_entry.change_id')
        .leftJoin('security_data_recycle as rule', 'rule.id', 'recycle_id')
        .leftJoin('admin', 'admin.id', 'admin_id')
        .selectAll('recycle_entry')
        .select(['record_change.before', 'rule.name as rule_name', 'admin.username', 'admin.nickname'])
        .where('recycle_entry.id', '=', id)
        .where('state', '=', 'kept')
        .where(() => sight.changesSql('recycle_entry'))
        .executeTakeFirst();
      if (!entry) throw notFound();
      const {
        before,
        rule_name,
        username,
        nickname,
        owner_id: _owner,
        settled_at: _at,
        settled_by: _by,
        settled_set: _set,
        ...row
      } = entry;
      const image: Image = before ?? {};
      const own = await ownTitles(kysely, resources, caller, [{ id: entry.change_id, entry: entry.id, resource: entry.resource }]);
      const isBare = mayReveal(caller);
      const discretion = await discretionOver(kysely, (name) => findSection(resources, name), [entry.resource]);
      const hides = Object.keys(image).some((column) => discretion.isHidden(entry.resource, column));
      if (isBare && hides) await tellRevealed(securityLog, caller, { entry: id, resource: entry.resource, recordId: entry.record_id });
      const shown = isBare ? image : discretion.masked(entry.resource, image);
      return {
        row: {
          ...row,
          title: own.get(entry.id) ?? row.title,
          ...factsOf(resources, entry.resource),
          recycle_id: entry.recycle_id ?? 0,
          data: Object.fromEntries(Object.entries(shown).map(([column, value]) => [column, decoded(value)])),
          recycle: entry.recycle_id === null ? null : { id: entry.recycle_id, name: rule_name ?? '' },
          admin: username === null ? null : { id: entry.admin_id, username, nickname },
          // Whether somebody may look at values that others do not see.
          is_masked: !isBare && hides,
        },
      };
    },

    async sections(caller: AdminCaller) {
      if (!may(caller, 'security/datarecyclelog/index')) throw notFound();
      const sight = await seenEntries(kysely, caller, resources);
      const rows = await kysely
        .selectFrom('recycle_entry')
        .select(['resource', (eb) => eb.fn.countAll<number>().as('count')])
        .where('state', '=', 'kept')
        .where(() => sight.changesSql('recycle_entry'))
        .groupBy('resource')
        .orderBy('resource')
        .execute();
      const since = await keptSince(ports, 'recycle_days');
      const days = since === null ? null : Math.round((nowSeconds(ports) - since) / DAY_SECONDS);
      return { sections: rows, days };
    },
  };
}

/** Takes entries out of the bin for good: what the records were is erased. @returns how many there were */
export async function purgeEntries(
  ports: Ports,
  resources: All,
  ids: readonly number[],
  caller: AdminCaller,
): Promise<{ readonly count: number }> {
  const now = nowSeconds(ports);
  const inSight = async (trx: Transaction<Tables>) => {
    await requireSession(trx, caller, ports, true);
    const sight = await seenEntries(trx, caller, resources);
    const rows = await trx
      .selectFrom('recycle_entry')
      .select(['id', 'change_id'])
      .where('id', 'in', [...ids])
      .where('state', '=', 'kept')
      .where(() => sight.changesSql('recycle_entry'))
      .orderBy('id')
      .forUpdate()
      .execute();
    if (rows.length === 0) throw notFound();
    await purge(trx, rows, now, caller.id);
    return { count: rows.length };
  };
  return ports.database.transaction((trx) => idempotent(trx, caller, now, () => inSight(trx)));
}

interface Purged {
  readonly id: number;
  readonly change_id: number;
}

async function purge(trx: Transaction<Tables>, entries: readonly Purged[], now: number, by: number | null): Promise<void> {
  const ids = entries.map(({ id }) => id);
  const changes = entries.map(({ change_id }) => change_id);
  await trx
    .updateTable('recycle_entry')
    .set({ state: 'purged', title: '', settled_at: now, settled_by: by })
    .where('id', 'in', ids)
    .execute();
  await sql`update record_change set before = case when before is null then null else '{}'::jsonb end,
    after = case when after is null then null else '{}'::jsonb end, title = '', beside = null, erased_at = ${now}
    where id in (${sql.join(changes)}) and erased_at is null`.execute(trx);
}

/** Purges what has been in the bin for longer than the settings say. */
export async function sweepBin(ports: Ports, giveWay: GivesWay): Promise<void> {
  const since = await keptSince(ports, 'recycle_days');
  if (since === null) return;
  for (let isMore = true; isMore;) {
    await giveWay();
    isMore = await ports.database.transaction(async (trx) => {
      const rows = await trx
        .selectFrom('recycle_entry')
        .select(['id', 'change_id'])
        .where('state', '=', 'kept')
        .where('create_time', '<', since)
        .orderBy('id')
        .limit(PORTION)
        .forUpdate()
        .execute();
      if (rows.length > 0) await purge(trx, rows, nowSeconds(ports), null);
      return rows.length === PORTION;
    });
  }
}
