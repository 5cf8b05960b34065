import { sql } from 'kysely';
import type { OutputOf, ParsedInputOf } from '#api/contract/base/endpoint';
import type { rollBackSensitive } from '#api/contract/changes/data-safety';
import { isSameValue } from '#domain/base/same-value';
import type { AdminCaller } from '../../base/caller.ts';
import { notFound } from '../../base/refusal.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { may } from '../../resources/access/permissions.ts';
import type { ResourceContext } from '../../resources/base/resource-context.ts';
import { recordFromStore } from '../../resources/base/row-codec.ts';
import type { Resources } from '../../resources/registry.ts';
import { endWrite, numberOf } from '../../resources/write/record-change.ts';
import { saveLocked } from '../../resources/write/write.ts';
import { savepoint } from '../../resources/write/savepoint.ts';
import { idsSql, lockRows, unitOfWork, type UnitOfWork } from '../../resources/write/unit-of-work.ts';
import { isSecret } from './personal-values.ts';
import { seenEntries } from './recycle-bin.ts';
import { reasonOf, refuseAll, refusedEntry, type RefusedEntry } from './refused-steps.ts';

type Wish = ParsedInputOf<typeof rollBackSensitive>;
type Reply = NonNullable<OutputOf<typeof rollBackSensitive>>;
type Ports = Pick<ServerPorts, 'database' | 'clock' | 'messages'>;
type All = Pick<Resources, 'all' | 'get'>;

/**
 * Gives watched fields the values they had, all of them or none. It is a save of the section like any other; where the field has another
 * value by now than the entry left, it is refused unless it is forced. Source: wire protocol §5.17.
 */
export async function rollBack(ports: Ports, resources: All, { ids, force }: Wish, caller: AdminCaller): Promise<Reply> {
  const { kysely } = ports.database;
  const sight = await seenEntries(kysely, caller, resources);
  const entries = await kysely
    .selectFrom('sensitive_entry')
    .leftJoin('record_change', 'record_change.id', 'sensitive_entry.change_id')
    .select([
      'sensitive_entry.id',
      'sensitive_entry.resource',
      'sensitive_entry.record_id',
      'sensitive_entry.title',
      'data_field',
      'before',
      'after',
      'erased_at',
    ])
    .where('sensitive_entry.id', 'in', [...ids])
    .where(() => sight.changesSql('sensitive_entry'))
    // The newest first: what came later goes before what it was made of.
    .orderBy('sensitive_entry.id', 'desc')
    .execute();
  const [first] = entries;
  if (!first || entries.length < new Set(ids).size) throw notFound();
  const contextOf = (name: string): ResourceContext | undefined => resources.get(name)?.context;
  const about = contextOf(first.resource)?.resource ?? { name: first.resource, table: first.resource, fields: {} };
  const kind = { action: 'edit', source: 'rollback', keptOut: null } as const;

  async function one(unit: UnitOfWork, entry: (typeof entries)[number], isOpen: boolean): Promise<RefusedEntry | null> {
    const context = contextOf(entry.resource);
    const refuse = (found: Parameters<typeof refusedEntry>[3]) => refusedEntry(ports.messages, caller, entry, { context, ...found });
    const column = context?.columns.find(entry.data_field);
    if (!isOpen) return refuse({ reason: 'restored' });
    if (!context) return refuse({ reason: 'sectionGone' });
    if (isSecret(context.resource, entry.data_field)) return refuse({ reason: 'secret' });
    if (!column) return refuse({ reason: 'columnsGone', fields: [entry.data_field] });
    if (!may(caller, `${context.pagePath}/edit`.toLowerCase())) return refuse({ reason: 'forbidden' });
    if (entry.erased_at !== null || !Object.hasOwn(entry.before ?? {}, column.name)) return refuse({ reason: 'erased' });
    const [current] = await lockRows(context, unit, [entry.record_id]);
    if (!current) return refuse({ reason: 'relationGone', fields: [] });
    const isAsLeft = isSameValue(current[column.name], entry.after?.[column.name]);
    if (!isAsLeft && !force) return refuse({ reason: 'changedSince', fields: [column.name] });
    const values = recordFromStore([column], entry.before ?? {});
    const refusal = await savepoint(context, unit, () => saveLocked(context, unit, current, values));
    return refusal && refuse(reasonOf(ports.messages, caller, refusal));
  }

  return unitOfWork({ ports, resource: about as ResourceContext['resource'] }, caller, kind, async (unit) => {
    const { rows } = await sql<{ id: number; state: string }>`select id, state from sensitive_entry
      where id in ${idsSql(ids)} order by id for update`.execute(unit.trx);
    const open = new Set(rows.filter(({ state }) => state === 'kept').map(({ id }) => id));
    const refused: RefusedEntry[] = [];
    for (const entry of entries) {
      const refusal = await one(unit, entry, open.has(entry.id));
      if (refusal) refused.push(refusal);
    }
    if (refused.length > 0) refuseAll(refused);
    await unit.trx
      .updateTable('sensitive_entry')
      .set({ state: 'rolledBack', settled_at: unit.nowSeconds, settled_by: caller.id, settled_set: await numberOf(unit) })
      .where('id', 'in', [...open])
      .execute();
    return { count: entries.length, refused: [], ...(await endWrite(unit)) };
  });
}
