import { sql } from 'kysely';
import { decodeRecord } from '#api/contract/table/record-codec';
import { isPosted, outlivesRecord, wireNameOf, type AnyRecord } from '#domain/fields/field';
import { checkFields } from '#domain/fields/field-rules';
import { hasIssues, type Issues } from '#domain/base/issue';
import { cleanRichText } from '#domain/fields/rich-text';
import { FieldsRefused } from '../../base/refusal.ts';
import { limitSql } from '../access/data-limit.ts';
import { titlesOf } from '../base/field-titles.ts';
import { MAIN } from '../read/list-source.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import { sentIssues } from '../base/sent-value.ts';
import type { UnitOfWork } from './unit-of-work.ts';

function refuse({ resource }: Pick<ResourceContext, 'resource'>, issues: Issues): void {
  if (!hasIssues(issues)) return;
  const byName = Object.fromEntries(Object.entries(issues).map(([key, issue]) => [wireNameOf(key, resource.fields[key]), issue]));
  throw new FieldsRefused(byName, titlesOf(resource));
}

/**
 * The fields of a posted row that people may write, as values inside the application. Unknown keys and those the server owns are
 * left out, never written, and so is an order weight that is empty; rich text is cleaned, once length and depth are judged. Source: security.md rules 11, 16 and 18.
 */
export function postedValues(context: Pick<ResourceContext, 'resource'>, row: Readonly<Record<string, unknown>>): AnyRecord {
  const { fields } = context.resource;
  const writable = Object.fromEntries(Object.entries(fields).filter(([, field]) => isPosted(field)));
  refuse(context, sentIssues(writable, row));
  const { values, issues } = decodeRecord(writable, row);
  refuse(context, issues);
  return Object.fromEntries(
    Object.entries(values)
      .filter(([key, value]) => Object.hasOwn(writable, key) && !(value === null && writable[key]?.kind === 'sortOrder'))
      .map(([key, value]) => [key, writable[key]?.kind === 'richText' && typeof value === 'string' ? cleanRichText(value) : value]),
  );
}

/** The rules of the fields, then those that concern several fields of the record as it will be. */
export function checkValues(context: Pick<ResourceContext, 'resource'>, values: AnyRecord, merged: AnyRecord, isWhole: boolean): void {
  checkEach(context, values, isWhole);
  checkTogether(context, merged);
}

/** The rules of the fields, each by itself. */
export const checkEach = (context: Pick<ResourceContext, 'resource'>, values: AnyRecord, isWhole: boolean): void =>
  refuse(context, checkFields(context.resource.fields, values, isWhole));

/** The rules that concern several fields of the record as it will be. */
export const checkTogether = (context: Pick<ResourceContext, 'resource'>, merged: AnyRecord): void =>
  refuse(context, context.resource.check?.(merged) ?? {});

/** What records will hang below that are moved together, by id; 0 for the root. */
export type Moved = ReadonlyMap<number, number>;

/** The record whose references are judged. */
interface Standing {
  /** Null for a new one. */
  readonly id: number | null;
  /** What the record holds now. Whoever saves it need not see all that it names. */
  readonly before: AnyRecord | null;
  /** What it held once and is to hold again. It was judged when it was chosen, so that it only has to be there. */
  readonly returning?: AnyRecord;
  /** Where others are moved by the same write, which counts and not where they hang now. */
  readonly moved?: Moved;
}

/** Whether the records that the values name exist and are the caller's to use; nothing may hang below itself. */
export async function checkReferences(context: ResourceContext, unit: UnitOfWork, values: AnyRecord, standing: Standing): Promise<void> {
  const { id: ownId, before, returning, moved = new Map() } = standing;
  const issues: Record<string, Issues[string]> = {};
  const isMissing = async (of: Pick<ResourceContext, 'resource' | 'columns'>, key: string, id: number): Promise<boolean> =>
    before?.[key] !== id && !(await exists(of, unit, id, returning?.[key] === id));
  for (const { column, of } of context.columns.relations) {
    const value = values[column.key];
    if (typeof value !== 'number' || (outlivesRecord(column.field) && returning?.[column.key] === value)) continue;
    if (await isMissing(context.other(of), column.key, value)) issues[column.key] = { key: 'validation.missingRecord' };
  }
  for (const { column, of } of context.columns.manyRelations) {
    // A list may lead where nothing is any more, as it did before; what is put into it may not.
    const had = [...idsIn(before, column.key), ...idsIn(returning, column.key)];
    for (const id of idsIn(values, column.key).filter((one) => !had.includes(one)))
      if (!(await exists(context.other(of), unit, id))) issues[column.key] = { key: 'validation.missingRecord' };
  }
  const parent = context.columns.parent;
  const parentId = parent && values[parent.key];
  if (parent && typeof parentId === 'number') {
    if (await isMissing(context, parent.key, parentId)) issues[parent.key] = { key: 'validation.missingRecord' };
    else if (ownId !== null && before?.[parent.key] !== parentId && (await isWithin(context, unit, parentId, ownId, moved)))
      issues[parent.key] = { key: 'validation.ownDescendant' };
  }
  refuse(context, issues);
}

const idsIn = (values: AnyRecord | null | undefined, key: string): readonly number[] =>
  Array.isArray(values?.[key]) ? (values[key] as number[]) : [];

/** @param isAnybodys where it only has to be there, whoever may see it */
async function exists(
  { resource, columns }: Pick<ResourceContext, 'resource' | 'columns'>,
  { trx, caller, found }: UnitOfWork,
  id: number,
  isAnybodys = false,
): Promise<boolean> {
  const name = `${resource.table}:${id}${isAnybodys ? ':there' : ''}`;
  if (found?.has(name)) return true;
  const limit = isAnybodys ? sql`true` : await limitSql(trx, resource, caller, MAIN);
  const { rows } = await sql`select 1 from ${sql.table(resource.table)} as ${sql.id(MAIN)}
    where ${sql.id(MAIN, columns.id.name)} = ${id}::bigint and ${limit}`.execute(trx);
  if (rows.length > 0) found?.add(name);
  return rows.length > 0;
}

/** Whether `id` is `ancestorId` or lies anywhere below it, once the moved ones are where they are to be. */
async function isWithin(
  { resource, columns }: ResourceContext,
  { trx }: UnitOfWork,
  id: number,
  ancestorId: number,
  moved: Moved,
): Promise<boolean> {
  const [own, parent, table] = [sql.id(columns.id.name), sql.id(columns.parent?.name ?? ''), sql.table(resource.table)];
  const { rows } = await sql`with recursive moved as (
      select key::bigint as id, value::bigint as pid from jsonb_each_text(${JSON.stringify(Object.fromEntries(moved))}::jsonb)
    ), line (id, pid) as (
      select t.${own}, coalesce(moved.pid, t.${parent}) from ${table} as t left join moved on moved.id = t.${own} where t.${own} = ${id}::bigint
      union select t.${own}, coalesce(moved.pid, t.${parent})
        from ${table} as t left join moved on moved.id = t.${own} join line on t.${own} = line.pid
    ) select 1 from line where id = ${ancestorId}::bigint`.execute(trx);
  return rows.length > 0;
}
