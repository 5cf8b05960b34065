import type { AnyRecord } from '../fields/field.ts';
import { isSameValue } from '../base/same-value.ts';

export type Side = 'mine' | 'theirs';

/** The values that differ from what was loaded, by field key. */
export const changedValues = (loaded: AnyRecord, values: AnyRecord): AnyRecord =>
  Object.fromEntries(Object.entries(values).filter(([field, value]) => !isSameValue(value, loaded[field])));

/**
 * Whether the record stands as a save of one's own left it whose answer never came.
 * @param fields those that a save can change
 * @param sent what was saved over `loaded`
 */
export const isOwnSave = (fields: readonly string[], loaded: AnyRecord, sent: AnyRecord, current: AnyRecord): boolean =>
  fields.every(
    (field) => !Object.hasOwn(current, field) || isSameValue(current[field], (Object.hasOwn(sent, field) ? sent : loaded)[field]),
  );

/** Fields that both sides changed, and differently. */
export const conflictingFields = (loaded: AnyRecord, values: AnyRecord, current: AnyRecord): string[] =>
  Object.keys(changedValues(loaded, values)).filter(
    (field) => Object.hasOwn(current, field) && !isSameValue(current[field], loaded[field]) && !isSameValue(current[field], values[field]),
  );

/** Their record with my changes put on it, except where a field's side is theirs. */
export const mergeRecord = (
  loaded: AnyRecord,
  values: AnyRecord,
  current: AnyRecord,
  sides: Readonly<Record<string, Side>>,
): AnyRecord => ({
  ...current,
  ...Object.fromEntries(Object.entries(changedValues(loaded, values)).filter(([field]) => sides[field] !== 'theirs')),
});
