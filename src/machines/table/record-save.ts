/** What a record's form sends, and what it hears. */
import type { Failure } from '#domain/base/failure';
import type { AnyRecord } from '#domain/fields/field';
import type { SavedStep } from '../life/step-choice.machine.ts';

export interface SaveInput {
  readonly resource: string;
  readonly id: number | null;
  /** The whole record when new, else what was changed. */
  readonly values: AnyRecord;
  /** The record as it was loaded, with its version. */
  readonly loaded: AnyRecord;
  readonly idempotencyKey: string;
  readonly step?: SavedStep | undefined;
  /** Earlier saves that may have been done although no answer came. */
  readonly unanswered: readonly AnyRecord[];
}

/** The answers a save may get that are no fault of the connection. Texts are the server's, by field key. */
export type SaveAnswer =
  | { readonly outcome: 'saved'; readonly id: number | null }
  | { readonly outcome: 'refused'; readonly failure: Failure; readonly texts: Readonly<Record<string, string>> }
  | { readonly outcome: 'conflict'; readonly current: AnyRecord };
