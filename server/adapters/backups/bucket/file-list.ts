import { createReadStream, createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
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

/** @returns null where a line is none of a list */
export function listedIn(line: string): ListedFile | null {
  const { fileId, size, sha256 = '' } = LINE.exec(line)?.groups ?? {};
  return fileId === undefined ? null : { fileId, sizeBytes: Number(size), sha256 };
}

export const lineOf = ({ fileId, sizeBytes, sha256 }: ListedFile): string => `${fileId} ${sizeBytes} ${sha256}\n`;

/** Reads a list as it was written, one file at a time. @throws Error where it is none */
export async function* readFileList(path: string): AsyncGenerator<ListedFile> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  let before = '';
  try {
    for await (const line of lines) {
      const file = listedIn(line);
      if (file === null || file.fileId <= before) throw new Error(`${path} is not the list of a backup's files.`);
      before = file.fileId;
      yield file;
    }
  } finally {
    lines.close();
  }
}

/** No line is longer, its end included. */
const LONGEST_LINE = 32 + 1 + 15 + 1 + 64 + 1;

/**
 * Looks one file up in a list as it was written, which is in the order of names: some twenty lines are read of a million.
 * @returns null where it is not in it @throws Error where it is none
 */
export async function findInFileList(path: string, wanted: string): Promise<ListedFile | null> {
  const list = await open(path);
  try {
    let [low, high] = [0, (await list.stat()).size];
    while (low < high) {
      const { line, start, end } = await lineAround(list, Math.floor((low + high) / 2));
      const file = listedIn(line);
      if (file === null) throw new Error(`${path} is not the list of a backup's files.`);
      if (file.fileId === wanted) return file;
      if (file.fileId < wanted) low = end;
      else high = start;
    }
    return null;
  } finally {
    await list.close();
  }
}

/** The line in which a byte lies, and where it begins and ends. */
async function lineAround(list: FileHandle, at: number): Promise<{ readonly line: string; readonly start: number; readonly end: number }> {
  const from = Math.max(0, at - LONGEST_LINE);
  const { buffer, bytesRead } = await list.read({ buffer: Buffer.alloc(2 * LONGEST_LINE), position: from });
  const text = buffer.toString('latin1', 0, bytesRead);
  const start = at === from ? 0 : text.lastIndexOf('\n', at - from - 1) + 1;
  const newline = text.indexOf('\n', at - from);
  const end = newline === -1 ? text.length : newline;
  return { line: text.slice(start, end), start: from + start, end: from + end + 1 };
}

/** Writes one line for each file, in the order of their names. @returns how many there are, and their bytes */
export async function writeFileList(
  path: string,
  files: AsyncIterable<ListedFile>,
): Promise<{ readonly files: number; readonly fileBytes: number }> {
  const out = createWriteStream(path, { mode: 0o600 });
  let [count, fileBytes] = [0, 0];
  try {
    for await (const file of files) {
      if (!out.write(lineOf(file))) await once(out, 'drain');
      count += 1;
      fileBytes += file.sizeBytes;
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
export async function* mergedFiles<T extends { readonly fileId: string }>(
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

/** Of what lies in several places, each in the order of names, each once, as the first place has it. */
export async function* firstOfEach<T extends { readonly fileId: string }>(places: readonly AsyncIterable<T>[]): AsyncGenerator<T> {
  for await (const { found } of mergedFiles(places)) {
    const file = found.find((one) => one !== null);
    if (file) yield file;
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
