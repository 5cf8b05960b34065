import type { Resource } from './resource.ts';

/** What names records that are to be deleted, as far as its sections want to be asked about it. */
export interface RelatedRecords {
  /** How many hang below in a tree, and go along. */
  readonly below: number;
  readonly list: readonly {
    readonly resource: string;
    readonly count: number;
    readonly mayMove: boolean;
    readonly mayRecycle: boolean;
    readonly isBinned: boolean;
  }[];
  /** By this the server knows what was told. */
  readonly seen: string;
}

export const NOTHING_RELATED: RelatedRecords = { below: 0, list: [], seen: '' };

/** What becomes of them: they name another record from then on, or are deleted too. */
export type RelatedWish =
  | { readonly related: 'move'; readonly target: number; readonly seen: string }
  | { readonly related: 'recycle'; readonly seen: string };

/** Whether a field names records of the section, and whoever deletes one is asked about those that name it. */
export const isAskedAbout = (name: string, resources: readonly Pick<Resource, 'fields'>[]): boolean =>
  resources.some(({ fields }) => Object.values(fields).some((field) => 'onDelete' in field && field.of === name));
