import type { Beside, ChangeKind, ChangeSource, KeptOut } from '#domain/changes/change';
import type { WriteAction } from '#domain/table/resource';
import type { Jobs } from '../../db/base/jobs.ts';
import type { Timed } from '../../db/sections/life-timers.ts';
import type { StoredRow } from './row-codec.ts';

/** What of a section's changes is shown elsewhere: deletions in the recycle bin, changes of watched columns in their log. Null for nothing. */
export interface SafetyRules {
  readonly bin: { readonly id: number | null } | null;
  readonly watched: { readonly id: number; readonly fields: readonly { readonly key: string; readonly value: string }[] } | null;
}

/** A change of a record on its way into the journal, as its table has it. */
export interface JournalChange {
  readonly resource: string;
  readonly record_id: number;
  readonly kind: ChangeKind;
  readonly before: StoredRow | null;
  readonly after: StoredRow | null;
  readonly beside: Beside | null;
  readonly erased_at: number | null;
  readonly title: string;
  readonly owner_id: number | null;
}

/** A step of a record's life on its way into its table. */
export interface PendingStep {
  readonly resource: string;
  readonly record_id: number;
  readonly kind: 'created' | 'event' | 'placed' | 'migrated' | 'undone' | 'restored' | 'removed';
  readonly event?: string;
  readonly from_state?: string;
  readonly to_state?: string;
  readonly comment: string;
  /** Who sent it, where that is not whoever writes; then the writer is the second person. */
  readonly asked_by?: number;
  readonly asked_name?: string;
  /** Names of effects that leave the house with it, and what leaves them behind once the step has its number. */
  readonly effects?: readonly string[];
  readonly afterwards?: (step: number) => Promise<void>;
}

/** What a write is kept as: one change set, with a change for each record. */
export interface WriteMeta {
  /** Name of the section that was written to; what its hooks write elsewhere belongs to the same set. */
  readonly resource: string;
  readonly action: WriteAction;
  readonly source: ChangeSource;
  /** Why it cannot be taken back, or null. An event that is never taken back comes to light on the way. */
  keptOut: KeptOut | null;
  /** Numbers of the writes that it takes back. */
  readonly undoes: readonly number[];
  /** Comes when the first of its changes is kept. */
  number: number | null;
  /** Changes that are kept with the next statement: those of a small write with its end. */
  readonly pending: JournalChange[];
  /** Steps of lives, kept with the end of the write. */
  readonly steps: PendingStep[];
  /** Records whose times are set anew with the end of the write, by section. */
  readonly timed: Map<string, { readonly resource: Timed; readonly ids: Set<number> }>;
  /** Where what is to happen after it is left; without them that waits until somebody looks. */
  readonly jobs: Pick<Jobs, 'send'> | undefined;
  /** Webhooks that have something to tell now. */
  readonly called: Set<number>;
  /** Whether its end is kept; nothing comes after that. */
  isEnded: boolean;
  /** What the first record of its own section is called, which whoever is told of the write may list; null before there is one. */
  title: string | null;
  /** The records that it has changed so far, by section and id. */
  readonly records: Set<string>;
  /** The rules of the sections that it has written to, once they are known. */
  readonly rules: Map<string, Partial<SafetyRules>>;
}

export const newWrite = (kind: Pick<WriteMeta, 'resource' | 'action' | 'source' | 'keptOut' | 'undoes' | 'jobs'>): WriteMeta => ({
  ...kind,
  number: null,
  pending: [],
  steps: [],
  timed: new Map(),
  called: new Set(),
  isEnded: false,
  title: null,
  records: new Set(),
  rules: new Map(),
});
