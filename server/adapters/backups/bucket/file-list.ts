import { createReadStream, createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { FILE_ID } from '../../files/shelves.ts';

/** A stored file as the list of a backup names it. */
export interface ListedFile {
  readonly fileId: string;
  readonly sizeBytes: number;
  /** In hexadecimal digits; '' where nobody has read the bytes. */
  readonly sha256: string;
}

const LINE = /^(?<fileId>[\da-f]{32}) (?<size>\d{1,15}) (?<sha256>(?:[\da-f]{64})?)$/u;

/** Reads a list as it was written, one file at a time. @throws Error where it is none */
export async function* readFileList(path: string): AsyncGenerator<ListedFile> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  let before = '';
  try {
    for await (const line of lines) {
      const { fileId = '', size, sha256 = '' } = LINE.exec(line)?.groups ?? {};
      if (fileId <= before) throw new Error(`${path} is not the list of a backup's files.`);
      before = fileId;
      yield { fileId, sizeBytes: Number(size), sha256 };
    }
  } finally {
    lines.close();
  }
}

/** Writes one line for each file, in the order of their names. @returns how many there are, and their bytes */
export async function writeFileList(
  path: string,
  files: AsyncIterable<ListedFile>,
): Promise<{ readonly files: number; readonly fileBytes: number }> {
  const out = createWriteStream(path, { mode: 0o600 });
  let [count, fileBytes] = [0, 0];
  try {
    for await (const { fileId, sizeBytes, sha256 } of files) {
      if (!out.write(`${fileId} ${sizeBytes} ${sha256}\n`)) await once(out, 'drain');
      count += 1;
      fileBytes += sizeBytes;
    }
    out.end();
    await finished(out);
  } catch (error) {
    out.destroy();
    throw error;
  }
  return { files: count, fileBytes };
}

/** What lies in several places, each in the order of names, by name. */
export async function* merged<T extends { readonly fileId: string }>(
  places: readonly AsyncIterable<T>[],
): AsyncGenerator<{ readonly fileId: string; readonly found: readonly (T | null)[] }> {
  const iterators = places.map((place) => place[Symbol.asyncIterator]());
  const heads = await Promise.all(iterators.map((one) => one.next()));
  try {
    for (;;) {
      const names = heads.flatMap((head) => (head.done === true ? [] : [head.value.fileId]));
      if (names.length === 0) return;
      const fileId = names.reduce((a, b) => (a < b ? a : b));
      const found = heads.map((head) => (head.done !== true && head.value.fileId === fileId ? head.value : null));
      for (const [index, one] of found.entries()) if (one !== null) heads[index] = await iterators[index]!.next();
      yield { fileId, found };
    }
  } finally {
    for (const one of iterators) await one.return?.(undefined);
  }
}

/** Objects below a prefix whose names are those of stored files. */
export async function* filesBelow(
  objects: AsyncIterable<{ readonly key: string; readonly sizeBytes?: number }>,
  keyPrefix: string,
): AsyncGenerator<{ readonly fileId: string; readonly sizeBytes: number }> {
  for await (const { key, sizeBytes } of objects) {
    const fileId = key.slice(keyPrefix.length);
    if (!FILE_ID.test(fileId)) continue;
    if (sizeBytes === undefined) throw new Error('The store does not say how large its files are.');
    yield { fileId, sizeBytes };
  }
}
