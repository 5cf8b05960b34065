import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import type { Detection } from '../../ports/upload-ports.ts';
import { detectionOf, type DetectedType, HEAD_BYTES, PICTURE_HEAD_BYTES } from './detect-bytes.ts';

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
  const found: DetectedType = await fileTypeFromFile(path).catch(() => undefined);
  const isPicture = found?.mime.startsWith('image/') === true;
  const start = await startOf(path, isPicture ? PICTURE_HEAD_BYTES : HEAD_BYTES);
  return detectionOf(name, found, start);
}
