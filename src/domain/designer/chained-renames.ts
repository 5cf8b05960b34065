import { NO_RENAMES, type Renames } from './section-design.ts';

type Names = Readonly<Record<string, string>>;

/** What became of names over several publications, one after the other. */
export function chainedRenames(all: readonly Renames[]): Renames {
  return all.reduce((before, { columns, options }) => {
    const moved = Object.fromEntries(Object.entries(before.options).map(([column, names]) => [columns[column] ?? column, names]));
    return {
      columns: chained(before.columns, columns),
      options: {
        ...moved,
        ...Object.fromEntries(Object.entries(options).map(([column, names]) => [column, chained(moved[column] ?? {}, names)])),
      },
    };
  }, NO_RENAMES);
}

function chained(before: Names, names: Names): Names {
  const moved = Object.fromEntries(Object.entries(before).map(([old, now]) => [old, names[now] ?? now]));
  const known = new Set(Object.values(before));
  return { ...moved, ...Object.fromEntries(Object.entries(names).filter(([old]) => !known.has(old))) };
}
