import type { ChangeSource, KeptOut } from '#domain/changes/change';
import type { WriteAction } from '#domain/table/resource';

/** What of a section's changes is shown elsewhere: deletions in the recycle bin, changes of watched columns in their log. Null for nothing. */
export interface SafetyRules {
  readonly bin: { readonly id: number | null } | null;
  readonly watched: { readonly id: number; readonly fields: readonly { readonly key: string; readonly value: string }[] } | null;
}

/** What a write is kept as: one change set, with a change for each record. */
export interface WriteMeta {
  /** Name of the section that was written to; what its hooks write elsewhere belongs to the same set. */
  readonly resource: string;
  readonly action: WriteAction;
  readonly source: ChangeSource;
  /** Why it cannot be taken back, or null. */
  readonly keptOut: KeptOut | null;
  /** Numbers of the writes that it takes back. */
  readonly undoes: readonly number[];
  /** Comes with its first change. */
  number: number | null;
  /** What the first record is called. */
  title: string;
  /** The records that it has changed so far, by section and id. */
  readonly records: Set<string>;
  /** The rules of the sections that it has written to, once they are known. */
  readonly rules: Map<string, Partial<SafetyRules>>;
}
