import type { Failure } from '#domain/base/failure';
import type { ColumnMatch, ImportGlimpse, RefusedPlace, Verification } from '#domain/table/import-file';
import type { Owner } from '../base/owner.ts';
import type { ChosenFile } from '../files/upload.machine.ts';

/** What the fields are called, by key: headings of files are compared with it. The section may be declared anew between two files. */
export type Labels = Readonly<Record<string, string>>;

export interface ImportInput {
  readonly resource: string;
  /** The list that the records join: it is asked for anew then. */
  readonly list: Owner<{ readonly type: 'collection.refreshed' }>;
}

export type ImportEvent =
  | { readonly type: 'import.fileChosen'; readonly file: ChosenFile; readonly labels: Labels }
  | { readonly type: 'import.templateRequested'; readonly name: string; readonly labels: Labels }
  | { readonly type: 'import.columnMatched'; readonly index: number; readonly field: string | null }
  | { readonly type: 'import.verifyRequested' }
  | { readonly type: 'import.returned' }
  /** What is refused is to be a file of its own; `reason` heads the column that says why. */
  | { readonly type: 'import.refusedRequested'; readonly name: string; readonly reason: string }
  /** The rows that were refused are left out, and the others go on. */
  | { readonly type: 'import.othersChosen' }
  | { readonly type: 'import.confirmed'; readonly key: string }
  | { readonly type: 'import.cancelRequested' }
  | { readonly type: 'import.retried' }
  /** The window is gone; the next opening begins anew, but for records that are being added. */
  | { readonly type: 'import.closed' };

export interface ReadTask extends Pick<ImportContext, 'resource' | 'labels'> {
  readonly file: ChosenFile | null;
}

export interface ImportTask {
  readonly resource: string;
  readonly file: ChosenFile | null;
  readonly match: ColumnMatch;
  /** Rows that are passed over, by where they stand in the file. */
  readonly leftOut: readonly number[];
  /** The same at each try, so that the rows are added once. */
  readonly key: string;
}

/** What a file of refused rows is made of. */
export interface RefusedTask extends Pick<ImportContext, 'labels'> {
  readonly file: ChosenFile | null;
  readonly refused: readonly RefusedPlace[];
  readonly name: string;
  readonly reason: string;
}

/** By the key that it was sent with. */
export type CancelTask = Pick<ImportTask, 'resource' | 'key'>;

export interface ImportContext extends ImportInput {
  /** As they were when the file was chosen. */
  readonly labels: Labels;
  readonly file: ChosenFile | null;
  readonly glimpse: ImportGlimpse | null;
  readonly match: ColumnMatch;
  readonly verification: Verification | null;
  readonly leftOut: readonly number[];
  readonly key: string;
  readonly failure: Failure | null;
  /** A try before was never answered: the rows may have been added by it. */
  readonly isUnsure: boolean;
}

/** Whether no row was added. After a try that was never answered a refusal may have come before anybody has looked at the key. */
export const isRefusal = ({ isUnsure }: Pick<ImportContext, 'isUnsure'>, failure: Failure | null): boolean =>
  failure?.kind === 'rejected' && (!isUnsure || failure.rows !== undefined || failure.fields !== undefined);

/** Which file is asked for. */
export function askedIn(event: { readonly type: string }): Pick<RefusedTask, 'name' | 'reason'> {
  if (!('name' in event && 'reason' in event)) throw new Error('nobody has asked for the refused rows');
  return { name: String(event.name), reason: String(event.reason) };
}
