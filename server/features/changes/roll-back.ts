import type { OutputOf, ParsedInputOf } from '#api/contract/base/endpoint';
import type { rollBackSensitive } from '#api/contract/changes/data-safety';
import { isSameValue } from '#domain/base/same-value';
import type { AdminCaller } from '../../base/caller.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { may } from '../../resources/access/permissions.ts';
import { recordFromStore } from '../../resources/base/row-codec.ts';
import type { Resources } from '../../resources/registry.ts';
import { lockSections } from '../../resources/changes/apply-plan.ts';
import { endWrite } from '../../resources/write/record-change.ts';
import { saveLocked } from '../../resources/write/write.ts';
import { savepoint } from '../../resources/write/savepoint.ts';
import { lockRows, unitOfWork, type UnitOfWork } from '../../resources/write/unit-of-work.ts';
import { isSecret } from './personal-values.ts';
import { seenEntries } from './recycle-bin.ts';
import { reasonOf, refuseAll, refusedEntry, type RefusedEntry } from './refused-steps.ts';
import { lockKept, sectionsOfEntries, settle, writeBackOf } from './settle-entries.ts';

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
  const { sectionOf, about } = writeBackOf(ports, resources, ids, entries);
  const kind = { action: 'edit', source: 'rollback', keptOut: null } as const;

  async function one(unit: UnitOfWork, entry: (typeof entries)[number], isOpen: boolean): Promise<RefusedEntry | null> {
    const context = sectionOf(entry.resource);
    const refuse = (found: Parameters<typeof refusedEntry>[3]) => refusedEntry(ports.messages, caller, entry, { context, ...found });
    const column = context?.columns.find(entry.data_field);
    if (!isOpen) return refuse({ reason: 'restored', says: 'refusals.safety.rolledBack' });
    if (!context) return refuse({ reason: 'sectionGone' });
    if (isSecret(context.resource, entry.data_field)) return refuse({ reason: 'secret' });
    if (!column) return refuse({ reason: 'columnsGone', fields: [entry.data_field] });
    if (!may(caller, `${context.pagePath}/edit`.toLowerCase())) return refuse({ reason: 'forbidden' });
    if (entry.erased_at !== null || !Object.hasOwn(entry.before ?? {}, column.name)) return refuse({ reason: 'erased' });
    const [current] = await lockRows(context, unit, [entry.record_id]);
    if (!current) return refuse({ reason: 'relationGone', says: 'refusals.safety.recordGone' });
    const isAsLeft = isSameValue(current[column.name], entry.after?.[column.name]);
    if (!isAsLeft && !force) return refuse({ reason: 'changedSince', fields: [column.name], says: 'refusals.safety.overwritten' });
    const values = recordFromStore([column], entry.before ?? {});
    const refusal = await savepoint(context, unit, () => saveLocked(context, unit, current, values));
    return refusal && refuse(reasonOf(ports.messages, caller, refusal));
  }

  return unitOfWork(about, caller, kind, async (unit) => {
    await lockSections(sectionsOfEntries(entries, sectionOf), unit);
    const open = await lockKept(unit.trx, 'sensitive_entry', ids);
    const refused: RefusedEntry[] = [];
    for (const entry of entries) {
      const refusal = await one(unit, entry, open.has(entry.id));
      if (refusal) refused.push(refusal);
    }
    if (refused.length > 0) refuseAll(refused);
    await settle(unit, 'sensitive_entry', [...open], 'rolledBack');
    return { count: entries.length, refused: [], ...(await endWrite(unit)) };
  });
}
