import type { Resource } from '../../table/resource.ts';
import type { Step } from '../plan-step.ts';
import type { Renames, SectionDesign } from '../section-design.ts';
import { plan } from '../table-plan.ts';
import { shapeOf } from '../table-shape.ts';
import { fatesOf, type FileFate, type StandingFolder } from './ejection.ts';
import { filesOf, type SourceFile, type SourceTree } from './files-of.ts';

/** The section's folder as it lies in the source tree. */
export interface LyingFolder extends Pick<SourceTree, 'words' | 'steps'>, Pick<StandingFolder, 'texts' | 'isUntouched'> {
  /** What it was written from, or what it says; null where there is no folder. */
  readonly from: SectionDesign | null;
  /** Files that the printer has written there; others of the same names are somebody's own. */
  readonly printed: readonly string[];
}

/** What writing a design into its folder is about to do. */
export interface PlannedEjection {
  readonly files: readonly SourceFile[];
  readonly fates: readonly FileFate[];
  /** What the new step of the table does, if there is one. */
  readonly steps: readonly Step[];
}

const isSame = (one: readonly string[], other: readonly string[]): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * What a design is as source, file by file, beside what lies there: texts, unified differences, and what the next step of the table does.
 * @param shipped every section of the source tree
 * @param renames what people did to names since the folder was written
 */
export function planEjection(design: SectionDesign, folder: LyingFolder, shipped: readonly Resource[], renames?: Renames): PlannedEjection {
  const { name, table } = design.declaration;
  const { from, words = {}, steps: done, texts, isUntouched, printed } = folder;
  const tableOf = (section: string) => (section === name ? table : shipped.find((one) => one.name === section)?.table);
  const revision = Object.keys(done ?? {}).length + 1;
  const planned = from ? plan(shapeOf(from, tableOf), shapeOf(design, tableOf), { ...(renames && { renames }), revision }) : [];
  const change = planned.flatMap(({ sql }) => sql);
  const isDone = Object.values(done ?? {}).some((statements) => isSame(statements, change));
  const tree: SourceTree = {
    tableOf,
    words,
    ...(done && { steps: done }),
    isMadeElsewhere: from !== null && done === undefined,
  };
  // A test that somebody wrote for a section of theirs says more than ours.
  const isTheirs = ({ path }: SourceFile): boolean =>
    path.endsWith('.test.ts') && path in texts && from !== null && !printed.includes(path);
  const files = filesOf(design, isDone ? tree : { ...tree, change }).filter((file) => !isTheirs(file));
  return { files, fates: fatesOf(files, { texts, base: from ? filesOf(from, tree) : [], isUntouched }), steps: isDone ? [] : planned };
}
