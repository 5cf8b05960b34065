import { Inflate } from 'fflate';
import { boundOf } from '#domain/modules/entry-name';
import { createBreaths } from '../../../base/breaths.ts';
import { archiveRefusal } from './archive-refusal.ts';
import { readDirectory, type ArchiveEntry } from './central-directory.ts';

export type PackageFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** Packed bytes given to the unpacker at a time: what is too much is noticed after a thousand times of it at most. */
const PIECE_BYTES = 1024;

/**
 * The files of an archive by name, none larger than its directory says and than its kind may be.
 * @throws FailureError with the archive's first fault
 */
export async function unpack(bytes: Uint8Array): Promise<PackageFiles> {
  const entries = readDirectory(bytes);
  const large = entries.find(({ name, unpacked }) => unpacked > boundOf(name));
  if (large) throw archiveRefusal('fileLarge', { name: large.name, max: Math.round(boundOf(large.name) / 1024) });
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const breathe = createBreaths();
  for (const entry of entries) {
    await breathe();
    files.set(entry.name, entry.isPacked ? inflate(bytes, entry) : Uint8Array.from(packedBytes(bytes, entry)));
  }
  return files;
}

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
