import { ResourceError } from '#api/contract/table/resource-schema';
import type { SectionDesign } from '#domain/designer/section-design';
import { jsonText, type Literal } from '#domain/designer/source/literal';
import type { SourceFile } from '#domain/designer/source/files-of';
import { hashNow } from '../../../base/platform/hash-now.ts';
import { readDesign } from './read-design.ts';

/** Lies in the section's folder, and belongs into version control: without it nobody knows what was changed by hand. */
export const MANIFEST = '.ejected.json';

/** Ends the name of what lies beside a file that was not merged: what the design wants of it. */
export const PATCH = '.conflict.patch';

/** What a folder was written from. */
export interface Manifest {
  readonly design: SectionDesign;
  /** SHA-256 of what was printed, by file. What was merged has another, and is therefore known for changed. */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * What a folder says that it was written from, judged like any other design: somebody may have sent the folder.
 * @throws ResourceError naming the first thing that is wrong
 */
export function readManifest(text: string): Manifest {
  const manifest = JSON.parse(text) as Partial<Manifest> | null;
  if (typeof manifest?.files !== 'object' || manifest.files === null)
    throw new ResourceError(`${MANIFEST} says which \`files\` were written`);
  return { design: readDesign(manifest.design), files: manifest.files };
}

export const hashOf = (text: string): string => hashNow(text, 'hex');

export const manifestOf = (design: SectionDesign, files: readonly SourceFile[]): Manifest => ({
  design,
  files: Object.fromEntries(files.map(({ path, text }) => [path, hashOf(text)])),
});

export const manifestText = (manifest: Manifest): string => jsonText(manifest as unknown as { readonly [key: string]: Literal });
