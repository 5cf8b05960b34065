import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { shapeOf } from '../../src/domain/designer/table-shape.ts';
import { plan } from '../../src/domain/designer/table-plan.ts';
import type { Step } from '../../src/domain/designer/plan-step.ts';
import type { SectionDesign } from '../../src/domain/designer/section-design.ts';
import { fatesOf, type FileFate } from '../../src/domain/designer/source/ejection.ts';
import { filesOf, type SourceFile, type SourceTree } from '../../src/domain/designer/source/files-of.ts';
import { fromShipped } from '../../src/domain/designer/source/from-shipped.ts';
import { folderNameOf } from '../../src/domain/table/section-folder.ts';
import type { Resource } from '../../src/domain/table/resource.ts';
import { isCoreTable } from '../../server/db/tables/table-names.ts';
import { hashOf, MANIFEST, manifestOf, manifestText, type Manifest } from './manifest.ts';
import type { WrittenDesign } from './read-design.ts';
import type { SectionCheck } from './section-checks.ts';
import type { SectionFolder } from './section-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Directories of the menu that no section brings. */
const DIRECTORIES = ['auth', 'user', 'routine'];

/** Why a design does not become a folder; the sentence is for whoever called the command. */
export class EjectionError extends Error {}

/** What the command is about to do, or has done. */
export interface Ejection {
  readonly fates: readonly FileFate[];
  /** What the new step of the table does, if there is one. */
  readonly steps: readonly Step[];
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
  if (text !== undefined) return JSON.parse(text) as Manifest;
  if (!folder.isThere) return null;
  const { 'zh-cn': chinese, en } = folder.words;
  if (!shipped || !chinese || !en) throw new EjectionError('The folder is there, and is no whole section: complete it, or take it away.');
  if (!isAdopted)
    throw new EjectionError(
      'The section was written by hand. With --adopt its declaration counts as what the design began with, and is merged with it.',
    );
  return { design: fromShipped(shipped, { 'zh-cn': chinese, en }), files: {} };
}

const isSame = (one: readonly string[], other: readonly string[]): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * What writing a design into its folder does, file by file; nothing is written.
 * @param shipped every section of the source tree
 * @throws EjectionError
 */
export function planEjection(
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
  const tableOf = (section: string) => (section === name ? design.declaration.table : shipped.find((one) => one.name === section)?.table);
  const shape = (one: SectionDesign) => shapeOf(one, tableOf);
  const steps = base
    ? plan(shape(base.design), shape(design), { ...(renames && { renames }), revision: Object.keys(folder.steps ?? {}).length + 1 })
    : [];
  const change = steps.flatMap(({ sql }) => sql);
  const isDone = Object.values(folder.steps ?? {}).some((done) => isSame(done, change));
  const tree: SourceTree = {
    directories: [
      ...DIRECTORIES,
      ...shipped.flatMap(({ name: one, menu }) => (one !== name && typeof menu?.under === 'object' ? [menu.under.name] : [])),
    ],
    tableOf,
    words: folder.words,
    ...(folder.steps && { steps: folder.steps }),
    isMadeElsewhere: base !== null && folder.steps === undefined,
  };
  // A test that somebody wrote for a section of theirs says more than ours.
  const isTheirs = ({ path }: SourceFile): boolean =>
    path.endsWith('.test.ts') && path in folder.texts && base !== null && !(path in base.files);
  const files = filesOf(design, isDone ? tree : { ...tree, change }).filter((file) => !isTheirs(file));
  const fates = fatesOf(files, {
    texts: folder.texts,
    base: base ? filesOf(base.design, tree) : [],
    isUntouched: (path, text) => base?.files[path] === hashOf(text),
  });
  return { fates, steps: isDone ? [] : steps, manifest: manifestOf(design, files) };
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
