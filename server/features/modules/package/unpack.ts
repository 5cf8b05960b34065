import { Inflate } from 'fflate';
import { boundOf } from '#domain/modules/entry-name';
import { createYielder } from '../../../base/yielder.ts';
import { archiveRefusal } from './archive-refusal.ts';
import { readDirectory, type ArchiveEntry } from './central-directory.ts';

export type PackageFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** Packed bytes given to the unpacker at a time: what is too much is noticed after a thousand times of it at most. */
const PIECE_BYTES = 1024;

/** An archive whose directory was read and judged; nothing of it is unpacked yet. */
export interface Archive {
  readonly bytes: Uint8Array;
  readonly entries: readonly ArchiveEntry[];
}

/** @throws FailureError with the first fault of its directory */
export function openArchive(bytes: Uint8Array): Archive {
  const entries = readDirectory(bytes);
  const large = entries.find(({ name, unpacked }) => unpacked > boundOf(name));
  if (large) throw archiveRefusal('fileLarge', { name: large.name, max: Math.round(boundOf(large.name) / 1024) });
  return { bytes, entries };
}

/** One file of an archive, no larger than its directory says. @throws FailureError where it is not there, or is not what it says */
export function unpackFile({ bytes, entries }: Archive, name: string): Uint8Array<ArrayBuffer> {
  const entry = entries.find((one) => one.name === name);
  if (!entry) throw archiveRefusal('missing', { name });
  return fileOf(bytes, entry);
}

/** Its files by name. @throws FailureError with the archive's first fault */
export async function unpack({ bytes, entries }: Archive): Promise<PackageFiles> {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const breathe = createYielder();
  for (const entry of entries) {
    await breathe();
    files.set(entry.name, fileOf(bytes, entry));
  }
  return files;
}

const fileOf = (bytes: Uint8Array, entry: ArchiveEntry): Uint8Array<ArrayBuffer> =>
  entry.isPacked ? inflate(bytes, entry) : Uint8Array.from(packedBytes(bytes, entry));

const packedBytes = (bytes: Uint8Array, { start, packed }: ArchiveEntry): Uint8Array => bytes.subarray(start, start + packed);

function inflate(bytes: Uint8Array, entry: ArchiveEntry): Uint8Array<ArrayBuffer> {
  const { name, unpacked } = entry;
  const file = new Uint8Array(unpacked);
  let length = 0;
  const unpacker = new Inflate((piece) => {
    if (length + piece.length > unpacked) throw archiveRefusal('size', { name });
    file.set(piece, length);
    length += piece.length;
  });
  const packed = packedBytes(bytes, entry);
  try {
    for (let at = 0; at < packed.length || at === 0; at += PIECE_BYTES)
      unpacker.push(packed.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= packed.length);
  } catch (error) {
    if (error instanceof Error && error.name === 'FailureError') throw error;
    throw archiveRefusal('unreadable', { name });
  }
  if (length !== unpacked) throw archiveRefusal('size', { name });
  return file;
}
