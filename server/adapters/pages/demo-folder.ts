import { existsSync, readdirSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { DemoFiles } from '../../ports/ports.ts';
import { acceptedCopy, encodingOf, ENCODINGS, isImmutable, mimeTypeOf } from './file-kinds.ts';

/**
 * The product as files that run in a browser alone, where they were built. Their names are known from the start, so that no other path reaches the
 * disk; their bytes are read when they are asked for, since most installations never are.
 */
export function openDemoFolder(folder: string): DemoFiles {
  const isBuilt = existsSync(join(folder, 'index.html'));
  const names = new Set(isBuilt ? readdirSync(folder, { recursive: true }).map((path) => `/${String(path).split(sep).join('/')}`) : []);
  return {
    isBuilt: () => isBuilt,
    async read(path, acceptEncoding) {
      const type = mimeTypeOf(path);
      // Compressed copies have no address of their own.
      if (type === null || !names.has(path) || ENCODINGS.some(({ suffix }) => path.endsWith(suffix))) return null;
      const name = acceptedCopy(path, acceptEncoding, (copy) => names.has(copy));
      const file = join(folder, name);
      const [bytes, { mtimeMs, size }] = await Promise.all([readFile(file), stat(file)]);
      return {
        body: new Uint8Array(bytes),
        type,
        encoding: encodingOf(name)?.encoding ?? null,
        etag: `"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`,
        isImmutable: isImmutable(path),
      };
    },
  };
}
