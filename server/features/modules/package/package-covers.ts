import { base64Of } from '../../../base/platform/bytes.ts';
import { PICTURE_TYPES } from './read-me-pictures.ts';
import { openArchive, unpackFile } from './unpack.ts';

const COVER = /^assets\/cover\.(?<ending>png|jpg|webp|avif)$/u;
/** They travel with the list of the store: what is heavier is left to the module's own page, and so is what comes after so many. */
export const COVERS_TOLD = 24;
const MOST_BYTES = 64 * 1024;

/** The picture by which a module is told in the store, as an address that holds it; '' where its package has none that is light enough. */
function coverOf(bytes: Uint8Array): string {
  const archive = openArchive(bytes);
  const found = archive.entries.find(({ name, unpacked }) => COVER.test(name) && unpacked <= MOST_BYTES);
  const type = PICTURE_TYPES[COVER.exec(found?.name ?? '')?.groups?.['ending'] ?? ''];
  return found && type ? `data:${type};base64,${base64Of(unpackFile(archive, found.name))}` : '';
}

/**
 * Covers of packages by their sums. As many are kept as a list tells, those that were asked for last. A package that cannot be opened has none: the list tells of the others all the same.
 * @param read the bytes of a package; undefined where there is none of that sum
 */
export function createCovers(read: (sha256: string) => Promise<Uint8Array | undefined>) {
  const kept = new Map<string, string>();
  return async (sha256: string): Promise<string> => {
    const known = kept.get(sha256);
    if (known !== undefined) {
      kept.delete(sha256);
      kept.set(sha256, known);
      return known;
    }
    if (sha256 === '') return '';
    const bytes = await read(sha256);
    let cover = '';
    try {
      cover = bytes ? coverOf(bytes) : '';
    } catch {
      cover = '';
    }
    kept.set(sha256, cover);
    for (const oldest of kept.keys()) if (kept.size > COVERS_TOLD) kept.delete(oldest);
    return cover;
  };
}
