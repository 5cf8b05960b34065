import { createSHA1, createSHA256 } from 'hash-wasm';
import { rejection } from '#domain/base/failure';
import { hexOf } from '../../base/platform/bytes.ts';
import type { FileStore } from '../../ports/upload-ports.ts';
import { detectBytes, PICTURE_HEAD_BYTES } from '../files/detect-bytes.ts';
import type { ByteShelf } from './byte-shelf.ts';

async function prints(bytes: Uint8Array): Promise<{ readonly sha1: string; readonly sha256: string }> {
  const [sha1, sha256] = await Promise.all([createSHA1(), createSHA256()]);
  return { sha1: sha1.init().update(bytes).digest('hex'), sha256: sha256.init().update(bytes).digest('hex') };
}

/** Stored files where a browser keeps them. Forms come whole: they are read by the browser itself, from one tab to its own worker. */
export function createShelfFiles(shelf: ByteShelf, randomBytes: (count: number) => Uint8Array<ArrayBuffer>): FileStore {
  const newId = (): string => hexOf(randomBytes(16));

  return {
    async receive(body, rules) {
      const form = await new Response(body.stream, { headers: { 'content-type': body.contentType } }).formData().catch(() => {
        throw rejection('refusals.upload.interrupted');
      });
      const file = form.get('file');
      if (!(file instanceof File) || file.name.trim() === '') throw rejection('refusals.upload.incomplete');
      const name = rules.nameFor(file.name);
      const bytes = new Uint8Array(await file.arrayBuffer());
      const fields = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
      return {
        name,
        sizeBytes: bytes.byteLength,
        isTooLarge: bytes.byteLength > rules.maxSizeBytes,
        ...(await prints(bytes)),
        ...(await detectBytes(name, bytes.subarray(0, PICTURE_HEAD_BYTES))),
        fields: Object.fromEntries(fields),
        async keep() {
          const fileId = newId();
          await shelf.write(fileId, new Blob([bytes]));
          return fileId;
        },
        discard: () => Promise.resolve(),
      };
    },
    async store(chunks) {
      const parts: Uint8Array<ArrayBuffer>[] = [];
      for await (const chunk of chunks) parts.push(Uint8Array.from(chunk));
      const fileId = newId();
      const whole = new Blob(parts);
      await shelf.write(fileId, whole);
      return { fileId, sizeBytes: whole.size };
    },
    async read(fileId, range) {
      const whole = await shelf.read(fileId);
      return whole && (range ? whole.slice(range.start, range.end + 1) : whole).stream();
    },
    sizeOf: async (fileId) => (await shelf.read(fileId))?.size ?? null,
    remove: (fileId) => shelf.remove(fileId),
    async sweep(_olderThanMs, isKnown) {
      const names = await shelf.names();
      const known = await isKnown(names);
      const strays = names.filter((name) => !known.has(name));
      for (const name of strays) await shelf.remove(name);
      return strays.length;
    },
  };
}
