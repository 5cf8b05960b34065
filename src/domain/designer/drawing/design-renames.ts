import type { Field, Fields } from '../../fields/field.ts';
import { wireNameOf } from '../../fields/field.ts';
import type { Renames } from '../section-design.ts';

/**
 * What people did to names, kept right act by act. A name that is stored stands for its values: whoever has been given it is where they go.
 * A field that is new takes over the values of a stored column of its name, where no other field has them: so nothing is lost by
 * removing a field and adding it again.
 */

type Names = Readonly<Record<string, string>>;

const without = <Value>(record: Readonly<Record<string, Value>>, name: string): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(record).filter(([one]) => one !== name));

/** The stored name whose values one now has; nothing where it has none. */
function originOf(name: string, renamed: Names, stored: ReadonlySet<string>): string | undefined {
  const origin = Object.entries(renamed).find(([, now]) => now === name)?.[0];
  return origin ?? (stored.has(name) && renamed[name] === undefined ? name : undefined);
}

function renameIn(renamed: Names, from: string, to: string, stored: ReadonlySet<string>): Names {
  const origin = originOf(from, renamed, stored);
  if (origin === undefined) return renamed;
  const others = without(renamed, origin);
  return origin === to ? others : { ...others, [origin]: to };
}

const forgetIn = (renamed: Names, name: string): Names => Object.fromEntries(Object.entries(renamed).filter(([, now]) => now !== name));

/** The fields that a plan begins with, as they are stored; none where nothing is. */
export type StoredFields = Fields;

const columnsIn = (stored: StoredFields): ReadonlySet<string> =>
  new Set(Object.entries(stored).map(([key, field]) => wireNameOf(key, field)));

/** The options that the column is stored with, whatever it is called now. */
function storedOptions(column: string, { columns }: Renames, stored: StoredFields): ReadonlySet<string> {
  const origin = originOf(column, columns, columnsIn(stored));
  const found = Object.entries(stored).find(([key, field]) => wireNameOf(key, field) === origin)?.[1];
  return new Set(found && 'options' in found ? found.options : []);
}

export function renameColumn(renames: Renames, from: string, to: string, stored: StoredFields): Renames {
  if (from === to) return renames;
  const { [from]: moved, ...options } = renames.options;
  return {
    columns: renameIn(renames.columns, from, to, columnsIn(stored)),
    options: moved ? { ...options, [to]: moved } : options,
  };
}

export const forgetColumn = (renames: Renames, column: string): Renames => ({
  columns: forgetIn(renames.columns, column),
  options: without(renames.options, column),
});

const withOptions = (renames: Renames, column: string, renamed: Names): Renames => ({
  ...renames,
  options: Object.keys(renamed).length === 0 ? without(renames.options, column) : { ...renames.options, [column]: renamed },
});

export const renameOption = (
  renames: Renames,
  column: string,
  { from, to, stored }: { readonly from: string; readonly to: string; readonly stored: StoredFields },
): Renames => withOptions(renames, column, renameIn(renames.options[column] ?? {}, from, to, storedOptions(column, renames, stored)));

export const forgetOption = (renames: Renames, column: string, option: string): Renames =>
  withOptions(renames, column, forgetIn(renames.options[column] ?? {}, option));

/** What is said of options that the field no longer has is over, such as when it becomes one of another kind. */
export const keepOptionsOf = (renames: Renames, column: string, field: Field): Renames =>
  'options' in field
    ? withOptions(
        renames,
        column,
        Object.fromEntries(Object.entries(renames.options[column] ?? {}).filter(([, now]) => field.options.includes(now))),
      )
    : withOptions(renames, column, {});
