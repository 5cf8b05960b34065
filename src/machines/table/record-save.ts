/** What a record's form sends, and what it hears. */
import type { Failure } from '#domain/base/failure';
import type { AnyRecord } from '#domain/fields/field';
import { changedValues } from '#domain/table/record-changes';
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
  /** Earlier saves that may have been done although no answer came; of a new record the one that is sent once more. */
  readonly unanswered: readonly AnyRecord[];
}

/** The answers a save may get that are no fault of the connection. Texts are the server's, by field key. */
export type SaveAnswer =
  | { readonly outcome: 'saved'; readonly id: number | null }
  | { readonly outcome: 'refused'; readonly failure: Failure; readonly texts: Readonly<Record<string, string>> }
  | { readonly outcome: 'conflict'; readonly current: AnyRecord };

/** A record with what was typed, and what of it may have been saved already. */
interface Typed extends Pick<SaveInput, 'id' | 'loaded' | 'values' | 'unanswered'> {
  readonly revision: number;
}

export const hasChanged = (before: AnyRecord, values: AnyRecord): boolean => Object.keys(changedValues(before, values)).length > 0;

/** What was changed, and what an earlier save may have left otherwise. */
export const valuesToSave = ({ loaded, values, unanswered }: Pick<Typed, 'loaded' | 'values' | 'unanswered'>): AnyRecord => ({
  ...Object.fromEntries(unanswered.flatMap(Object.keys).map((field) => [field, values[field]])),
  ...changedValues(loaded, values),
});

/** What may have added the record already. */
export const firstOf = ({ id, unanswered }: Pick<Typed, 'id' | 'unanswered'>): AnyRecord | undefined =>
  id === null ? unanswered[0] : undefined;

export const toSend = (typed: Typed): AnyRecord => firstOf(typed) ?? (typed.id === null ? typed.values : valuesToSave(typed));

/** What is sent once more stays the same write. */
export const nextRevision = (typed: Pick<Typed, 'id' | 'unanswered' | 'revision'>): number => typed.revision + (firstOf(typed) ? 0 : 1);
