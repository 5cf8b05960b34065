import { isSameValue } from '../../base/same-value.ts';
import type { Fields } from '../../fields/field.ts';
import { NO_RENAMES, type Renames } from '../section-design.ts';
import { follow, renamedPairs, optionNames, optionsIn, renamesOf, storedNames, type StoredNames } from './stored-names.ts';

/** What a design was before, and what has been done to its names from there: it goes with the design wherever that is carried. */
export interface EarlierNames {
  /** Fingerprints of the designs that had these names. */
  readonly designs: readonly string[];
  readonly columns: StoredNames;
  /** From these names to those of the design that carries this. */
  readonly renames: Renames;
  /** Columns that went; one that is called so by now is another. */
  readonly gone: readonly string[];
}

/** Where the values of a column of then are by now. */
export const columnNow = ({ renames, gone }: EarlierNames, column: string, now: StoredNames): string | undefined =>
  gone.includes(column) ? undefined : follow(renames.columns, column, (name) => Object.hasOwn(now, name));

/** One of the designs that a section has been, after the other. */
export interface Publication {
  /** Fingerprints of it; several where one design was written down in more than one way. */
  readonly marks: readonly string[];
  readonly fields: Fields;
  /** What was done to the names of the one before. */
  readonly renames: Renames;
}

/** Earlier names that are carried at most; a section has no more revisions. */
export const EARLIER_NAMES = 100;

/** One step further, from names that lead to `from`. */
function stepped(earlier: EarlierNames, from: StoredNames, to: StoredNames, { renames }: Publication): EarlierNames {
  const before = earlier.renames;
  const columns = Object.keys(earlier.columns).map((column) => {
    const then = columnNow(earlier, column, from);
    const now = then === undefined ? undefined : follow(renames.columns, then, (name) => Object.hasOwn(to, name));
    if (then === undefined || now === undefined) return { from: column, to: undefined, options: {} };
    const options = optionsIn(earlier.columns, column).flatMap((option) => {
      const was = follow(optionNames(before, then), option, (name) => optionsIn(from, then).includes(name));
      const is = was === undefined ? undefined : follow(optionNames(renames, now), was, (name) => optionsIn(to, now).includes(name));
      return is === undefined ? [] : [[option, is] as const];
    });
    return { from: column, to: now, options: renamedPairs(options) };
  });
  return {
    ...earlier,
    renames: renamesOf(columns.flatMap(({ to: name, ...one }) => (name === undefined ? [] : [{ ...one, to: name }]))),
    gone: columns.flatMap(({ from: name, to: now }) => (now === undefined ? [name] : [])),
  };
}

/**
 * What a section was called by, the latest first, and what became of that up to the last publication of the line; the last itself is among them.
 * @param line in the order of time
 */
export function earlierNames(line: readonly Publication[]): readonly EarlierNames[] {
  let known: readonly EarlierNames[] = [];
  let from: StoredNames = {};
  for (const publication of line) {
    const to = storedNames(publication.fields);
    const before = known.map((earlier) => stepped(earlier, from, to, publication));
    known = merged([{ designs: publication.marks, columns: to, renames: NO_RENAMES, gone: [] }, ...before]).slice(0, EARLIER_NAMES);
    from = to;
  }
  return known;
}

/** The two latest become one where nothing that is stored differs. */
function merged([last, former, ...rest]: readonly EarlierNames[]): readonly EarlierNames[] {
  if (!last || !former) return last ? [last] : [];
  const isSame = isSameValue(last.columns, former.columns) && isSameValue(last.renames, former.renames) && former.gone.length === 0;
  if (!isSame) return [last, former, ...rest];
  const designs = [...new Set([...last.designs, ...former.designs])].slice(0, EARLIER_NAMES);
  return [{ ...last, designs }, ...rest];
}

/** Whether anything has been done to names: else nothing has to be carried. */
export const hasRenames = (earlier: readonly EarlierNames[]): boolean => earlier.some(({ renames }) => !isSameValue(renames, NO_RENAMES));
