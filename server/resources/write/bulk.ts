import type { BulkRehearsal } from '#api/contract/table/resource-writes';
import { bulkFields } from '#domain/table/bulk';
import { byPercent, hundredthsOf, percentFields, REHEARSED_ROWS, type Percents } from '#domain/table/percent';
import { rejection } from '#domain/base/failure';
import { wireNameOf, type AnyRecord } from '#domain/fields/field';
import { titleWireName } from '#domain/table/title-key';
import { plainText } from '#domain/base/plain-value';
import type { AdminCaller } from '../../base/caller.ts';
import { rehearse } from '../../db/base/rehearse.ts';
import { FieldsRefused, notFound, RowsRefused, type Refusal } from '../../base/refusal.ts';
import { refusalText } from '../../base/refusal-text.ts';
import { titlesOf } from '../base/field-titles.ts';
import { recordFromStore, type StoredRow } from '../base/row-codec.ts';
import { postedValues } from './check-write.ts';
import { savepoint } from './savepoint.ts';
import { endWrite } from './record-change.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import { isEmpty, saveLocked } from './write.ts';
import { unitOfWork, lockRows, writeOf, type UnitOfWork } from './unit-of-work.ts';

type Posted = Readonly<Record<string, unknown>>;

/** How many records were meant; `change` is the number of the write, where it can be taken back. */
export interface SavedMany {
  readonly count: number;
  readonly change?: number;
  readonly rehearsal?: BulkRehearsal;
}

/** What many records are given: the same values, and by how many percent others change. */
export interface BulkChange {
  readonly ids: readonly number[];
  readonly values: Posted;
  /** By wire name, as people write it. */
  readonly percents?: Readonly<Record<string, string>> | undefined;
  /** Only tells what it would do; nothing of it stays. */
  readonly isDryRun?: boolean | undefined;
}

/** Whole numbers of one record before and after. */
type Changed = { readonly row: StoredRow; readonly id: number; readonly field: string; readonly before: number; readonly after: number };

/**
 * Gives the same values to many records, or changes their amounts by the same percentage, each by the rules of a single save: all of them
 * or none, and of those that cannot take it it is said why. Only fields that make sense in many records are written; a record without an
 * amount keeps none. Source: security.md rules 10, 14, 33.
 */
export async function saveMany(context: ResourceContext, wish: BulkChange, caller: AdminCaller): Promise<SavedMany> {
  const shared = new Set(bulkFields(context.resource).map(([key]) => key));
  const values = Object.fromEntries(Object.entries(postedValues(context, wish.values)).filter(([key]) => shared.has(key)));
  const percents = percentsOf(context, wish.percents ?? {});
  if (isEmpty(values) && isEmpty(percents)) throw rejection('refusals.nothingSent');
  const wanted = [...new Set(wish.ids)];
  const changed: Changed[] = [];
  const write = <T>(work: (unit: UnitOfWork) => Promise<T>): Promise<T> =>
    unitOfWork(context, caller, writeOf(context, 'edit', 'bulk', { ...values, ...percents }), work);
  const saveAll = async (unit: UnitOfWork): Promise<ReadonlyMap<number, Refusal>> => {
    const rows = await lockRows(context, unit, wanted);
    const byId = new Map(rows.map((row) => [Number(row[context.columns.id.name]), row]));
    const refused = new Map<number, Refusal>();
    // A transaction that the database has broken off begins again, and what it told then is not told twice.
    changed.length = 0;
    for (const id of wanted) {
      const row = byId.get(id);
      const own = row ? changesBy(context, percents, row, id) : [];
      const given = { ...values, ...Object.fromEntries(own.map(({ field, after }) => [field, after])) };
      const refusal = !row
        ? notFound()
        : isEmpty(given)
          ? null
          : await savepoint(context, unit, () => saveLocked(context, unit, row, given));
      if (refusal) refused.set(id, refusal);
      else changed.push(...own);
    }
    return refused;
  };
  if (wish.isDryRun) {
    const refused = await rehearse(write<never>, saveAll);
    return { count: wanted.length - refused.size, rehearsal: rehearsalOf(context, changed, refused, caller) };
  }
  return write(async (unit) => {
    const refused = await saveAll(unit);
    if (refused.size > 0) throw new RowsRefused(refused);
    return { count: wanted.length, ...(await endWrite(unit)) };
  });
}

/** Hundredths by field key; what is no percentage is refused at its field. */
function percentsOf({ resource }: ResourceContext, sent: Readonly<Record<string, string>>): Percents {
  const percents: Record<string, number> = {};
  for (const [key, field] of percentFields(resource)) {
    const name = wireNameOf(key, field);
    const text = sent[name];
    if (text === undefined) continue;
    const hundredths = hundredthsOf(text);
    if (hundredths === null) throw new FieldsRefused({ [name]: { key: 'refusals.percent' } }, titlesOf(resource));
    percents[key] = hundredths;
  }
  return percents;
}

/** By the amounts of the record as it is locked. */
function changesBy(context: ResourceContext, percents: Percents, row: StoredRow, id: number): readonly Changed[] {
  const now: AnyRecord = recordFromStore(context.columns.readable, row);
  return Object.entries(percents).flatMap(([field, hundredths]) => {
    const before = now[field];
    return typeof before === 'number' ? [{ row, id, field, before, after: byPercent(before, hundredths) }] : [];
  });
}

function rehearsalOf(
  { resource, ports }: ResourceContext,
  changed: readonly Changed[],
  refused: ReadonlyMap<number, Refusal>,
  caller: AdminCaller,
): BulkRehearsal {
  const shown = [...new Set(changed.map(({ id }) => id))].slice(0, REHEARSED_ROWS);
  const { language } = caller.client;
  const titleIn = (row: StoredRow): string => plainText(row[titleWireName(resource, row, language)]);
  return {
    rows: changed
      .filter(({ id }) => shown.includes(id))
      .map(({ row, id, field, before, after }) => ({ id, title: titleIn(row), field, before, after })),
    sums: [...Map.groupBy(changed, ({ field }) => field)].map(([field, all]) => ({
      field,
      count: all.length,
      before: all.reduce((sum, { before }) => sum + before, 0),
      after: all.reduce((sum, { after }) => sum + after, 0),
    })),
    refused: [...refused].map(([id, refusal]) => ({
      id,
      message: refusalText((key, params) => ports.messages.text(language, key, params), refusal),
    })),
  };
}
