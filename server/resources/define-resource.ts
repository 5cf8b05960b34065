import type { ListQuery, SortMove } from '#api/contract/table/resource-endpoints';
import type { ExportQuery } from '#api/contract/table/resource-files';
import { pagePathOf, type Resource } from '#domain/table/resource';
import type { AdminCaller } from '../base/caller.ts';
import { saveMany, type SavedMany } from './write/bulk.ts';
import { columnsOf } from './base/columns.ts';
import { createCountMemory } from './read/count.ts';
import { exportList, type ExportedFile } from './files/export-list.ts';
import type { ResourceHooks } from './base/hooks.ts';
import { importRows, type Imported, type ImportWish } from './files/import-rows.ts';
import { listRecords, readRow, type ListReply } from './read/list.ts';
import { notFound } from '../base/refusal.ts';
import { createPageRemark } from './base/page-remark.ts';
import { removeRecords, type Removed } from './write/remove.ts';
import type { ResourceContext } from './base/resource-context.ts';
import { sortRecord, type Sorted } from './write/sort.ts';
import { undoWrite, type Undone } from './changes/undo.ts';
import { addRecord, saveRecord, type Added, type Saved } from './write/write.ts';

type WireRow = Readonly<Record<string, unknown>>;

/** Everything the back office does with one resource. Rows are wire rows; whoever calls was let through by the endpoint's node. */
export interface ResourceEngine {
  readonly resource: Resource;
  list(query: ListQuery, caller: AdminCaller): Promise<ListReply>;
  exportList(query: ExportQuery, caller: AdminCaller): Promise<ExportedFile>;
  read(id: number, caller: AdminCaller): Promise<{ row: Record<string, unknown> }>;
  add(row: WireRow, caller: AdminCaller): Promise<Added>;
  save(row: WireRow & { readonly id: number; readonly version?: number | undefined }, caller: AdminCaller): Promise<Saved>;
  remove(ids: readonly number[], caller: AdminCaller): Promise<Removed>;
  sort(move: SortMove, caller: AdminCaller): Promise<Sorted>;
  saveMany(wish: { readonly ids: readonly number[]; readonly values: WireRow }, caller: AdminCaller): Promise<SavedMany>;
  importRows(wish: ImportWish, caller: AdminCaller): Promise<Imported>;
  undo(write: { readonly change: number }, caller: AdminCaller): Promise<Undone>;
}

/**
 * Runs a resource from its declaration alone: shipped constants and declarations read from JSON alike. Tables, columns, operators and
 * directions come from the declaration; what a request says only picks among them.
 * @throws Error when the declaration cannot be run
 */
export function runResource(
  resource: Resource,
  hooks: ResourceHooks,
  surroundings: Pick<ResourceContext, 'ports' | 'other' | 'referrers'>,
): ResourceEngine & Pick<ResourceContext, 'columns'> & { forget(): void } {
  const context: ResourceContext = { resource, hooks, pagePath: pagePathOf(resource), columns: columnsOf(resource), ...surroundings };
  const hasSecret = Object.values(resource.fields).some((field) => field.kind === 'password');
  if (hasSecret && !hooks.beforeWrite) throw new Error(`${resource.name}: a password needs a hook that hashes it`);
  const newMemory = () => ({ counts: createCountMemory(() => surroundings.ports.clock.nowMs()), remark: createPageRemark(context) });
  let memory = newMemory();
  return {
    resource,
    columns: context.columns,
    forget: () => void (memory = newMemory()),
    list: (query, caller) => listRecords(context, query, caller, memory),
    exportList: (query, caller) => exportList(context, query, caller),
    async read(id, caller) {
      const row = await readRow(context, context.ports.database.kysely, id, caller);
      if (!row) throw notFound();
      return { row };
    },
    add: (row, caller) => addRecord(context, row, caller),
    save: (row, caller) => saveRecord(context, row, caller),
    remove: (ids, caller) => removeRecords(context, ids, caller),
    sort: (move, caller) => sortRecord(context, move, caller),
    saveMany: (wish, caller) => saveMany(context, wish, caller),
    importRows: (wish, caller) => importRows(context, wish, caller),
    undo: ({ change }, caller) => undoWrite(context, change, caller),
  };
}
