import type { Fields } from '../../fields/field.ts';
import { NO_RENAMES, type Renames } from '../section-design.ts';
import { columnNow, type EarlierNames } from './earlier-names.ts';
import { follow, renamedPairs, optionNames, optionsIn, renamesOf, storedNames, type StoredNames } from './stored-names.ts';

/** What stands where a design is carried to. */
export interface Standing {
  readonly fields: Fields;
  /** What it was before, the latest first, itself among them. */
  readonly earlier: readonly EarlierNames[];
}

interface Meeting {
  readonly ours: EarlierNames;
  readonly theirs: EarlierNames;
}

/** The latest that both have been. By the same design first; then by the same names, for titles and hints are changed in each place. */
function meetingOf(theirs: readonly EarlierNames[], ours: readonly EarlierNames[]): Meeting | null {
  const first = (fits: (meeting: Meeting) => boolean, own = ours): Meeting | undefined =>
    own.flatMap((one) => theirs.map((other) => ({ ours: one, theirs: other }))).find(fits);
  return (
    first((one) => one.ours.designs.some((mark) => one.theirs.designs.includes(mark))) ??
    first((one) => isSameNames(one.ours.columns, one.theirs.columns)) ??
    // Somebody has added fields of their own since.
    first((one) => hasAll(one.ours.columns, one.theirs.columns), ours.slice(0, 1)) ??
    null
  );
}

const isWithin = (few: readonly string[], many: readonly string[]): boolean => few.every((one) => many.includes(one));

const hasAll = (many: StoredNames, few: StoredNames): boolean =>
  Object.keys(few).every((column) => Object.hasOwn(many, column) && isWithin(optionsIn(few, column), optionsIn(many, column)));

const isSameNames = (one: StoredNames, other: StoredNames): boolean => hasAll(one, other) && hasAll(other, one);

/**
 * What was done to the names of what stands, to make them those of a design that came from elsewhere. Both were one once: from there each went its
 * own way, and the design's is the one that counts. Nothing is guessed where they have never been the same.
 * @param design its fields
 * @param theirs what came with the design
 */
export function carriedRenames(design: Fields, theirs: readonly EarlierNames[], standing: Standing): Renames {
  const meeting = meetingOf(theirs, standing.earlier);
  if (!meeting) return NO_RENAMES;
  const [from, to] = [storedNames(standing.fields), storedNames(design)];
  const [ours, carried] = [meeting.ours.renames, meeting.theirs.renames];
  return renamesOf(
    Object.keys(meeting.theirs.columns).flatMap((column) => {
      const old = columnNow(meeting.ours, column, from);
      const now = columnNow(meeting.theirs, column, to);
      if (old === undefined || now === undefined) return [];
      const options = optionsIn(meeting.theirs.columns, column).flatMap((option) => {
        const optionOld = follow(optionNames(ours, old), option, (name) => optionsIn(from, old).includes(name));
        const optionNow = follow(optionNames(carried, now), option, (name) => optionsIn(to, now).includes(name));
        return optionOld === undefined || optionNow === undefined ? [] : [[optionOld, optionNow] as const];
      });
      return [{ from: old, to: now, options: renamedPairs(options) }];
    }),
  );
}
