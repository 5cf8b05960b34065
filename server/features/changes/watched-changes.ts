import type { Kysely, Transaction } from 'kysely';
import { plainText } from '#domain/base/plain-value';
import { maskValue } from '#domain/changes/mask';
import type { Tables } from '../../db/tables/tables.ts';
import type { AdminCaller } from '../../base/caller.ts';
import { notFound } from '../../base/refusal.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { columnsOf } from '../../resources/base/columns.ts';
import { mapReplyRows, type ListReply, type WireRow } from '../../resources/base/list-reply.ts';
import type { Resources } from '../../resources/registry.ts';
import type { SecurityLog } from '../base/security-log.ts';
import { namesIn, type Pair } from './named-values.ts';
import { discretionOver, isSecret, mayReveal, type Discretion, SECRET_SHOWN, tellRevealed } from './personal-values.ts';
import { seenEntries } from './recycle-bin.ts';
import { findSection } from './safety-rules.ts';
import { requireSession } from '../../resources/access/own-account.ts';
import { idempotent } from '../../resources/write/idempotent.ts';

type All = Pick<Resources, 'all'>;
type Ports = Pick<ServerPorts, 'database' | 'clock'>;

interface Watched {
  readonly resource: string;
  readonly data_field: string;
}

function factsOf(resources: All, name: string) {
  const resource = findSection(resources, name);
  return { data_table: resource?.table ?? '', connection: '', primary_key: resource ? columnsOf(resource).id.name : 'id', is_rollback: 0 };
}

/** Values as somebody sees them who has not asked for them one by one: what belongs to a person is shown in part. */
function shown(
  { isPersonal, resources }: Pick<Discretion, 'isPersonal'> & { readonly resources: All },
  caller: AdminCaller,
  { resource: name, data_field: column }: Watched,
  before: unknown,
  after: unknown,
) {
  if (isSecret(findSection(resources, name), column)) return { before: SECRET_SHOWN, after: SECRET_SHOWN, masked: '1' };
  const isHidden = !mayReveal(caller) || isPersonal(name, column);
  return isHidden ? { before: maskValue(before), after: maskValue(after), masked: '1' } : { before, after, masked: '0' };
}

const pairOf = (row: WireRow): Pair => {
  const column = String(row['data_field']);
  return { resource: String(row['resource']), before: { [column]: row['before'] }, after: { [column]: row['after'] } };
};

/**
 * A page of the log, with values as this person may see them in a list: records and rights by what they are called. Source: wire protocol
 * §5.17.
 */
export async function withValues(ports: Ports, resources: All, caller: AdminCaller, reply: ListReply): Promise<ListReply> {
  const { kysely } = ports.database;
  const rows = [...(reply.list ?? []), ...(reply.options ?? [])];
  const contextOf = (name: string) => resources.all().find(({ resource }) => resource.name === name)?.context;
  const named = await namesIn(kysely, contextOf, caller, rows.map(pairOf));
  const names = rows.map((row) => String(row['resource']));
  const { isPersonal } = await discretionOver(kysely, (name) => findSection(resources, name), names);
  return mapReplyRows(reply, (row: WireRow) => {
    const facts = factsOf(resources, String(row['resource']));
    const watched = { resource: String(row['resource']), data_field: String(row['data_field']) };
    const id = `${facts.primary_key}=${String(row['record_id'])}`;
    const values = shown({ isPersonal, resources }, caller, watched, row['before'], row['after']);
    const column = values.masked === '1' ? undefined : contextOf(watched.resource)?.columns.find(watched.data_field);
    const called = column && named(column, pairOf(row));
    const told = called && { before: called.before ?? values.before, after: called.after ?? values.after };
    return { ...row, ...facts, id_value: id, ...values, ...told };
  });
}

/** Stock clients compare both letter by letter, and a number has none. */
const textOf = (value: unknown): string | null =>
  value === null || typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : plainText(value);

async function readEntry(kysely: Kysely<Tables>, resources: All, id: number, caller: AdminCaller) {
  const sight = await seenEntries(kysely, caller, resources);
  const entry = await kysely
    .selectFrom('sensitive_entry')
    .leftJoin('record_change', 'record_change.id', 'sensitive_entry.change_id')
    .leftJoin('security_sensitive_data as rule', 'rule.id', 'sensitive_id')
    .leftJoin('admin', 'admin.id', 'admin_id')
    .selectAll('sensitive_entry')
    .select([
      'record_change.before as images',
      'record_change.after as images_after',
      'rule.name as rule_name',
      'admin.username',
      'admin.nickname',
    ])
    .where('sensitive_entry.id', '=', id)
    .where('state', '=', 'kept')
    .where(() => sight.changesSql('sensitive_entry'))
    .executeTakeFirst();
  if (!entry) throw notFound();
  return entry;
}

export function createWatchedChanges(ports: Ports, resources: All, securityLog: SecurityLog) {
  const { kysely } = ports.database;

  /** The bare values, or those that a list shows; that they were looked at is kept. */
  async function values(entry: Awaited<ReturnType<typeof readEntry>>, caller: AdminCaller) {
    const [before, after] = [entry.images?.[entry.data_field] ?? null, entry.images_after?.[entry.data_field] ?? null];
    if (!mayReveal(caller) || isSecret(findSection(resources, entry.resource), entry.data_field)) {
      const { isPersonal } = await discretionOver(kysely, (name) => findSection(resources, name), [entry.resource]);
      return shown({ isPersonal, resources }, caller, entry, before, after);
    }
    await tellRevealed(securityLog, caller, {
      entry: entry.id,
      resource: entry.resource,
      recordId: entry.record_id,
      field: entry.data_field,
    });
    return { before, after, masked: '0' };
  }

  return {
    async info(id: number, caller: AdminCaller): Promise<{ row: Record<string, unknown> }> {
      const entry = await readEntry(kysely, resources, id, caller);
      const told = await values(entry, caller);
      const {
        images: _b,
        images_after: _a,
        rule_name,
        username,
        nickname,
        owner_id: _o,
        settled_at: _t,
        settled_by: _y,
        settled_set: _s,
        ...row
      } = entry;
      return {
        row: {
          ...row,
          ...factsOf(resources, entry.resource),
          id_value: entry.record_id,
          ...told,
          before: textOf(told.before),
          after: textOf(told.after),
          sensitive: rule_name === null ? null : { id: entry.sensitive_id, name: rule_name },
          admin: username === null ? null : { id: entry.admin_id, username, nickname },
        },
      };
    },

    async reveal(id: number, caller: AdminCaller) {
      const { before, after } = await values(await readEntry(kysely, resources, id, caller), caller);
      return { before, after };
    },
  };
}

/** Takes entries out of the log; what was written stays in the journal. */
export async function removeWatched(
  ports: Ports,
  resources: All,
  ids: readonly number[],
  caller: AdminCaller,
): Promise<{ readonly count: number }> {
  const now = nowSeconds(ports);
  const inSight = async (trx: Transaction<Tables>) => {
    await requireSession(trx, caller, ports);
    const sight = await seenEntries(trx, caller, resources);
    const gone = await trx
      .updateTable('sensitive_entry')
      .set({ state: 'removed', settled_at: now, settled_by: caller.id })
      .where('id', 'in', [...ids])
      .where('state', '=', 'kept')
      .where(() => sight.changesSql('sensitive_entry'))
      .returning('id')
      .execute();
    if (gone.length === 0) throw notFound();
    return { count: gone.length };
  };
  return ports.database.transaction((trx) => idempotent(trx, caller, now, () => inSight(trx)));
}
