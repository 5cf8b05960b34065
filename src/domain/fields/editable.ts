import type { Issue, Issues } from '../base/issue.ts';
import type { AnyRecord } from './field.ts';

/** What a form keeps of what is typed into it, by field key. Pure rules over it; what they return is what changes. */
export interface Editable {
  readonly values: AnyRecord;
  /** What is wrong with a value. */
  readonly issues: Issues;
  /** Why a field is not ready to be saved: something of it is still under way. */
  readonly held: Issues;
  /** What the server said of a value, in the person's language. */
  readonly serverTexts: Readonly<Record<string, string>>;
}

export interface FieldValue {
  readonly field: string;
  readonly value: unknown;
}

export const without = <T>(map: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(map).filter(([one]) => one !== key));

export const among = <T>(map: Readonly<Record<string, T>>, keys: readonly string[]): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(map).filter(([one]) => keys.includes(one)));

/** What was said of the value before is old. */
export const withValue = (
  { values, issues, serverTexts }: Omit<Editable, 'held'>,
  { field, value }: FieldValue,
): Omit<Editable, 'held'> => ({
  values: { ...values, [field]: value },
  issues: without(issues, field),
  serverTexts: without(serverTexts, field),
});

export const withHeld = (
  { held }: Pick<Editable, 'held'>,
  { field, issue }: { readonly field: string; readonly issue: Issue },
): Pick<Editable, 'held'> => ({ held: { ...held, [field]: issue } });

export const isFree = ({ held }: Pick<Editable, 'held'>, field: string): boolean => held[field] === undefined;

/** These values, and nothing that was said of others; what is still under way goes on. */
export const untouched = (values: AnyRecord) => ({ values, issues: {}, serverTexts: {}, failure: null }) as const;
