import { isSameValue } from '#domain/base/same-value';
import type { AnyRecord } from '#domain/fields/field';

/** What was changed in a form and not saved, by field. */
export interface FieldDraft {
  /** What the changed fields were before. */
  readonly before: AnyRecord;
  readonly values: AnyRecord;
}

/** @returns null where nothing was changed */
export const fieldDraft = (loaded: AnyRecord, values: AnyRecord): FieldDraft | null =>
  Object.keys(values).length === 0
    ? null
    : { before: Object.fromEntries(Object.keys(values).map((field) => [field, loaded[field] ?? null])), values };

/** What of a draft is still to be done over what is there now, and whether that is what it was made over. */
export function overNow({ before, values }: FieldDraft, loaded: AnyRecord): { readonly values: AnyRecord; readonly isAsBefore: boolean } {
  const left = Object.entries(values).filter(([field, value]) => Object.hasOwn(loaded, field) && !isSameValue(loaded[field], value));
  return { values: Object.fromEntries(left), isAsBefore: left.every(([field]) => isSameValue(loaded[field] ?? null, before[field])) };
}
