import type { Expression, Kysely, RawBuilder, SqlBool, Transaction } from 'kysely';
import type { Endpoint } from '#api/contract/base/endpoint';
import type { ListQuery } from '#api/contract/table/resource-endpoints';
import type { Beside } from '#domain/changes/change';
import type { AnyRecord, Fields, RecordOf } from '#domain/fields/field';
import type { Tables } from '../../db/tables/tables.ts';
import type { AdminCaller, Writer } from '../../base/caller.ts';
import type { Language } from '../../base/messages.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import type { ListReply, WireRow } from './list-reply.ts';
import type { WriteMeta } from './write-meta.ts';

export interface WriteContext {
  readonly trx: Transaction<Tables>;
  readonly caller: Writer;
  readonly nowSeconds: number;
  readonly write: WriteMeta;
  /** The record as it was; null when it is new. */
  readonly before: AnyRecord | null;
  /** Rows of other tables that went with the record, by table, where one that was deleted comes back. */
  readonly restored?: NonNullable<Beside['rows']>;
}

export interface RemoveContext extends Omit<WriteContext, 'before' | 'restored'> {
  /** Keeps rows of another table that go with a record, for when it comes back. */
  readonly keepBeside: (id: number, table: string, rows: readonly Readonly<Record<string, unknown>>[]) => void;
}

export interface ReadContext {
  readonly caller: AdminCaller;
  readonly ports: Pick<ServerPorts, 'database' | 'clock' | 'messages'>;
}

/** The engine's own deletion, for a hook that does something before or after it. */
type RemoveRecords = (ids: readonly number[]) => Promise<Removed>;

/** What a write answers; `change` is its number, where it can be taken back. */
export interface Added {
  readonly id: number;
  readonly change?: number;
}
export interface Removed {
  readonly count: number;
  readonly change?: number;
}

/**
 * What a section adds to the engine. Those that write and `present` speak of values inside the application, by field key; those that
 * take a call over speak of wire rows, as its endpoint does.
 */
export interface ResourceHooks<F extends Fields = Fields> {
  /** What takes long, before the write's transaction opens: nobody waits for it then. Values are checked by themselves only. */
  readonly prepare?: (values: Partial<RecordOf<F>>, caller: AdminCaller) => Promise<void>;
  /** What is locked before records of the section are, where others lock that first; by every write that changes records that are there. */
  readonly beforeLock?: (ids: readonly number[], trx: Transaction<Tables>) => Promise<void>;
  /** The last word on what is stored, inside the write's transaction. */
  readonly beforeWrite?: (values: Partial<RecordOf<F>>, context: WriteContext) => Promise<Partial<RecordOf<F>>>;
  /** Further writes of the same transaction. */
  readonly afterWrite?: (record: RecordOf<F>, context: WriteContext) => Promise<void>;
  /** The ids that may go, before they go; what hangs on them goes in the same transaction. They are within the caller's data limit. */
  readonly beforeRemove?: (ids: readonly number[], context: RemoveContext) => Promise<readonly number[]>;
  /**
   * What of the section this person may see, as part of a WHERE over the table that is called so; beside the data limit. Lists, their
   * counts and files keep to it.
   */
  readonly limit?: (kysely: Kysely<Tables>, caller: Writer, table: string) => Promise<Expression<SqlBool>>;
  /** What its records are called in a language, within a query over the table that is called so, where no field of theirs says it. */
  readonly titleSql?: (language: Language, table: string) => RawBuilder<unknown>;
  /** What a record is called in a language by its name and its title as they are stored, where its title is not told as it stands. */
  readonly calledIn?: (language: Language) => (row: { readonly name: string; readonly title: string }) => string;
  /** Records as this person may see them, in the same order; those of a list or of a portion of a file come together. */
  readonly present?: (records: readonly RecordOf<F>[], caller: Writer) => Promise<readonly RecordOf<F>[]>;

  /** Endpoints of its own at the places of the common ones: they take or tell more, or are for others to call. */
  readonly endpoints?: Partial<Record<'list' | 'remove', Endpoint>>;
  /** The list of this section: what it is narrowed by further, and what its rows say beside their fields. `list` is the engine's. */
  readonly list?: (query: ListQuery, context: ReadContext, list: (query: ListQuery) => Promise<ListReply>) => Promise<ListReply>;
  /** One row as its form takes it; a conflict shows it as well. */
  readonly form?: (row: WireRow, context: ReadContext) => Promise<WireRow>;
  /** What a client sent for a record, as the engine reads it: where clients of the family say it otherwise. */
  readonly posted?: (row: WireRow, caller: AdminCaller) => WireRow;
  /** What a form is told beside its row. */
  readonly besideForm?: (caller: AdminCaller) => Readonly<Record<string, unknown>>;
  /** In place of the engine's, for records that come into being by other rules. */
  readonly add?: (row: WireRow, caller: AdminCaller) => Promise<Added>;
  readonly remove?: (request: { readonly ids: readonly number[] }, caller: AdminCaller, remove: RemoveRecords) => Promise<Removed>;
}
