import { open } from 'node:fs/promises';
import { fileTypeFromBuffer, fileTypeFromFile, supportedExtensions } from 'file-type';
import { imageSize } from 'image-size';
import { imageSizeFromFile } from 'image-size/fromFile';
import { suffixOf } from '#domain/upload-rules';
import type { Detection } from '../services/uploads/upload-ports.ts';

const HEAD_BYTES = 4096;

type Found = { readonly mime: string; readonly ext: string } | undefined;
type Size = { readonly width: number; readonly height: number };

const isSuffixKnown = (name: string): boolean => supportedExtensions.has(suffixOf(name));
const typeOf = (found: Found): Detection['type'] => (found ? { mimeType: found.mime, suffix: found.ext } : null);

/** The dimensions, or null for what only looks like a picture. */
async function pictureOf(found: Found, measure: () => Size | Promise<Size>): Promise<Detection['picture']> {
  if (!found?.mime.startsWith('image/')) return null;
  try {
    const { width, height } = await measure();
    return width > 0 && height > 0 ? { widthPx: width, heightPx: height } : null;
  } catch {
    return null;
  }
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** What the bytes of a file on the disk say it is. */
export async function detectFile(name: string, path: string): Promise<Detection> {
  // A damaged container must not be taken for a fault of the server.
  const found: Found = await fileTypeFromFile(path).catch(() => undefined);
  const picture = await pictureOf(found, () => imageSizeFromFile(path));
  return { type: typeOf(found), isSuffixKnown: isSuffixKnown(name), head: await headOf(path), picture };
}

/** The same for the first bytes of a file that lies elsewhere. */
export async function detectBytes(name: string, bytes: Uint8Array): Promise<Detection> {
  const found: Found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  const picture = await pictureOf(found, () => imageSize(bytes));
  return { type: typeOf(found), isSuffixKnown: isSuffixKnown(name), head: bytes.subarray(0, HEAD_BYTES), picture };
}
