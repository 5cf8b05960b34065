import { ResourceError } from '#api/contract/table/resource-schema';
import { isSameValue } from '#domain/base/same-value';
import { NO_RENAMES, type Renames, type SectionDesign } from '#domain/designer/section-design';
import { jsonText, type Literal } from '#domain/designer/source/literal';
import type { SourceFile } from '#domain/designer/source/files-of';
import { hashNow } from '../../../base/platform/hash-now.ts';
import { readDesign } from './read-design.ts';

/** Lies in the section's folder, and belongs into version control: without it nobody knows what was changed by hand. */
export const SECTION_MANIFEST = '.ejected.json';

/** Ends the name of what lies beside a file that was not merged: what the design wants of it. */
export const PATCH = '.conflict.patch';

/** What a folder was written from. */
export interface Manifest {
  readonly design: SectionDesign;
  /** What was done to names by all that was written; they run from the next start on. */
  readonly renames: Renames;
  /** SHA-256 of what was printed, by file. What was merged has another, and is therefore known for changed. */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * What a folder says that it was written from, judged like any other design: somebody may have sent the folder.
 * @throws ResourceError naming the first thing that is wrong
 */
export function readSectionManifest(text: string): Manifest {
  const manifest = JSON.parse(text) as Partial<Manifest> | null;
  if (typeof manifest?.files !== 'object' || manifest.files === null)
    throw new ResourceError(`${SECTION_MANIFEST} says which \`files\` were written`);
  const { renames = NO_RENAMES, ...design } = readDesign({ ...manifest.design, renames: manifest.renames });
  return { design, renames, files: manifest.files };
}

interface Draft {
  readonly design: SectionDesign;
  readonly renames: Renames;
}

const isWritten = ({ design }: Draft, { design: written }: Manifest): boolean =>
  isSameValue(design.declaration, written.declaration) && isSameValue(design.shape, written.shape);

/** What is drawn, but where the folder is that already: the draft was written, and is none any more. */
export const openDraft = (draft: Draft | null, written: Manifest | null): Draft | null =>
  draft && written && isWritten(draft, written) ? null : draft;

export const hashOf = (text: string): string => hashNow(text, 'hex');

export const manifestOf = (design: SectionDesign, files: readonly SourceFile[], renames = NO_RENAMES): Manifest => ({
  design,
  renames,
  files: Object.fromEntries(files.map(({ path, text }) => [path, hashOf(text)])),
});

/** Where nothing was done to names, nothing is said of them. */
export function manifestText({ renames, ...manifest }: Manifest): string {
  const hasRenames = Object.keys(renames.columns).length + Object.keys(renames.options).length > 0;
  const { design, files } = manifest;
  return jsonText({ design, ...(hasRenames && { renames }), files } as unknown as { readonly [key: string]: Literal });
}
