import { NO_RENAMES, type Renames } from './section-design.ts';

/** What became of names over several publications, one after the other. */
export function chainedRenames(all: readonly Renames[]): Renames {
  return all.reduce((before, { columns, options }) => {
    const moved = Object.fromEntries(Object.entries(before.columns).map(([old, now]) => [old, columns[now] ?? now]));
    const known = new Set(Object.values(before.columns));
    const own = Object.fromEntries(Object.entries(columns).filter(([old]) => !known.has(old)));
    return { columns: { ...moved, ...own }, options: { ...before.options, ...options } };
  }, NO_RENAMES);
}
