import { isSameValue } from '../base/same-value.ts';
import type { AnyRecord } from '../fields/field.ts';

/** Fields that they alone changed: a merge takes them over. */
export const changedElsewhere = (loaded: AnyRecord, values: AnyRecord, current: AnyRecord): string[] =>
  Object.keys(current).filter((field) => !isSameValue(current[field], loaded[field]) && isSameValue(values[field], loaded[field]));
