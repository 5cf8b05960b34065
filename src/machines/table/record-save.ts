/** What a record's form hears, sends and is answered. */
import type { Failure } from '#domain/base/failure';
import type { Issue } from '#domain/base/issue';
import type { AnyRecord } from '#domain/fields/field';
import { changedValues, type Side } from '#domain/table/record-changes';
import type { SavedStep } from '../life/step-choice.machine.ts';

export type RecordFormEvent =
  | { readonly type: 'form.fieldChanged'; readonly field: string; readonly value: unknown }
  /** The field lost the focus: its rule may speak now. */
  | { readonly type: 'form.fieldLeft'; readonly field: string }
  /** Something of the field is still under way: nothing is saved until it is freed; the issue says why. */
  | { readonly type: 'form.fieldHeld'; readonly field: string; readonly issue: Issue }
  | { readonly type: 'form.fieldFreed'; readonly field: string }
  /** With the step of its life that the record takes along; `again`: the key of another new record that is to follow. */
  | { readonly type: 'form.submitted'; readonly step?: SavedStep; readonly again?: string }
  /** The stored record is another than the one that was read. */
  | { readonly type: 'form.outdated' }
  /** The section was published anew: fields that it did not have begin with these values. */
  | { readonly type: 'form.declared'; readonly initial: AnyRecord }
  | { readonly type: 'form.reset' }
  | { readonly type: 'form.loadRetried' }
  /** Of several in turn: on to the next one. */
  | { readonly type: 'form.passedOver' }
  | { readonly type: 'form.failureDismissed' }
  | { readonly type: 'form.closeRequested' }
  | { readonly type: 'form.closeConfirmed' }
  | { readonly type: 'form.closeCancelled' }
  | { readonly type: 'form.sideChosen'; readonly field: string; readonly side: Side }
  /** Saves what was merged by the sides chosen; mine where nothing was chosen. */
  | { readonly type: 'form.mergeAccepted' }
  /** Gives up the own changes for what the other person saved. */
  | { readonly type: 'form.theirsTaken' }
  | { readonly type: 'form.conflictDismissed' };

export interface SaveInput {
  readonly resource: string;
  readonly id: number | null;
  /** What the form holds: the whole record when new, else what was changed. */
  readonly values: AnyRecord;
  /** The record as it was loaded, with its version. */
  readonly loaded: AnyRecord;
  readonly idempotencyKey: string;
  readonly step?: SavedStep | undefined;
  /** Earlier saves that may have been done although no answer came; of a new record the one that is sent once more. */
  readonly unanswered: readonly AnyRecord[];
}

/**
 * The answers a save may get that are no fault of the connection. Texts are the server's, by field key. `isOfForm`: what the form holds was
 * sent although an earlier save may have added the record; servers that know no keys cannot tell which was the first.
 */
export type SaveAnswer = { readonly isOfForm?: true } & (
  | { readonly outcome: 'saved'; readonly id: number | null }
  | { readonly outcome: 'refused'; readonly failure: Failure; readonly texts: Readonly<Record<string, string>> }
  | { readonly outcome: 'conflict'; readonly current: AnyRecord }
);

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

export const formValues = (typed: Typed): AnyRecord => (typed.id === null ? typed.values : valuesToSave(typed));

/** What is sent once more stays the same write. */
export const nextRevision = (typed: Pick<Typed, 'id' | 'unanswered' | 'revision'>): number => typed.revision + (firstOf(typed) ? 0 : 1);
