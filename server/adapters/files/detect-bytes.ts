import { fileTypeFromBuffer, supportedExtensions } from 'file-type';
import { imageSize } from 'image-size';
import { isTextSuffix } from '#domain/files/text-suffixes';
import { suffixOf } from '#domain/files/upload-rules';
import type { Detection } from '../../ports/upload-ports.ts';

export const HEAD_BYTES = 4096;
/** Where a picture has to say how large it is: behind a colour profile and a preview at most. */
export const PICTURE_HEAD_BYTES = 512 * 1024;

/** Pictures in boxes within boxes say it at their beginning, once for each picture and its parts. */
const BOXED = /^image\/(?:avif|heic|heif)/u;
const BOXED_BYTES = 65_536;
const BOXED_SIZES = 16;

export type DetectedType = { readonly mime: string; readonly ext: string } | undefined;
type Size = { readonly width: number; readonly height: number; readonly images?: readonly Size[] | undefined };

const isSuffixKnown = (name: string): boolean => supportedExtensions.has(suffixOf(name));
const typeOf = (found: DetectedType): Detection['type'] => (found ? { mimeType: found.mime, suffix: found.ext } : null);

/** The dimensions, or null for what only looks like a picture. @param start the beginning of the file */
function pictureOf(found: DetectedType, start: Uint8Array): Detection['picture'] {
  if (!found?.mime.startsWith('image/')) return null;
  const isBoxed = BOXED.test(found.mime);
  if (isBoxed && hasTooManySizes(start.subarray(0, BOXED_BYTES))) return null;
  try {
    const size: Size = imageSize(isBoxed ? start.subarray(0, BOXED_BYTES) : start);
    const all = [size, ...(size.images ?? [])];
    if (all.some(({ width, height }) => !(width > 0 && height > 0))) return null;
    const longestSidePx = Math.max(...all.map(({ width, height }) => Math.max(width, height)));
    const mostPixels = Math.max(...all.map(({ width, height }) => width * height));
    return { widthPx: size.width, heightPx: size.height, longestSidePx, mostPixels };
  } catch {
    return null;
  }
}

/** For each size in such a file all boxes behind it are looked through, which only few of them keep short. */
function hasTooManySizes(start: Uint8Array): boolean {
  // A character a byte.
  const text = new TextDecoder('latin1').decode(start);
  let at = -1;
  for (let count = 0; count <= BOXED_SIZES; count += 1) {
    at = text.indexOf('ispe', at + 1);
    if (at === -1) return false;
  }
  return true;
}

/** What the first bytes of a file say it is. */
export async function detectBytes(name: string, bytes: Uint8Array): Promise<Detection> {
  const found: DetectedType = await fileTypeFromBuffer(bytes).catch(() => undefined);
  return detectionOf(name, found, bytes);
}

export function detectionOf(name: string, found: DetectedType, start: Uint8Array): Detection {
  const head = start.subarray(0, HEAD_BYTES);
  // A text may begin with the few letters of a signature, as a list of BMW's parts does.
  const told = isTextSuffix(suffixOf(name)) && isText(head) ? undefined : found;
  return { type: typeOf(told), isSuffixKnown: isSuffixKnown(name), head, picture: pictureOf(told, start) };
}

/** In one of the ways that texts are written here, and without the characters that no text has and other files begin with. */
function isText(head: Uint8Array): boolean {
  if (head.some((byte) => byte === 0x7f || (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d))) return false;
  return ['utf-8', 'gb18030'].some((encoding) => {
    try {
      // The head may end within a character.
      new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
      return true;
    } catch {
      return false;
    }
  });
}
