import { open } from 'node:fs/promises';
import { fileTypeFromBuffer, fileTypeFromFile, supportedExtensions } from 'file-type';
import { imageSize } from 'image-size';
import { suffixOf } from '#domain/files/upload-rules';
import type { Detection } from '../../ports/upload-ports.ts';

const HEAD_BYTES = 4096;
/** Where a picture has to say how large it is: behind a colour profile and a preview at most. */
const PICTURE_HEAD_BYTES = 512 * 1024;

/** Pictures in boxes within boxes say it at their beginning, once for each picture and its parts. */
const BOXED = /^image\/(?:avif|heic|heif)/u;
const BOXED_BYTES = 65_536;
const BOXED_SIZES = 16;

type Found = { readonly mime: string; readonly ext: string } | undefined;
type Size = { readonly width: number; readonly height: number; readonly images?: readonly Size[] | undefined };

const isSuffixKnown = (name: string): boolean => supportedExtensions.has(suffixOf(name));
const typeOf = (found: Found): Detection['type'] => (found ? { mimeType: found.mime, suffix: found.ext } : null);

/** The dimensions, or null for what only looks like a picture. */
/** The dimensions, or null for what only looks like a picture. @param start the beginning of the file */
function pictureOf(found: Found, start: Uint8Array): Detection['picture'] {
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
  const bytes = Buffer.from(start.buffer, start.byteOffset, start.byteLength);
  let at = -1;
  for (let count = 0; count <= BOXED_SIZES; count += 1) {
    at = bytes.indexOf('ispe', at + 1);
    if (at === -1) return false;
  }
  return true;
}

async function startOf(path: string, lengthBytes: number): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(lengthBytes), 0, lengthBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** What the bytes of a file on the disk say it is. */
export async function detectFile(name: string, path: string): Promise<Detection> {
  // A damaged container must not be taken for a fault of the server.
  const found: Found = await fileTypeFromFile(path).catch(() => undefined);
  const isPicture = found?.mime.startsWith('image/') === true;
  const start = await startOf(path, isPicture ? PICTURE_HEAD_BYTES : HEAD_BYTES);
  return detectionOf(name, found, start);
}

/** The same for the first bytes of a file that lies elsewhere. */
export async function detectBytes(name: string, bytes: Uint8Array): Promise<Detection> {
  const found: Found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  return detectionOf(name, found, bytes);
}

const detectionOf = (name: string, found: Found, start: Uint8Array): Detection => ({
  type: typeOf(found),
  isSuffixKnown: isSuffixKnown(name),
  head: start.subarray(0, HEAD_BYTES),
  picture: pictureOf(found, start),
});
