import { sql } from 'kysely';
import type { AnyRecord, Fields, RecordOf } from '#domain/fields/field';
import { rejection } from '#domain/base/failure';
import { notFound } from '../../base/refusal.ts';
import { judgeReturn } from '../life/judge.ts';
import { openLives } from '../life/life-steps.ts';
import { checkReferences } from '../write/check-write.ts';
import { keepWrite, numberOf, type RecordChange } from '../write/record-change.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import { recordFromStore, type StoredRow } from '../base/row-codec.ts';
import { lockRows, type UnitOfWork } from '../write/unit-of-work.ts';
import { columnsOfTable } from './plan-world.ts';

/** Inserts deleted records as they were, ids included. */
export async function restore(context: ResourceContext, unit: UnitOfWork, deleted: readonly RecordChange[]): Promise<void> {
  const { resource, columns } = context;
  // What this write has deleted itself waits in the recycle bin from now on, with what hangs on it.
  await numberOf(unit);
  const table = sql.table(resource.table);
  const images = deleted.map(({ before }) => before ?? {});
  const has = await columnsOfTable(context, unit.trx);
  // A record may have been kept when the table had other columns: those it does not know have their defaults, those that are gone stay so.
  const { life, name } = resource;
  if (life) {
    for (const image of images) judgeReturn(context, life, recordFromStore(columns.readable, image), unit.nowSeconds);
    await openLives(unit.trx);
  }
  const byColumns = Map.groupBy(images, (image) => JSON.stringify(Object.keys(image).filter((name) => has.has(name))));
  for (const [known, alike] of byColumns) {
    const names = sql.join((JSON.parse(known) as string[]).map((name) => sql.id(name)));
    // By the types of the table's own columns, so that each value comes back as it lay there.
    await sql`insert into ${table} (${names}) select ${names}
      from jsonb_populate_recordset(null::${table}, ${JSON.stringify(alike)}::jsonb)`.execute(unit.trx);
  }
  const ids = deleted.map(({ recordId }) => recordId);
  const rows = await lockRows(context, unit, ids);
  if (rows.length < ids.length) throw notFound();
  for (const row of rows) {
    const record = recordFromStore(columns.readable, row);
    const values = recordFromStore(columns.storable, row);
    await checkReferences(context, unit, values, Number(row[columns.id.name]), null);
    // Only to hear whether the section refuses it: the values have been through this once.
    await context.hooks.beforeWrite?.(values as Partial<RecordOf<Fields>>, { ...unit, before: null });
    const gone = deleted.find(({ recordId }) => recordId === Number(row[columns.id.name]))?.beside?.rows;
    await context.hooks.afterWrite?.(record as RecordOf<Fields>, { ...unit, before: null, ...(gone && { restored: gone }) });
  }
  if (life)
    for (const row of rows) {
      const state = String(recordFromStore(columns.readable, row)[life.field]);
      unit.write.steps.push({ resource: name, record_id: Number(row[columns.id.name]), kind: 'restored', to_state: state, comment: '' });
    }
  const changes = rows.map((row) => ({ recordId: Number(row[columns.id.name]), before: null, after: row }));
  await keepWrite(context, unit, changes);
}

/** States go back by the plan that puts values back: each is judged as if it were entered, and nothing else is done. */
async function revertStates(
  context: ResourceContext,
  unit: UnitOfWork,
  changed: readonly { readonly recordId: number; readonly now: AnyRecord; readonly values: AnyRecord }[],
): Promise<void> {
  const { life, name } = context.resource;
  if (!life) return;
  for (const { recordId, now, values } of changed) {
    const [from, to] = [String(now[life.field]), String(values[life.field] ?? now[life.field])];
    judgeReturn(context, life, { ...now, ...values }, unit.nowSeconds);
    if (from === to) continue;
    await openLives(unit.trx);
    unit.write.steps.push({ resource: name, record_id: recordId, kind: 'undone', from_state: from, to_state: to, comment: '' });
  }
}

/** Gives changed columns the values they had. */
export async function revert(
  context: ResourceContext,
  unit: UnitOfWork,
  changed: readonly RecordChange[],
  rows: readonly StoredRow[],
): Promise<void> {
  const { columns } = context;
  const current = new Map(rows.map((row) => [Number(row[columns.id.name]), recordFromStore(columns.readable, row)]));
  await revertStates(
    context,
    unit,
    changed.map(({ recordId, before }) => ({
      recordId,
      now: current.get(recordId) ?? {},
      values: recordFromStore(columns.storable, before ?? {}),
    })),
  );
  for (const { recordId, before } of changed) {
    const values = recordFromStore(columns.storable, before ?? {});
    if (Object.keys(values).length === 0) continue;
    const now: AnyRecord = current.get(recordId) ?? {};
    await checkReferences(context, unit, values, recordId, now);
    await context.hooks.beforeWrite?.(values as Partial<RecordOf<Fields>>, { ...unit, before: now });
  }
  const has = await columnsOfTable(context, unit.trx);
  const byColumns = Map.groupBy(changed, ({ before }) =>
    JSON.stringify(
      Object.keys(before ?? {})
        .filter((name) => has.has(name))
        .sort(),
    ),
  );
  for (const [known, group] of byColumns) {
    const names = JSON.parse(known) as string[];
    if (names.length === 0) throw rejection('refusals.changedSince');
    await setColumns(context, unit, names, group);
  }
  if (context.hooks.afterWrite) {
    const after = await lockRows(context, unit, [...current.keys()]);
    for (const row of after) {
      const before = current.get(Number(row[columns.id.name])) ?? null;
      await context.hooks.afterWrite(recordFromStore(columns.readable, row) as RecordOf<Fields>, { ...unit, before });
    }
  }
  const whole = new Map(rows.map((row) => [Number(row[columns.id.name]), row]));
  const changes = changed.map(({ recordId, before, after }) => {
    const row = whole.get(recordId);
    return { recordId, before: after, after: before, ...(row && { row: { ...row, ...before } }) };
  });
  await keepWrite(context, unit, changes);
}

async function setColumns(
  { resource, columns }: ResourceContext,
  unit: UnitOfWork,
  names: readonly string[],
  group: readonly RecordChange[],
): Promise<void> {
  const table = sql.table(resource.table);
  const id = sql.id(columns.id.name);
  const images = group.map(({ recordId, before }) => ({ ...before, [columns.id.name]: recordId }));
  const sets = names.map((name) => sql`${sql.id(name)} = old.${sql.id(name)}`);
  // A move leaves both alone, and so does taking it back.
  const isMove = names.every((name) => name === columns.sortOrder?.name);
  if (!isMove && columns.updateTime) sets.push(sql`${sql.id(columns.updateTime.name)} = ${unit.nowSeconds}`);
  if (!isMove && columns.version) sets.push(sql`${sql.id(columns.version.name)} = t.${sql.id(columns.version.name)} + 1`);
  await sql`update ${table} as t set ${sql.join(sets)}
    from jsonb_populate_recordset(null::${table}, ${JSON.stringify(images)}::jsonb) as old where t.${id} = old.${id}`.execute(unit.trx);
}
