import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { planEjection, type LyingFolder, type PlannedEjection } from '../../src/domain/designer/source/plan-ejection.ts';
import { fromShipped } from '../../src/domain/designer/source/from-shipped.ts';
import { folderNameOf } from '../../src/domain/table/section-folder.ts';
import type { Resource } from '../../src/domain/table/resource.ts';
import { isCoreTable } from '../../server/db/tables/table-names.ts';
import { hashOf, MANIFEST, manifestOf, manifestText, readManifest, type Manifest } from './manifest.ts';
import type { WrittenDesign } from './read-design.ts';
import type { SectionCheck } from './section-checks.ts';
import type { SectionFolder } from './section-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');

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
function baseOf(folder: SectionFolder, shipped: Resource | undefined, isAdopted: boolean): Manifest | null {
  const text = folder.texts[MANIFEST];
  if (text !== undefined) return readManifest(text);
  if (!folder.isThere) return null;
  const { 'zh-cn': chinese, en } = folder.words;
  if (!shipped || !chinese || !en) throw new EjectionError('The folder is there, and is no whole section: complete it, or take it away.');
  if (!isAdopted)
    throw new EjectionError(
      'The section was written by hand. With --adopt its declaration counts as what the design began with, and is merged with it.',
    );
  return { design: fromShipped(shipped, { 'zh-cn': chinese, en }), files: {} };
}

/**
 * What writing a design into its folder does, file by file; nothing is written.
 * @param shipped every section of the source tree
 * @throws EjectionError
 */
export function planned(
  { renames, ...design }: WrittenDesign,
  folder: SectionFolder,
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
  const lying: LyingFolder = {
    texts: folder.texts,
    words: folder.words,
    ...(folder.steps && { steps: folder.steps }),
    from: base?.design ?? null,
    printed: Object.keys(base?.files ?? {}),
    isUntouched: (path, text) => base?.files[path] === hashOf(text),
  };
  const { files, fates, steps } = planEjection(design, lying, shipped, renames);
  return { fates, steps, manifest: manifestOf(design, files) };
}

const PATCH = '.conflict.patch';

/** Writes what was planned. What stands against each other stays as it is, beside a patch, and the folder counts as written from what it was. */
export function writeEjection({ fates, manifest }: Ejection, folder: SectionFolder): void {
  for (const file of Object.keys(folder.texts)) if (file.endsWith(PATCH)) folder.remove(file);
  for (const { path, text, fate, patch } of fates) {
    if (fate === 'conflict') folder.write(path + PATCH, patch);
    if (fate === 'new' || fate === 'written' || fate === 'merged') folder.write(path, text);
  }
  if (fates.every(({ fate }) => fate !== 'conflict')) folder.write(MANIFEST, manifestText(manifest));
}

/** @returns what the first check says that fails, or null */
export function firstFailure(checks: readonly SectionCheck[], tell: (line: string) => void): string | null {
  for (const { says, command } of checks) {
    const [program, ...args] = command;
    const { status, stdout, stderr } = spawnSync(join(ROOT, 'node_modules', '.bin', program), args, {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', TEST_EFFORT: 'short' },
    });
    if (status !== 0) return `${command.join(' ')}\n${stdout}${stderr}`;
    tell(`It ${says}.`);
  }
  return null;
}

export const folderPathOf = (name: string): string => join(ROOT, 'src', 'sections', folderNameOf(name));
