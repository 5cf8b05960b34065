import { sql } from 'kysely';
import type { AnyRecord, Fields, RecordOf } from '#domain/field';
import { notFound } from '../services/refusal.ts';
import { checkReferences } from './check-write.ts';
import { keepWrite, type RecordChange } from './record-change.ts';
import type { ResourceContext } from './resource-context.ts';
import { recordFromStore, type StoredRow } from './row-codec.ts';
import { imageNames, lockRows, type WriteScope } from './write-scope.ts';

/** Inserts deleted records as they were, ids included. */
export async function restore(context: ResourceContext, scope: WriteScope, deleted: readonly RecordChange[]): Promise<void> {
  const { resource, columns } = context;
  const images = deleted.map(({ before }) => before ?? {});
  const names = sql.join(imageNames(context).map((name) => sql.id(name)));
  // By the types of the table's own columns, so that each value comes back as it lay there.
  await sql`insert into ${sql.table(resource.table)} (${names}) select ${names}
    from jsonb_populate_recordset(null::${sql.table(resource.table)}, ${JSON.stringify(images)}::jsonb)`.execute(scope.trx);
  const ids = deleted.map(({ recordId }) => recordId);
  const rows = await lockRows(context, scope, ids);
  if (rows.length < ids.length) throw notFound();
  for (const row of rows) {
    const record = recordFromStore(columns.readable, row);
    const values = recordFromStore(columns.storable, row);
    await checkReferences(context, scope, values, Number(row[columns.id.name]), null);
    // Only to hear whether the section refuses it: the values have been through this once.
    await context.hooks.beforeWrite?.(values as Partial<RecordOf<Fields>>, { ...scope, before: null });
    await context.hooks.afterWrite?.(record as RecordOf<Fields>, { ...scope, before: null });
  }
  const changes = rows.map((row) => ({ recordId: Number(row[columns.id.name]), before: null, after: row }));
  await keepWrite(context, scope, changes);
}

/** Gives changed columns the values they had. */
export async function putBack(
  context: ResourceContext,
  scope: WriteScope,
  changed: readonly RecordChange[],
  rows: readonly StoredRow[],
): Promise<void> {
  const { columns } = context;
  const current = new Map(rows.map((row) => [Number(row[columns.id.name]), recordFromStore(columns.readable, row)]));
  for (const { recordId, before } of changed) {
    const values = recordFromStore(columns.storable, before ?? {});
    if (Object.keys(values).length === 0) continue;
    const now: AnyRecord = current.get(recordId) ?? {};
    await checkReferences(context, scope, values, recordId, now);
    await context.hooks.beforeWrite?.(values as Partial<RecordOf<Fields>>, { ...scope, before: now });
  }
  const byColumns = Map.groupBy(changed, ({ before }) => JSON.stringify(Object.keys(before ?? {}).sort()));
  for (const [names, group] of byColumns) await setColumns(context, scope, JSON.parse(names) as string[], group);
  if (context.hooks.afterWrite) {
    const after = await lockRows(context, scope, [...current.keys()]);
    for (const row of after) {
      const before = current.get(Number(row[columns.id.name])) ?? null;
      await context.hooks.afterWrite(recordFromStore(columns.readable, row) as RecordOf<Fields>, { ...scope, before });
    }
  }
  const changes = changed.map(({ recordId, before, after }) => ({ recordId, before: after, after: before }));
  await keepWrite(context, scope, changes);
}

async function setColumns(
  { resource, columns }: ResourceContext,
  scope: WriteScope,
  names: readonly string[],
  group: readonly RecordChange[],
): Promise<void> {
  const table = sql.table(resource.table);
  const id = sql.id(columns.id.name);
  const images = group.map(({ recordId, before }) => ({ ...before, [columns.id.name]: recordId }));
  const sets = names.map((name) => sql`${sql.id(name)} = old.${sql.id(name)}`);
  // A move leaves both alone, and so does taking it back.
  const isMove = names.every((name) => name === columns.weigh?.name);
  if (!isMove && columns.updateTime) sets.push(sql`${sql.id(columns.updateTime.name)} = ${scope.nowSeconds}`);
  if (!isMove && columns.version) sets.push(sql`${sql.id(columns.version.name)} = t.${sql.id(columns.version.name)} + 1`);
  await sql`update ${table} as t set ${sql.join(sets)}
    from jsonb_populate_recordset(null::${table}, ${JSON.stringify(images)}::jsonb) as old where t.${id} = old.${id}`.execute(scope.trx);
}
