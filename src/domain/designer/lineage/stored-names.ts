import { wireNameOf, type Fields } from '../../fields/field.ts';
import type { Renames } from '../section-design.ts';

/** What values are stored under: the options of each column, none where it has no options. */
export type StoredNames = Readonly<Record<string, readonly string[]>>;

type Names = Readonly<Record<string, string>>;

export const storedNames = (fields: Fields): StoredNames =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [wireNameOf(key, field), 'options' in field ? field.options : []]));

/** What a name has become. A column may be called as something that every object has. */
export const nowCalled = (names: Names, name: string): string | undefined => (Object.hasOwn(names, name) ? names[name] : undefined);

export const optionNames = ({ options }: Renames, column: string): Names => (Object.hasOwn(options, column) ? (options[column] ?? {}) : {});

export const optionsIn = (names: StoredNames, column: string): readonly string[] =>
  Object.hasOwn(names, column) ? (names[column] ?? []) : [];

/** Where the values of a name are now: under its new one, or under the same where nobody else has been given it. */
export function follow(names: Names, name: string, isThere: (name: string) => boolean): string | undefined {
  const now = nowCalled(names, name) ?? (Object.values(names).includes(name) ? undefined : name);
  return now !== undefined && isThere(now) ? now : undefined;
}

/** Pairs whose sides differ. */
export const renamedPairs = (pairs: readonly (readonly [string, string])[]): Names =>
  Object.fromEntries(pairs.filter(([old, now]) => old !== now));

/** Renames of columns as `[old, new]`, with those of the options of each. */
export const renamesOf = (columns: readonly { readonly from: string; readonly to: string; readonly options: Names }[]): Renames => ({
  columns: renamedPairs(columns.map(({ from, to }) => [from, to])),
  options: Object.fromEntries(columns.flatMap(({ to, options }) => (Object.keys(options).length > 0 ? [[to, options]] : []))),
});
