import { sql } from 'kysely';
import { rejection } from '#domain/base/failure';
import { wireNameOf } from '#domain/fields/field';
import { stateOf } from '#domain/life/life';
import type { Beside } from '#domain/changes/change';
import { logWrite } from './record-change.ts';
import type { RemoveContext } from '../base/hooks.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import type { StoredRow } from '../base/row-codec.ts';
import { sectionLabel } from '../base/section-label.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** Deletes records that the transaction holds. */
export async function removeLocked(context: ResourceContext, unit: UnitOfWork, locked: readonly StoredRow[]): Promise<number> {
  const { resource, columns } = context;
  const mine = locked.map((row) => Number(row[columns.id.name]));
  const beside = new Map<number, NonNullable<Beside['rows']>>();
  const keepBeside: RemoveContext['keepBeside'] = (id, table, rows) => void beside.set(id, { ...beside.get(id), [table]: rows });
  const found = context.hooks.beforeRemove ? await context.hooks.beforeRemove(mine, { ...unit, keepBeside }) : mine;
  if (found.length === 0) return 0;
  const rows = locked.filter((row) => found.includes(Number(row[columns.id.name])));
  endLives(context, unit, rows);
  const list = sql.join(found.map((id) => sql`${id}::bigint`));
  if (columns.parent) {
    const parent = sql.id(columns.parent.name);
    const orphans =
      await sql`select 1 from ${sql.table(resource.table)} where ${parent} in (${list}) and ${sql.id(columns.id.name)} not in (${list}) limit 1`.execute(
        unit.trx,
      );
    if (orphans.rows.length > 0) throw rejection('refusals.hasChildren');
  }
  await refuseWhileInUse(context, unit, found);
  await sql`delete from ${sql.table(resource.table)} where ${sql.id(columns.id.name)} in (${list})`.execute(unit.trx);
  await logWrite(
    context,
    unit,
    rows.map((row) => {
      const recordId = Number(row[columns.id.name]);
      const gone = beside.get(recordId);
      return { recordId, before: row, after: null, ...(gone && { beside: { rows: gone } }) };
    }),
  );
  return found.length;
}

/** A record that is kept in its state stays. */
function endLives({ resource, columns }: ResourceContext, { write }: UnitOfWork, rows: readonly StoredRow[]): void {
  const { life, name } = resource;
  if (!life) return;
  for (const row of rows) {
    const state = String(row[wireNameOf(life.field, resource.fields[life.field])]);
    if (stateOf(life, state)?.meta?.keeps) throw rejection('refusals.life.kept');
    write.steps.push({ resource: name, record_id: Number(row[columns.id.name]), kind: 'removed', from_state: state, comment: '' });
  }
}

/** The database refuses it too where it knows the relation; here the message can say who still names the record. */
async function refuseWhileInUse(context: ResourceContext, { trx, caller }: UnitOfWork, ids: readonly number[]): Promise<void> {
  const list = sql.join(ids.map((id) => sql`${id}::bigint`));
  for (const { resource, column } of context.referrers()) {
    const used = await sql<{
      total: number;
    }>`select count(*)::integer as total from ${sql.table(resource.table)} where ${sql.id(column)} in (${list})`.execute(trx);
    const total = used.rows[0]?.total ?? 0;
    if (total === 0) continue;
    throw rejection('refusals.inUse', { count: total, name: sectionLabel(resource, context.ports.messages, caller.client.language) });
  }
}
