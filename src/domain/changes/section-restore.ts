/** The words of bringing one section back from a backup. */

/** `missing`: only rows that are not there. `changed`: those with other values as well. */
export const RESTORE_MODES = ['missing', 'changed'] as const;
export type RestoreMode = (typeof RESTORE_MODES)[number];

/**
 * Why nothing came of it. `madeLater`: the backup is older than the section. `cancelled`: somebody cancelled the job. `lost`: the queue knows
 * nothing of it any more. `other`: the server says it in its own words.
 */
export const RESTORE_TROUBLES = ['madeLater', 'cancelled', 'lost', 'other'] as const;
export interface SectionTrouble {
  readonly code: (typeof RESTORE_TROUBLES)[number];
  /** In the program's own words; '' where the code says it all. */
  readonly text: string;
}

/** What came back. */
export interface RestoredRows {
  readonly added: number;
  readonly changed: number;
  /** Stored files that came along, and those whose bytes are nowhere. */
  readonly files: number;
  readonly filesGone: number;
  /** How many writes of the timeline it was, and the number of the first. */
  readonly writes: number;
  readonly firstChange: number | null;
  readonly refused: number;
  /** Why some of them were. */
  readonly reasons: readonly string[];
}

/** Rows of a section in a backup beside those of today. */
export interface RestoreReport {
  readonly inBackup: number;
  readonly missing: number;
  readonly changed: number;
  readonly same: number;
  /** Of today, which the backup has not: they stay as they are. */
  readonly newer: number;
  readonly examples: { readonly missing: readonly string[]; readonly changed: readonly string[] };
  /** Records of other sections that missing rows name, and that are gone as well. */
  readonly absent: readonly { readonly section: string; readonly count: number }[];
  /** Columns that only the backup has, or has with values of another type. */
  readonly left: readonly string[];
  /** Columns that only today's section has. */
  readonly fresh: readonly string[];
  /** Null where nothing was to be written. */
  readonly done: RestoredRows | null;
}

/** How far one look, or one restore, has come. */
export interface RestoreWork {
  readonly state: 'running' | 'done' | 'failed';
  /** Rows so far, of all that will come; null before the first. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly report: RestoreReport | null;
  readonly trouble: SectionTrouble | null;
  /** It was interrupted and went on: what came back before is in the timeline, and not counted here. */
  readonly isResumed: boolean;
}

interface KnownRestore {
  readonly id: string;
  readonly backup: string;
  readonly section: string;
  readonly mode: RestoreMode;
}

/** What can be restored, the restore that runs, and how one's own newest one ended. */
export interface RestoreChoices {
  readonly sections: readonly string[];
  readonly running: KnownRestore | null;
  /** Begun within the last day. */
  readonly latest: (KnownRestore & { readonly begunAt: number; readonly work: RestoreWork }) | null;
}

/** Rows that a mode would bring back. */
export const rowsToRestore = ({ missing, changed }: RestoreReport, mode: RestoreMode): number =>
  missing + (mode === 'changed' ? changed : 0);
