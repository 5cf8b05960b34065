import { base64Of } from '../../../base/platform/bytes.ts';
import { openArchive, unpackFile } from './unpack.ts';

/** Types of pictures by the ends of their names. */
export const PICTURE_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
};
const NAMED = /!\[[^[\]\n]*\]\(\s*(assets\/[^\s)]+)/gu;
/** They travel with the texts, to whoever looks at a package that is not installed. */
const LIMITS = { pictures: 6, bytes: 200 * 1024 } as const;

/** The pictures that texts of a package name, as addresses that hold them; those that are too heavy, or not there, are left out. */
export function readMePictures(bytes: Uint8Array, texts: readonly string[]): Readonly<Record<string, string>> {
  const named = new Set(texts.flatMap((text) => [...text.matchAll(NAMED)].map(([, name = '']) => name)));
  if (named.size === 0) return {};
  const archive = openArchive(bytes);
  const there = archive.entries.filter(({ name, unpacked }) => named.has(name) && unpacked <= LIMITS.bytes).slice(0, LIMITS.pictures);
  return Object.fromEntries(
    there.map(({ name }) => {
      const type = PICTURE_TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
      return [name, `data:${type};base64,${base64Of(unpackFile(archive, name))}`];
    }),
  );
}
