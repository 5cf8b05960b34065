import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BUILD_MANIFEST, DOCUMENT_MANIFEST, RENDERER_SOURCE, type BuildManifest } from '../../server/adapters/pages/build-manifest.ts';
import { STAMP } from './stale-build.mjs';

/** What a build consists of: what browsers fetch, and what the server draws pages with. */
const PARTS = ['dist', 'dist-server'] as const;

/** Where a build is made, beside the one that is served; both have the same folders. */
export const besideOf = (root: string, maker: 'build' | 'documents'): string => join(root, 'dist-next', maker);

/** Of the files that say which others belong to the build the first is put in place first; before each of them lies all that it names. */
const NAMING = [DOCUMENT_MANIFEST, BUILD_MANIFEST, 'index.html'].map((name) => join('dist', name));

const rankOf = (path: string): number => NAMING.indexOf(path);

/** One file that is put in place or taken away: between two of them the build that is served is whole. */
export type Step = { readonly place: string } | { readonly remove: string };

const filesOf = (root: string): readonly string[] =>
  PARTS.filter((part) => existsSync(join(root, part))).flatMap((part) =>
    readdirSync(join(root, part), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
  );

/**
 * What leads from the build that is served to the one beside it: first what the new one adds, then what names it, and at last what nobody names any more goes.
 * Whoever is stopped between has left the former build or the new one, with files of the other.
 */
export function stepsTo(beside: string, root: string): readonly Step[] {
  const wanted = filesOf(beside);
  const places = wanted.toSorted((one, other) => rankOf(one) - rankOf(other)).map((path) => ({ place: path }));
  const kept = new Set([...wanted, STAMP]);
  return [...places, ...filesOf(root).flatMap((path) => (kept.has(path) ? [] : [{ remove: path }]))];
}

export function take(step: Step, beside: string, root: string): void {
  if ('remove' in step) return rmSync(join(root, step.remove), { force: true });
  const to = join(root, step.place);
  mkdirSync(dirname(to), { recursive: true });
  renameSync(join(beside, step.place), to);
}

/**
 * Puts the build beside in the place of the one that is served.
 * @param madeAt when it was begun: a source that has changed since then is newer than it; null where it is not for serving
 */
export function changeOver(beside: string, root: string, madeAt: Date | null): void {
  const steps = stepsTo(beside, root);
  // Without its stamp a build is made again by the next start: whatever stops this, it is not taken for done.
  rmSync(join(root, STAMP), { force: true });
  for (const step of steps) take(step, beside, root);
  if (madeAt === null) return;
  writeFileSync(join(root, STAMP), '');
  utimesSync(join(root, STAMP), madeAt, madeAt);
}

/** Copies what was built of the documents alone into the build that is served, while pages are developed. What stays there is no build. */
export function bringDocuments(beside: string, root: string): void {
  const steps = stepsTo(beside, root).flatMap((step) => ('place' in step ? [step.place] : []));
  rmSync(join(root, STAMP), { force: true });
  for (const path of steps) {
    const to = join(root, path);
    mkdirSync(dirname(to), { recursive: true });
    // What builds again at each change goes on with its own files.
    copyFileSync(join(beside, path), `${to}.new`);
    renameSync(`${to}.new`, to);
  }
}

/** Says in the documents' list which file draws them, so that both change in one moment. */
export function nameRenderer(beside: string): void {
  const list = join(beside, 'dist', DOCUMENT_MANIFEST);
  const drawn = JSON.parse(readFileSync(join(beside, 'dist-server', BUILD_MANIFEST), 'utf8')) as BuildManifest;
  const renderer = drawn[RENDERER_SOURCE];
  if (!renderer) throw new Error(`nothing was built of ${RENDERER_SOURCE}`);
  const documents = JSON.parse(readFileSync(list, 'utf8')) as BuildManifest;
  writeFileSync(list, JSON.stringify({ ...documents, [RENDERER_SOURCE]: { file: renderer.file } }, null, 2));
}
