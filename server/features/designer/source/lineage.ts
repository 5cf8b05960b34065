import { isPlainObject } from '#domain/base/plain-value';
import type { Kysely } from 'kysely';
import { carriedRenames } from '#domain/designer/lineage/carried-renames';
import type { EarlierNames, Publication } from '#domain/designer/lineage/earlier-names';
import { optionNames, optionsIn, storedNames, type StoredNames } from '#domain/designer/lineage/stored-names';
import { NO_RENAMES, type Renames, type SectionDesign } from '#domain/designer/section-design';
import { hashNow } from '../../../base/platform/hash-now.ts';
import type { Tables } from '../../../db/tables/tables.ts';
import type { Manifest } from './manifest.ts';

/** As JSON, whatever the order in which its keys were kept. */
const sorted = (_: string, value: unknown): unknown =>
  isPlainObject(value) ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))) : value;

/** By which a design is known again elsewhere. */
export const markOf = ({ declaration, shape }: Pick<SectionDesign, 'declaration' | 'shape'>): string =>
  hashNow(JSON.stringify({ declaration, shape }, sorted), 'hex');

/** What was published of a section, the first before the others; where it was taken away and made anew, since then. */
export async function publicationsOf(kysely: Kysely<Tables>, name: string): Promise<readonly Publication[]> {
  const all = await kysely
    .selectFrom('section_revision')
    .select(['design', 'renames', 'status'])
    .where('section', '=', name)
    .where('status', 'in', ['success', 'delete'])
    .orderBy('id')
    .execute();
  const first = all.findLastIndex(({ status }) => status === 'delete') + 1;
  return all.slice(first).map(({ design, renames }) => ({ marks: [markOf(design)], fields: design.declaration.fields, renames }));
}

/**
 * The section as it lies in the source, behind what was published of it.
 * @param design with what somebody changed in the folder by hand
 * @param last names of what was published last
 */
export const folderPublication = (design: SectionDesign, { design: written, renames }: Manifest, last: StoredNames): Publication => ({
  marks: [...new Set([markOf(written), markOf(design)])],
  fields: design.declaration.fields,
  renames: leftOf(renames, last),
});

/** Of what was done to names by all that was written, what had not been done yet to these. */
function leftOf({ columns, options }: Renames, last: StoredNames): Renames {
  const left = Object.fromEntries(Object.entries(columns).filter(([old, now]) => Object.hasOwn(last, old) && !Object.hasOwn(last, now)));
  const own = Object.entries(options).map(([column, names]) => {
    const known = optionsIn(last, formerOf(left, column));
    return [column, Object.fromEntries(Object.entries(names).filter(([old, now]) => known.includes(old) && !known.includes(now)))] as const;
  });
  return { columns: left, options: Object.fromEntries(own.filter(([, names]) => Object.keys(names).length > 0)) };
}

/** What a design does to the names of a folder that is in the source. @param earlier what came with the design */
export const renamesIntoFolder = (
  folder: Pick<Manifest, 'design' | 'renames'>,
  design: SectionDesign,
  earlier: readonly EarlierNames[],
): Renames => carriedRenames(design.declaration.fields, earlier, { fields: folder.design.declaration.fields, earlier: folderLine(folder) });

const formerOf = (names: Readonly<Record<string, string>>, name: string): string =>
  Object.entries(names).find(([, one]) => one === name)?.[0] ?? name;

/** What a folder was before: as it was written last, and as it was before all that was done to its names. */
function folderLine({ design, renames }: Pick<Manifest, 'design' | 'renames'>): readonly EarlierNames[] {
  const now = storedNames(design.declaration.fields);
  const before = Object.fromEntries(
    Object.entries(now).map(([column, options]) => [
      formerOf(renames.columns, column),
      options.map((option) => formerOf(optionNames(renames, column), option)),
    ]),
  );
  return [
    { designs: [markOf(design)], columns: now, renames: NO_RENAMES, gone: [] },
    { designs: [], columns: before, renames, gone: [] },
  ];
}
