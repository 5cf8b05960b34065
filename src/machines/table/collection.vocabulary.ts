import type { Abilities } from '#domain/table/abilities';
import type { Addressing, AddressParams } from '#domain/table/collection-address';
import type { Failure } from '#domain/base/failure';
import type { AnyRecord } from '#domain/fields/field';
import type { CollectionQuery, SearchCondition, SearchGroups, SortOrder } from '#domain/table/resource-query';
import type { RelatedWish } from '#domain/table/related';
import type { ListRow } from '#domain/table/row';
import type { TableSettings } from '#domain/table/table-settings';
import type { CellChange, FieldChangeReport } from './field-change.machine.ts';
import type { Owner } from '../base/owner.ts';

/** What a collection is told, what it is given and what it keeps. The grammar is in `collection.machine.ts`. */
export type CollectionEvent =
  | { readonly type: 'collection.refreshed' }
  | { readonly type: 'collection.pageChosen'; readonly page: number }
  | { readonly type: 'collection.pageSizeChosen'; readonly limit: number }
  | { readonly type: 'collection.sorted'; readonly order: SortOrder | null }
  /** `alternatives` are further groups: what fits any of them is found too. */
  | {
      readonly type: 'collection.searched';
      readonly search: readonly SearchCondition[];
      readonly alternatives?: SearchGroups;
    }
  /** From the group of this number, the first unless said. */
  | { readonly type: 'collection.filterRemoved'; readonly field: string; readonly group?: number }
  | { readonly type: 'collection.filtersCleared' }
  | { readonly type: 'collection.quickSearchTyped'; readonly text: string }
  | { readonly type: 'collection.quickSearchSubmitted' }
  /** From the owner: the address of the tab has other parameters now. */
  | { readonly type: 'collection.addressChanged'; readonly params: AddressParams }
  | { readonly type: 'collection.abilitiesChanged'; readonly abilities: Abilities }
  /** From the owner: the section was published anew while it was open. */
  | { readonly type: 'collection.declared'; readonly declared: DeclaredList }
  | { readonly type: 'collection.rowToggled'; readonly id: number }
  /** Replaces the selection: a shift range, the header's box, or nothing. */
  | { readonly type: 'collection.rowsSelected'; readonly ids: readonly number[] }
  | { readonly type: 'collection.branchToggled'; readonly id: number }
  | { readonly type: 'collection.allBranchesToggled' }
  /** Columns, density or the search panel; `#domain/table/table-settings` knows how. */
  | { readonly type: 'collection.tableArranged'; readonly table: Partial<TableSettings> }
  /** Without ids: the selection. */
  | { readonly type: 'collection.deleteRequested'; readonly ids?: readonly number[] }
  /** `evenIfUsed`: the person has seen what else needs the records; `related`: what becomes of those that name them. */
  | { readonly type: 'collection.deleteConfirmed'; readonly evenIfUsed?: boolean; readonly related?: RelatedWish | null }
  | { readonly type: 'collection.deleteCancelled' }
  /** Dropped on the place of `targetId`. */
  | { readonly type: 'collection.rowMoved'; readonly id: number; readonly targetId: number }
  /** To the place with this number, from 1, on whatever page that is. */
  | { readonly type: 'collection.rowMovedTo'; readonly id: number; readonly position: number }
  /** Moved by keyboard, one place up (-1) or down (1). */
  | { readonly type: 'collection.rowStepped'; readonly id: number; readonly step: -1 | 1 }
  /** A switch in a cell. */
  | { readonly type: 'collection.fieldChanged'; readonly id: number; readonly field: string; readonly value: unknown }
  /** `key` makes the form's write safe to repeat; `values` differ from the declaration's initial ones. */
  | { readonly type: 'collection.addRequested'; readonly key: string; readonly values?: AnyRecord }
  /** Several records are edited one after another. */
  | { readonly type: 'collection.editRequested'; readonly key: string; readonly ids: readonly number[] }
  /** The list goes out of sight, scrolled so far. */
  | { readonly type: 'collection.scrolled'; readonly scrolled: Scrolled }
  /** From itself: the rows shown are no longer those of the query. */
  | { readonly type: 'collection.queryChanged' }
  | FieldChangeReport;

/** What a collection says to its owner: its address should be this now; its table looks like this now. */
export type CollectionReport =
  | { readonly type: 'section.queryChanged'; readonly resource: string; readonly query: AddressParams }
  | { readonly type: 'section.tableChanged'; readonly resource: string; readonly table: TableSettings };

/** What the declaration of its section gives a collection. */
export interface DeclaredList {
  readonly addressing: Addressing;
  /** The values of a new record. */
  readonly newRecord: AnyRecord;
  /** Key of the field that rows are dragged by; null when the list's own order is another. */
  readonly sortField: string | null;
  /** Of a section that was published at run time. */
  readonly revision?: number | undefined;
}

export interface CollectionInput extends DeclaredList {
  /** Name of the resource. */
  readonly resource: string;
  readonly params: AddressParams;
  readonly abilities: Abilities;
  readonly table: TableSettings;
  readonly owner: Owner<CollectionReport>;
}

/** How far the frame of the rows is scrolled, in pixels. */
export interface Scrolled {
  readonly topPx: number;
  readonly leftPx: number;
}

export interface CollectionPage {
  readonly rows: readonly ListRow[];
  readonly total: number;
  readonly remark: string;
}

/** A change that is shown already, and what it replaced. */
export interface PendingChange extends CellChange {
  readonly before?: unknown;
}

/** To the place of a row that is shown, or to one of another page; where that was a step of the keyboard, the list follows. */
export type RowMove =
  | { readonly id: number; readonly targetId: number }
  | { readonly id: number; readonly position: number; readonly isFollowed: boolean };

/** What of it goes, and with what. */
export interface Removal {
  readonly ids: readonly number[];
  readonly evenIfUsed: boolean;
  readonly related: RelatedWish | null;
}

export interface MoveWish {
  readonly move: RowMove;
  readonly query: CollectionQuery;
  /** Towards the end of the list, as it was shown before. */
  readonly isDown: boolean;
}

/** Records that are edited in turn, and what a new one begins with. */
export interface OpenForm {
  readonly key: string;
  /** Those that are left, the present one first; none for a new record. */
  readonly ids: readonly number[];
  /** How many it began with. */
  readonly of: number;
  readonly values: AnyRecord;
}

export interface CollectionContext extends Omit<CollectionInput, 'params'> {
  readonly query: CollectionQuery;
  /** As typed; the query follows after a pause. */
  readonly quickSearchText: string;
  /** null before the first answer. */
  readonly rows: readonly ListRow[] | null;
  /** What they were asked for with; they stay on the screen while something else is on its way. */
  readonly readBy: CollectionQuery | null;
  readonly total: number;
  readonly remark: string;
  readonly selection: readonly number[];
  readonly expanded: readonly number[];
  /** Where its rows stood when they were last out of sight. */
  readonly scrolled: Scrolled;
  /** Why the last load failed. */
  readonly failure: Failure | null;
  /** What the user is asked about. */
  readonly askedIds: readonly number[];
  /** The optimistic move under way, and the rows before it. */
  readonly move: RowMove | null;
  readonly rowsBefore: readonly ListRow[] | null;
  /** Values on their way to the server, at most one for each row. */
  readonly changes: readonly PendingChange[];
  /** The open form. */
  readonly form: OpenForm | null;
}
