import { chainedRenames } from '#domain/designer/chained-renames';
import { NO_RENAMES } from '#domain/designer/section-design';
import { planEjection, type LyingFolder, type PlannedEjection } from '#domain/designer/source/plan-ejection';
import { fromShipped } from '#domain/designer/source/from-shipped';
import type { Resource } from '#domain/table/resource';
import { isCoreTable } from '../../../db/tables/table-names.ts';
import { renamesIntoFolder } from './lineage.ts';
import { hashOf, SECTION_MANIFEST, manifestOf, readSectionManifest, type Manifest } from './manifest.ts';
import type { WrittenDesign } from './read-design.ts';
import type { LyingTexts } from './read-folder.ts';

/** Why a design does not become a folder; the sentence is for whoever called the command. */
export class EjectionError extends Error {}

/** What the command is about to do, or has done. */
export interface Ejection extends Pick<PlannedEjection, 'fates' | 'steps'> {
  readonly manifest: Manifest;
}

/** @throws EjectionError where it would take what is another's */
function refuseOthers({ name, table, controller }: Resource, shipped: readonly Resource[]): void {
  const own = shipped.find((one) => one.name === name);
  const other = shipped.find((one) => one.name !== name && (one.table === table || one.controller === controller));
  if (other) throw new EjectionError(`${other.name} has the table ${other.table} and the controller ${other.controller}: choose others.`);
  if (own?.table !== table && isCoreTable(table)) throw new EjectionError(`The table ${table} is the program's own.`);
}

/** What the folder was written from; of one that somebody wrote by hand, what it says. */
function baseOf(folder: LyingTexts, shipped: Resource | undefined, isAdopted: boolean): Manifest | null {
  const text = folder.texts[SECTION_MANIFEST];
  if (text !== undefined) return readSectionManifest(text);
  if (!folder.isThere) return null;
  const { 'zh-cn': chinese, en } = folder.words;
  if (!shipped || !chinese || !en) throw new EjectionError('The folder is there, and is no whole section: complete it, or take it away.');
  if (!isAdopted)
    throw new EjectionError(
      'The section was written by hand. With --adopt its declaration counts as what the design began with, and is merged with it.',
    );
  return { design: fromShipped(shipped, { 'zh-cn': chinese, en }), renames: NO_RENAMES, files: {} };
}

/**
 * What writing a design into its folder does, file by file; nothing is written.
 * @param shipped every section of the source tree
 * @throws EjectionError
 */
export function planned(
  { renames: told, earlier, ...design }: WrittenDesign,
  folder: LyingTexts,
  shipped: readonly Resource[],
  isAdopted: boolean,
): Ejection {
  const { name } = design.declaration;
  refuseOthers(design.declaration, shipped);
  const base = baseOf(
    folder,
    shipped.find((one) => one.name === name),
    isAdopted,
  );
  const renames = told ?? (base && earlier ? renamesIntoFolder(base, design, earlier) : NO_RENAMES);
  const lying: LyingFolder = {
    texts: folder.texts,
    words: folder.words,
    ...(folder.steps && { steps: folder.steps }),
    from: base?.design ?? null,
    printed: Object.keys(base?.files ?? {}),
    isUntouched: (path, text) => base?.files[path] === hashOf(text),
  };
  const { files, fates, steps } = planEjection(design, lying, shipped, renames);
  // Which of them run already is not known here: a folder may be written several times between two starts.
  const all = chainedRenames([base?.renames ?? NO_RENAMES, renames]);
  return { fates, steps, manifest: manifestOf(design, files, all) };
}
