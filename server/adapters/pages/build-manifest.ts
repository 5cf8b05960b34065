import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface ManifestChunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** Vite's list of what was built: from a source file to its chunk, the chunk's static imports and its styles. */
export type BuildManifest = Readonly<Record<string, ManifestChunk>>;

/** Where the lists lie below the folder of the build: the application's, and that of the documents. */
export const BUILD_MANIFEST = '.vite/manifest.json';
export const DOCUMENT_MANIFEST = '.vite/documents.json';

/** @returns null before the client was built */
export function readBuildManifest(dist: string, name = BUILD_MANIFEST): BuildManifest | null {
  const file = join(dist, name);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BuildManifest) : null;
}

/** The source of what draws documents: their list names what was built of it, in the folder beside. */
export const RENDERER_SOURCE = 'src/documents.tsx';

/** The sources of the documents' styles and of their script. */
const STYLES = 'src/ui/documents/styles.ts';
const SCRIPT = 'src/ui/documents/public.ts';

/** Styles and script that each document names; none before they were built. */
export function documentFilesOf(dist: string): string[] {
  const manifest = readBuildManifest(dist, DOCUMENT_MANIFEST);
  const [styles, script] = [manifest?.[STYLES]?.css, manifest?.[SCRIPT]?.file];
  return styles === undefined || script === undefined ? [] : [...styles, script];
}

/** Every script and style a browser has fetched once these sources are loaded, each once. */
export function builtFiles(manifest: BuildManifest, sources: readonly string[]): string[] {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (key: string): void => {
    if (seen.has(key)) return;
    seen.add(key);
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the build has no chunk for ${key}`);
    files.add(chunk.file);
    chunk.css?.forEach((file) => files.add(file));
    chunk.imports?.forEach(visit);
  };
  sources.forEach(visit);
  return [...files].filter((file) => /\.(?:js|css)$/u.test(file));
}
