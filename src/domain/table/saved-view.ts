import type { AddressParams } from './collection-address.ts';
import type { ColumnArrangement } from './table-settings.ts';

export const SAVED_VIEW_SCOPES = ['own', 'group', 'all'] as const;
/** Who sees a view: its owner, everybody of their groups, or everybody who sees the section. */
export type SavedViewScope = (typeof SAVED_VIEW_SCOPES)[number];

export const MAX_VIEW_NAME_LENGTH = 50;
/** Filters, order and the rest of the address: more than the most conditions that a list takes. */
export const MAX_VIEW_PARAMS = 50;
export const MAX_VIEW_COLUMNS = 200;
/** Views of one person in one section. */
export const MAX_SAVED_VIEWS = 50;

/** What a view keeps: filters and order as the address spells them, and the columns. */
export interface SavedViewContent {
  readonly params: AddressParams;
  readonly columns: ColumnArrangement;
}

/** As it lies there: a view from before columns could be pinned says nothing of it. */
export interface StoredViewContent extends Pick<SavedViewContent, 'params'> {
  readonly columns: Omit<ColumnArrangement, 'pinned'> & Partial<Pick<ColumnArrangement, 'pinned'>>;
}

export interface SavedView extends SavedViewContent {
  readonly id: number;
  readonly name: string;
  readonly scope: SavedViewScope;
  readonly isDefault: boolean;
  readonly isMine: boolean;
  /** Name of the owner. */
  readonly owner: string;
}

const RANK: Readonly<Record<SavedViewScope, number>> = { own: 0, group: 1, all: 2 };

/** The view a section opens with: the person's own before that of a group, and that before everybody's. */
export const defaultView = <View extends Pick<SavedView, 'id' | 'scope' | 'isDefault'>>(views: readonly View[]): View | undefined =>
  views.filter((view) => view.isDefault).toSorted((one, other) => RANK[one.scope] - RANK[other.scope] || one.id - other.id)[0];

/** Pages are no part of a view: it begins with the first. */
export function viewParams({ page: _page, ...params }: AddressParams): AddressParams {
  return params;
}
