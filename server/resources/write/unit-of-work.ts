import { sql, type RawBuilder, type Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import { wireNameOf, type AnyRecord } from '#domain/fields/field';
import type { ChangeSource } from '#domain/changes/change';
import { keptOutOf, type Resource, type WriteAction } from '#domain/table/resource';
import { isRefusal } from '../../db/base/database-error.ts';
import { holdLife } from '../../db/sections/life-hash.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { nowSeconds } from '../../ports/ports.ts';
import type { AdminCaller, Writer } from '../../base/caller.ts';
import { FieldsRefused } from '../../base/refusal.ts';
import { limitSql } from '../access/data-limit.ts';
import { requireSession } from '../access/own-account.ts';
import { titlesOf } from '../base/field-titles.ts';
import { MAIN } from '../read/list-source.ts';
import { beginWrite } from './begin-write.ts';
import { idempotent } from './idempotent.ts';
import { endWrite } from './record-change.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import type { StoredRow } from '../base/row-codec.ts';
import { newWrite, type WriteMeta } from '../base/write-meta.ts';

/** One write on its way: everything in it happens in this transaction, or nothing does. */
export interface UnitOfWork {
  readonly trx: Transaction<Tables>;
  readonly caller: Writer;
  readonly nowSeconds: number;
  readonly write: WriteMeta;
  /** Records that were found to exist, for writes that name the same ones again and again. */
  readonly found?: Set<string>;
  /** The table whose order it holds from its beginning. */
  readonly ordered?: string;
  /** Why records may be put into states that no event leads to; without it none are. */
  readonly placing?: string;
  /** Numbers for records of which nothing stays: those that people see are drawn once and given to nobody else. */
  readonly passingId?: () => number;
  /** The events that have led to what is being done, by record: none of them comes round again. */
  readonly chain?: readonly string[];
}

/** What a write is kept as. */
export type WriteKind = Pick<WriteMeta, 'action' | 'source' | 'keptOut'> & { readonly undoes?: readonly number[] };

export const writeOf = (
  { resource }: Pick<ResourceContext, 'resource'>,
  action: WriteAction,
  source: ChangeSource,
  values: AnyRecord = {},
): WriteKind => ({ action, source, keptOut: keptOutOf(resource, action, values) });

/** Of these a write has few records, and is done soon. */
const SHORT: ReadonlySet<ChangeSource> = new Set(['form', 'list', 'bulk', 'life', 'chat']);

/**
 * Opens the transaction of a write that is done once for each idempotency key, and ends its change set.
 * @throws SessionEnded where the caller's sign-in was ended meanwhile
 */
export async function unitOfWork<T>(
  { ports, resource, columns }: Pick<ResourceContext, 'ports' | 'resource'> & Partial<Pick<ResourceContext, 'columns'>>,
  caller: AdminCaller,
  kind: WriteKind,
  work: (unit: UnitOfWork) => Promise<T>,
): Promise<T> {
  const seconds = nowSeconds(ports);
  // A program has neither form nor list.
  const source = caller.via ?? (caller.program && SHORT.has(kind.source) ? 'api' : kind.source);
  const inSet = async (trx: Transaction<Tables>): Promise<T> => {
    const isLong = !SHORT.has(kind.source);
    const isOrdered = !isLong && !caller.program && kind.action === 'add' && columns?.sortOrder !== undefined;
    if (isLong || caller.program) {
      await requireSession(trx, caller, ports, isLong);
      await holdLife(trx, resource);
    } else await beginWrite(trx, caller, resource, isOrdered);
    const unit = {
      trx,
      caller,
      nowSeconds: seconds,
      write: newWrite({ undoes: [], ...kind, source, resource: resource.name, jobs: ports.jobs }),
      ...(isOrdered && { ordered: resource.table }),
    };
    const result = await work(unit);
    await endWrite(unit);
    // Whoever ended the sign-in while it went on did not wait for it.
    if (isLong) await requireSession(trx, caller, ports);
    return result;
  };
  try {
    return await ports.database.transaction((trx) => idempotent(trx, caller, seconds, () => inSet(trx)));
  } catch (error) {
    throw plainRefusal(error, resource);
  }
}

/** What the database refuses by its own rules is said in plain words; the rest is a defect and stays what it is. */
export function plainRefusal(error: unknown, resource: Resource): unknown {
  const { table, fields } = resource;
  if (error instanceof FieldsRefused) return new FieldsRefused(error.issues, { ...titlesOf(resource), ...error.titles });
  // A constraint called `<table>_<column>_unique` speaks of one field.
  const taken = Object.entries(fields).find(([key, field]) => isRefusal(error, 'unique', `${table}_${wireNameOf(key, field)}_unique`));
  if (taken) return new FieldsRefused({ [wireNameOf(...taken)]: { key: 'validation.taken' } }, titlesOf(resource));
  if (isRefusal(error, 'unique')) return rejection('errors.duplicate');
  if (isRefusal(error, 'foreignKey')) return rejection('refusals.stillReferenced');
  if (isRefusal(error, 'check') || isRefusal(error, 'notNull')) return rejection('refusals.refusedByRule');
  if (isRefusal(error, 'tooLong') || isRefusal(error, 'outOfRange')) return rejection('refusals.outOfRange');
  return error;
}

/**
 * The names of an image's columns: all that may be read, and whose the record is. What is told to those who may edit alone the database keeps by
 * itself, of what is stored elsewhere; in an image it would be told to whoever sees the history or the bin, and come back when it is true no more.
 */
export function imageNames({ resource, columns }: ResourceContext): readonly string[] {
  const owner = resource.dataLimit?.ownerColumn;
  return [
    ...new Set([
      ...columns.readable.filter((column) => !columns.ofEditors.includes(column)).map(({ name }) => name),
      ...(owner === undefined ? [] : [owner]),
    ]),
  ];
}

export const imageColumns = (context: ResourceContext): RawBuilder<unknown> => sql.join(imageNames(context).map((name) => sql.id(name)));

/** Ids as one value, however many they are. */
export const idsSql = (ids: readonly number[]): RawBuilder<unknown> =>
  sql`(select value::bigint from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`;

/** Records the caller may touch, locked until the end of the transaction. */
export async function lockRows(context: ResourceContext, { trx, caller }: UnitOfWork, ids: readonly number[]): Promise<StoredRow[]> {
  const { resource, columns, hooks } = context;
  await hooks.beforeLock?.(ids, trx);
  const id = sql.id(MAIN, columns.id.name);
  const limit = await limitSql(trx, resource, caller, MAIN);
  const own = sql.join(imageNames(context).map((name) => sql.id(MAIN, name)));
  const { rows } = await sql<StoredRow>`select ${own} from ${sql.table(resource.table)} as ${sql.id(MAIN)}
    where ${id} in ${idsSql(ids)} and ${limit} order by ${id} for update`.execute(trx);
  return rows;
}

/** Writes that give or move weights wait for each other, so that no two records get the same one. */
export const lockOrder = async ({ resource }: ResourceContext, { trx, ordered }: UnitOfWork): Promise<void> => {
  if (ordered !== resource.table) await sql`select pg_advisory_xact_lock(hashtext('weigh'), hashtext(${resource.table}))`.execute(trx);
};
