import type { RefusedCell } from '#api/contract/table/resource-writes';
import { rejection } from '#domain/base/failure';
import { importableFields } from '#domain/table/import-file';
import type { AnyRecord, Fields, RecordOf } from '#domain/fields/field';
import type { Issue } from '#domain/base/issue';
import type { AdminCaller } from '../../base/caller.ts';
import { JobLostError, type JobRun } from '../../db/base/jobs.ts';
import { rehearse } from '../../db/base/rehearse.ts';
import { createYielder } from '../../base/yielder.ts';
import { FieldsRefused, RowsRefused, type Refusal } from '../../base/refusal.ts';
import { readSiteSettings } from '../base/site-settings.ts';
import { postedValues } from '../write/check-write.ts';
import type { Column } from '../base/columns.ts';
import { callBack, cancelled, idempotencyOwner } from '../write/idempotent.ts';
import { savepoint } from '../write/savepoint.ts';
import { endWrite } from '../write/record-change.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import { nowSeconds } from '../../ports/ports.ts';
import { addAllLocked, valuesToAdd } from '../write/write.ts';
import { dueOf, mayPlace } from '../write/place.ts';
import { unitOfWork, writeOf, type UnitOfWork } from '../write/unit-of-work.ts';
import { cellReader } from './import-cells.ts';
import { recordNames, type CellReading } from './record-names.ts';

/** Kind of the job that an import counts as while it goes on. */
const IMPORT_JOB = 'import';

type Watched = Pick<JobRun, 'signal' | 'advance' | 'settle'>;

/** A verification leaves nothing behind, and is for nobody but who waits for it. */
const unwatched = ({ gone }: Pick<AdminCaller, 'gone'>): Watched => ({
  signal: gone?.() ?? new AbortController().signal,
  advance: () => undefined,
  settle: () => Promise.resolve(),
});

export interface ImportWish {
  /** Fields by wire name, in the order of each row's texts. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly isDryRun: boolean;
  /** Why rows may be put into states that no event leads to. */
  readonly place?: string | undefined;
}

export interface Imported {
  readonly count: number;
  readonly refused: RefusedCell[];
  readonly refusedRows: number;
  readonly placed?: number;
  readonly atOnce?: number;
  readonly change?: number;
}

/** Places that a dry run names whole; of each row beyond them it names the first, so that none of the refused rows is left out. */
const MAX_NAMED = 500;

/** Records that are added by one statement; a statement has a limit of parameters. */
const BATCH = 100;

/**
 * Adds the rows of a file, each by the rules of a single addition: all of them or none, under one number by which they are taken back
 * together. A dry run does the same and then rolls it back, so that it finds what a real run would find. While it goes on it is one of the
 * jobs: cancelled, it leaves nothing. Why: docs/decisions/195-an-import-can-be-cancelled.md.
 * @param stop ends it as cancelled
 * Source: wire protocol §4.7; security.md rules 10, 14, 31, 33.
 */
export async function importRows(context: ResourceContext, wish: ImportWish, caller: AdminCaller, stop?: AbortSignal): Promise<Imported> {
  const { jobs } = context.ports;
  if (wish.isDryRun) return verifyFile(context, wish, caller);
  if (!jobs) return addFile(context, wish, caller, unwatched({}));
  const key = caller.idempotencyKey?.key ?? null;
  try {
    return await jobs.attend(IMPORT_JOB, toldOf(context, caller, key), (job) => addFile(context, wish, caller, job), stop);
  } catch (error) {
    throw error instanceof JobLostError ? cancelled() : error;
  }
}

/** Ends when whoever asked has left: by going back, closing the window or the page, or losing the line. */
async function verifyFile(context: ResourceContext, wish: ImportWish, caller: AdminCaller): Promise<Imported> {
  const job = unwatched(caller);
  try {
    return await addFile(context, wish, caller, job);
  } catch (error) {
    throw job.signal.aborted ? cancelled() : error;
  }
}

/** What an import that goes on is found by. */
const toldOf = ({ resource }: ResourceContext, caller: AdminCaller, key: string | null) => ({
  section: resource.name,
  owner: idempotencyOwner(caller),
  key,
});

/**
 * Cancels the caller's import that was sent with this key, whichever process is at it, and one that has not come yet.
 * @returns false where its rows had been added already
 */
export async function cancelImport(context: ResourceContext, key: string, caller: AdminCaller): Promise<boolean> {
  const { jobs, database } = context.ports;
  await jobs?.cancelAttended(IMPORT_JOB, toldOf(context, caller, key));
  // Waits until it is rolled back: then a sender that sends it once more by itself is refused as well.
  return database.transaction((trx) => callBack(trx, idempotencyOwner(caller), key, nowSeconds(context.ports)));
}

async function addFile(context: ResourceContext, wish: ImportWish, caller: AdminCaller, job: Watched): Promise<Imported> {
  const placing = wish.place?.trim() ?? '';
  if (placing !== '' && !mayPlace(context, caller)) throw rejection('refusals.forbidden');
  const { refused, ready } = await readRows(context, wish, caller, job);
  const count = wish.rows.length;
  const write = <T>(work: (unit: UnitOfWork) => Promise<T>): Promise<T> =>
    unitOfWork(context, caller, writeOf(context, 'add', 'import'), work);
  const addAll = async (unit: UnitOfWork) => {
    // The newest record stands first where people order them: added from below, the file's order is that of the list.
    const inOrder = context.columns.sortOrder ? ready.toReversed() : ready;
    const own = {
      ...unit,
      found: new Set<string>(),
      ...(placing !== '' && { placing }),
      ...(wish.isDryRun && { passingId: passingIds() }),
    };
    for (const [row, refusal] of await addRows(context, own, inOrder, job)) refused.set(row, refusal);
    if (refused.size > 0) throw new RowsRefused(refused);
    const placed = unit.write.steps.filter(({ kind }) => kind === 'placed').length;
    const ids = unit.write.steps.map(({ record_id: id }) => id);
    const ended = await endWrite(unit);
    return { ended, told: context.resource.life && { placed, atOnce: await dueOf(context, unit, ids) } };
  };
  if (!wish.isDryRun)
    return write(async (unit) => {
      const { ended, told } = await addAll(unit);
      await job.settle(unit.trx);
      return { count, refused: [], refusedRows: 0, ...told, ...ended };
    });
  try {
    const { told } = await rehearse(write<never>, addAll);
    return { count, refused: [], refusedRows: 0, ...told };
  } catch (error) {
    if (!(error instanceof RowsRefused)) throw error;
    return { count: count - refused.size, refused: namedRefusals(context, refused, caller), refusedRows: refused.size };
  }
}

/**
 * Below zero, where no record has its number, and from a place of its own: two dry runs at once would wait for each other at one that both want.
 * Why: docs/decisions/385-a-dry-run-draws-no-numbers.md.
 */
function passingIds(): () => number {
  let last = -LEAST_PASSING - Math.floor(Math.random() * PASSING_RANGE);
  return () => (last -= 1);
}
/** Within what the shortest numbers of a table hold, with room for all rows of a file behind the last. */
const LEAST_PASSING = 1_000_000_000;
const PASSING_RANGE = 1_000_000_000;

/** Adds many at a time where no hook looks at them one by one; those that come with a refused one are tried by themselves. */
async function addRows(
  context: ResourceContext,
  unit: UnitOfWork,
  ready: readonly ReadyRow[],
  { signal, advance }: Watched,
): Promise<readonly (readonly [row: number, refusal: Refusal])[]> {
  const refused: (readonly [number, Refusal])[] = [];
  const size = context.hooks.beforeWrite || context.hooks.afterWrite ? 1 : BATCH;
  const add = (some: readonly ReadyRow[]): Promise<Refusal | null> =>
    savepoint(context, unit, () =>
      addAllLocked(
        context,
        unit,
        some.map(({ values }) => values),
      ),
    );
  for (let start = 0; start < ready.length; start += size) {
    signal.throwIfAborted();
    advance(start, ready.length);
    const some = ready.slice(start, start + size);
    const refusal = await add(some);
    if (!refusal) continue;
    for (const one of some) {
      const own = some.length > 1 ? await add([one]) : refusal;
      if (own) refused.push([one.row, own]);
    }
  }
  return refused;
}

interface ReadyRow {
  /** Counted from 1. */
  readonly row: number;
  readonly values: AnyRecord;
}

/** What of the rows can be judged without the database. */
async function readRows(
  context: ResourceContext,
  { columns: names, rows }: ImportWish,
  caller: AdminCaller,
  { signal }: Watched,
): Promise<{ readonly refused: Map<number, Refusal>; readonly ready: readonly ReadyRow[] }> {
  const { ports } = context;
  const columns = importColumns(context, names);
  const { timeZone } = await readSiteSettings(ports.database.kysely);
  const words = { messages: ports.messages, timeZone, names: await recordNames(context, columns, rows, caller) };
  const readers = columns.map((column) => ({ column, read: cellReader(context, column, words) }));
  const refused = new Map<number, Refusal>();
  const ready: ReadyRow[] = [];
  const breathe = createYielder();
  for (const [index, cells] of rows.entries()) {
    await breathe();
    signal.throwIfAborted();
    const readings = readers.map(({ column, read }, place) => [column, read(cells[place] ?? '')] as const);
    const values = recordOf(context, readings);
    if (values instanceof FieldsRefused) refused.set(index + 1, values);
    else ready.push({ row: index + 1, values });
  }
  for (const { values } of ready) await context.hooks.prepare?.(values as Partial<RecordOf<Fields>>, caller);
  return { refused, ready };
}

/** The columns that a file fills, each once. */
function importColumns(context: ResourceContext, names: readonly string[]): readonly Column[] {
  const importable = new Set(importableFields(context.resource));
  const columns = names.map((name) => {
    const column = context.columns.find(name);
    if (!column || !importable.has(column.key)) throw rejection('refusals.import.unknownField', { field: name.slice(0, 60) });
    return column;
  });
  if (new Set(columns).size < columns.length) throw rejection('refusals.import.repeatedField');
  return columns;
}

/** The record that a row means, or all that speaks against it at once. */
function recordOf(context: ResourceContext, readings: readonly (readonly [Column, CellReading])[]): AnyRecord | FieldsRefused {
  const posted: Record<string, unknown> = {};
  const issues: Record<string, Issue> = {};
  for (const [{ name }, reading] of readings) {
    if (reading === null) continue;
    if ('issue' in reading) issues[name] = reading.issue;
    else posted[name] = reading.value;
  }
  const collectRefusal = <T>(work: () => T): T | null => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof FieldsRefused)) throw error;
      // What was said of a cell first stays: later rules only see that its value is missing.
      for (const [name, issue] of Object.entries(error.issues)) issues[name] ??= issue;
      return null;
    }
  };
  const isReadable = ([name]: readonly [string, unknown]): boolean => issues[name] === undefined;
  const given =
    collectRefusal(() => postedValues(context, posted)) ??
    postedValues(context, Object.fromEntries(Object.entries(posted).filter(isReadable)));
  const values = collectRefusal(() => valuesToAdd(context, given));
  if (values !== null && Object.keys(issues).length === 0) return values;
  const named = context.columns.storable.flatMap(({ name }) => (issues[name] ? [[name, issues[name]] as const] : []));
  return new FieldsRefused(Object.fromEntries(named));
}

/** In the caller's language, in the order of the rows. */
function namedRefusals({ ports }: ResourceContext, refused: ReadonlyMap<number, Refusal>, caller: AdminCaller): RefusedCell[] {
  const say = ({ key, params }: Issue): string => ports.messages.text(caller.client.language, key, params);
  return [...refused]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([row, refusal]): RefusedCell[] => {
      if (refusal instanceof FieldsRefused) {
        return Object.entries(refusal.issues).map(([field, issue]) => ({ row, field, message: say(issue) }));
      }
      const { failure } = refusal;
      if (failure.kind !== 'rejected') return [];
      return [{ row, field: null, message: say({ key: failure.message, ...(failure.params && { params: failure.params }) }) }];
    })
    .filter(({ row }, place, all) => place < MAX_NAMED || all[place - 1]?.row !== row);
}
