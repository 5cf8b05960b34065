import type { ListQuery, SortMove } from '#api/contract/table/resource-endpoints';
import type { ExportQuery } from '#api/contract/table/resource-files';
import { FailureError } from '#domain/base/failure';
import type { Life } from '#domain/life/life';
import { describedKind } from '#domain/fields/kinds/registry';
import { pagePathOf, type Resource } from '#domain/table/resource';
import type { AdminCaller } from '../base/caller.ts';
import { saveMany, type BulkChange, type SavedMany } from './write/bulk.ts';
import { columnsOf } from './base/columns.ts';
import { createCountMemory } from './read/count.ts';
import { exportList, type ExportDownload } from './files/export-list.ts';
import type { Added, ReadContext, Removed, ResourceHooks } from './base/hooks.ts';
import { cancelImport, importRows, type Imported, type ImportWish } from './files/import-rows.ts';
import type { ListReply, WireRow } from './base/list-reply.ts';
import { listRecords, readRow } from './read/list.ts';
import { notFound } from '../base/refusal.ts';
import { createPageRemark } from './base/page-remark.ts';
import { placeRecords, type Placed, type PlaceWish } from './write/place.ts';
import { removeRecords, type RemoveWish } from './write/remove-records.ts';
import { tellRelated } from './write/related.ts';
import type { ResourceContext } from './base/resource-context.ts';
import { sortRecord, type Sorted } from './write/sort.ts';
import { undoWrites, type Undone } from './changes/undo.ts';
import { readBoard, readOffers, type BoardQuery } from './read/board.ts';
import { readLife } from './read/record-life.ts';
import { transitionRecords, type EventWish, type Sent } from './write/transition.ts';
import { addRecord, saveRecord, type Saved } from './write/write.ts';

/** A row that is saved; `life` is the event that goes with it, `isForm` says that a form sent it, however little was changed. */
type SavedRow = WireRow & {
  readonly id: number;
  readonly version?: number | undefined;
  readonly isForm?: boolean | undefined;
  readonly life?: { readonly event: string; readonly comment?: string | undefined } | undefined;
};

/** Everything the back office does with one resource. Rows are wire rows; whoever calls was let through by the endpoint's node. */
export interface ResourceEngine {
  readonly resource: Resource;
  /** For what reads and writes several resources at once. */
  readonly context: ResourceContext;
  /** Endpoints of its own at the places of the common ones. */
  readonly endpoints: NonNullable<ResourceHooks['endpoints']>;
  list(query: ListQuery, caller: AdminCaller): Promise<ListReply>;
  exportList(query: ExportQuery, caller: AdminCaller): Promise<ExportDownload>;
  read(id: number, caller: AdminCaller): Promise<{ row: Record<string, unknown> }>;
  add(row: WireRow, caller: AdminCaller): Promise<Added>;
  save(row: SavedRow, caller: AdminCaller): Promise<Saved>;
  /** A section of its own mind may be asked for more than ids. */
  remove(request: RemoveWish, caller: AdminCaller): Promise<Removed>;
  /** What names these records, where its sections want to be asked about. */
  tellRelated(ids: readonly number[], caller: AdminCaller): ReturnType<typeof tellRelated>;
  sort(move: SortMove, caller: AdminCaller): Promise<Sorted>;
  saveMany(wish: BulkChange, caller: AdminCaller): Promise<SavedMany>;
  /** @param stop ends it as cancelled */
  importRows(wish: ImportWish, caller: AdminCaller, stop?: AbortSignal): Promise<Imported>;
  /** Cancels the import that was sent with this key. @returns false where its rows had been added already */
  cancelImport(key: string, caller: AdminCaller): Promise<boolean>;
  /** One write, or several that are taken back as one. */
  undo(write: { readonly change: number } | { readonly changes: readonly number[] }, caller: AdminCaller): Promise<Undone>;
  /** Sends an event of the section's life to records. */
  send(event: string, wish: EventWish, caller: AdminCaller): Promise<Sent>;
  /** Puts records into a state past the chart. */
  place(wish: PlaceWish, caller: AdminCaller): Promise<Placed>;
  /** @throws where the section has no life */
  readLife(id: number, caller: AdminCaller): ReturnType<typeof readLife>;
  /** @throws where the section has no life */
  readOffers(ids: readonly number[], caller: AdminCaller): ReturnType<typeof readOffers>;
  /** @throws where the section has no life */
  readBoard(query: BoardQuery, caller: AdminCaller): ReturnType<typeof readBoard>;
}

/**
 * Runs a resource from its declaration alone: shipped constants and declarations read from JSON alike. Tables, columns, operators and
 * directions come from the declaration; what a request says only picks among them.
 * @throws Error when the declaration cannot be run
 */
export function runResource(
  resource: Resource,
  hooks: ResourceHooks,
  surroundings: Pick<ResourceContext, 'ports' | 'other' | 'referrers' | 'contextOf'>,
): ResourceEngine & Pick<ResourceContext, 'columns'> & { forget(): void } {
  const context: ResourceContext = { resource, hooks, pagePath: pagePathOf(resource), columns: columnsOf(resource), ...surroundings };
  const hasSecret = Object.values(resource.fields).some((field) => describedKind(field).storage === 'secret');
  if (hasSecret && !hooks.beforeWrite) throw new Error(`${resource.name}: a password needs a hook that hashes it`);
  const newMemory = () => ({ counts: createCountMemory(() => surroundings.ports.clock.nowMs()), remark: createPageRemark(context) });
  let memory = newMemory();
  const readContext = (caller: AdminCaller): ReadContext => ({ caller, ports: surroundings.ports });
  const inForm = async (row: WireRow, caller: AdminCaller): Promise<WireRow> => (hooks.form ? hooks.form(row, readContext(caller)) : row);
  const posted = (row: WireRow, caller: AdminCaller): WireRow => (hooks.posted ? hooks.posted(row, caller) : row);
  return {
    resource,
    context,
    endpoints: hooks.endpoints ?? {},
    columns: context.columns,
    forget: () => void (memory = newMemory()),
    list(query, caller) {
      const list = (asked: ListQuery) => listRecords(context, asked, caller, memory);
      return hooks.list ? hooks.list(query, readContext(caller), list) : list(query);
    },
    exportList: (query, caller) => exportList(context, query, caller),
    async read(id, caller) {
      const row = await readRow(context, context.ports.database.kysely, id, caller);
      if (!row) throw notFound();
      return { row: { ...(await inForm(row, caller)) }, ...hooks.besideForm?.(caller) };
    },
    add: (row, caller) => (hooks.add ? hooks.add(row, caller) : addRecord(context, posted(row, caller), caller)),
    save: (row, caller) =>
      asRead(
        saveRecord(context, { ...posted(row, caller), id: row.id, version: row.version, isForm: row.isForm }, caller, row.life),
        (current) => inForm(current, caller),
      ),
    remove(request, caller) {
      const remove = (ids: readonly number[]) => removeRecords(context, { ...request, ids }, caller);
      return hooks.remove ? hooks.remove(request, caller, remove) : remove(request.ids);
    },
    tellRelated: (ids, caller) => tellRelated(context, context.ports.database.kysely, ids, caller),
    sort: (move, caller) => sortRecord(context, move, caller),
    saveMany: (wish, caller) => saveMany(context, wish, caller),
    importRows: (wish, caller, stop) => importRows(context, wish, caller, stop),
    cancelImport: (key, caller) => cancelImport(context, key, caller),
    undo: (write, caller) => undoWrites(context, 'change' in write ? [write.change] : write.changes, caller),
    send: (event, wish, caller) => transitionRecords(context, event, wish, caller),
    place: (wish, caller) => placeRecords(context, wish, caller),
    readLife: (id, caller) => readLife(context, lifeOf(resource), id, caller),
    readOffers: (ids, caller) => readOffers(context, lifeOf(resource), ids, caller),
    readBoard: (query, caller) => readBoard(context, lifeOf(resource), query, caller),
  };
}

function lifeOf({ life }: Resource): Life {
  if (!life) throw notFound();
  return life;
}

/** A conflict shows the stored row as reading it would. */
async function asRead<T>(work: Promise<T>, shown: (row: WireRow) => Promise<WireRow>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof FailureError) || error.failure.kind !== 'rejected' || !error.failure.current) throw error;
    throw new FailureError({ ...error.failure, current: await shown(error.failure.current) });
  }
}
