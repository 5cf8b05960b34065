import { nameFault } from '#domain/modules/entry-name';
import { PACKAGE_BOUNDS } from '#domain/modules/module-manifest';
import { archiveRefusal } from './archive-refusal.ts';

/** A file as the directory at the end of an archive tells of it, which is all that is believed. Bytes. */
export interface ArchiveEntry {
  readonly name: string;
  readonly isPacked: boolean;
  /** Where its bytes begin, and how many they are as they stand. */
  readonly start: number;
  readonly packed: number;
  readonly unpacked: number;
}

const END = { signature: 0x06054b50, length: 22, longestNote: 65_535 } as const;
const CENTRAL = { signature: 0x02014b50, length: 46 } as const;
const LOCAL = { signature: 0x04034b50, length: 30 } as const;
/** Marks values that stand elsewhere, in archives of more than four gigabytes. */
const ELSEWHERE_16 = 0xffff;
const ELSEWHERE_32 = 0xffffffff;

const FLAG = { encrypted: 0x0001, patched: 0x0020, strong: 0x0040, hidden: 0x2000 } as const;
const REFUSED_FLAGS = FLAG.encrypted | FLAG.patched | FLAG.strong | FLAG.hidden;
const METHOD = { stored: 0, deflated: 8 } as const;
/** Kinds of files in the upper half of what UNIX says of them; 0 where nothing is said. */
const KIND = { mask: 0xf000, file: 0x8000, directory: 0x4000, link: 0xa000 } as const;

/**
 * Reads the directory of an archive, and nothing it lists: whatever could write elsewhere, unpack to more than it may, or be read in two
 * ways is refused before a byte is unpacked.
 * @throws FailureError with the archive's first fault
 */
export function readDirectory(bytes: Uint8Array): readonly ArchiveEntry[] {
  if (bytes.length > PACKAGE_BOUNDS.archiveBytes) throw archiveRefusal('large', { max: PACKAGE_BOUNDS.archiveBytes / 1_048_576 });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { count, start, end } = readEnd(view);
  const entries: ArchiveEntry[] = [];
  const names = new Set<string>();
  let at = start;
  for (let index = 0; index < count; index += 1) {
    if (at + CENTRAL.length > end || view.getUint32(at, true) !== CENTRAL.signature) throw archiveRefusal('broken');
    const [nameLength, extra, note] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true), view.getUint16(at + 32, true)];
    const next = at + CENTRAL.length + nameLength + extra + note;
    if (next > end) throw archiveRefusal('broken');
    const name = textOf(bytes.subarray(at + CENTRAL.length, at + CENTRAL.length + nameLength));
    const fault = nameFault(name);
    // A link is named as one, wherever it lies.
    const kind = (view.getUint32(at + 38, true) >>> 16) & KIND.mask;
    if (kind === KIND.link) throw archiveRefusal('link', { name });
    if (fault) throw archiveRefusal(fault, { name });
    if (kind !== 0 && kind !== KIND.file) throw archiveRefusal(kind === KIND.directory ? 'folder' : 'special', { name });
    if (names.has(name.toLowerCase())) throw archiveRefusal('twice', { name });
    names.add(name.toLowerCase());
    entries.push(readEntry(view, bytes, at, name, start));
    at = next;
  }
  if (at !== end) throw archiveRefusal('broken');
  checkSizes(entries, bytes.length);
  checkOverlaps(entries);
  return entries;
}

/** The note at the very end says where the directory is. There must be one, in one piece, that ends the archive. */
function readEnd(view: DataView): { readonly count: number; readonly start: number; readonly end: number } {
  const last = view.byteLength - END.length;
  const found: number[] = [];
  for (let at = last; at >= 0 && at >= last - END.longestNote; at -= 1)
    if (view.getUint32(at, true) === END.signature && at + END.length + view.getUint16(at + 20, true) === view.byteLength) found.push(at);
  const [at] = found;
  if (at === undefined) throw archiveRefusal('noArchive');
  if (found.length > 1) throw archiveRefusal('twoEnds');
  const [disk, directoryDisk] = [view.getUint16(at + 4, true), view.getUint16(at + 6, true)];
  const [here, count] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
  const [size, start] = [view.getUint32(at + 12, true), view.getUint32(at + 16, true)];
  if (count === ELSEWHERE_16 || size === ELSEWHERE_32 || start === ELSEWHERE_32) throw archiveRefusal('zip64');
  if (disk !== 0 || directoryDisk !== 0 || here !== count) throw archiveRefusal('split');
  if (count === 0) throw archiveRefusal('empty');
  if (count > PACKAGE_BOUNDS.entries) throw archiveRefusal('entries', { max: PACKAGE_BOUNDS.entries });
  if (start + size !== at) throw archiveRefusal('broken');
  return { count, start, end: at };
}

function readEntry(view: DataView, bytes: Uint8Array, at: number, name: string, directory: number): ArchiveEntry {
  const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
  const [packed, unpacked, local] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true), view.getUint32(at + 42, true)];
  if ([packed, unpacked, local].includes(ELSEWHERE_32)) throw archiveRefusal('zip64');
  if (view.getUint16(at + 34, true) !== 0) throw archiveRefusal('split');
  if ((flags & REFUSED_FLAGS) !== 0) throw archiveRefusal('encrypted', { name });
  if (method !== METHOD.stored && method !== METHOD.deflated) throw archiveRefusal('method', { name });
  if (method === METHOD.stored && packed !== unpacked) throw archiveRefusal('broken');
  // What stands before the file itself is for other readers; where it tells another story, they would see another package.
  if (local + LOCAL.length > directory || view.getUint32(local, true) !== LOCAL.signature) throw archiveRefusal('broken');
  const nameLength = view.getUint16(local + 26, true);
  const start = local + LOCAL.length + nameLength + view.getUint16(local + 28, true);
  if (start + packed > directory) throw archiveRefusal('broken');
  const own = textOf(bytes.subarray(local + LOCAL.length, local + LOCAL.length + nameLength));
  if (own !== name || view.getUint16(local + 8, true) !== method) throw archiveRefusal('twoStories', { name });
  return { name, isPacked: method === METHOD.deflated, start, packed, unpacked };
}

function checkSizes(entries: readonly ArchiveEntry[], length: number): void {
  const unpacked = entries.reduce((sum, one) => sum + one.unpacked, 0);
  if (unpacked > PACKAGE_BOUNDS.unpackedBytes) throw archiveRefusal('unpacked', { max: PACKAGE_BOUNDS.unpackedBytes / 1_048_576 });
  if (unpacked > length * PACKAGE_BOUNDS.ratio) throw archiveRefusal('ratio', { max: PACKAGE_BOUNDS.ratio });
}

/** Files that share bytes unpack to far more than the archive holds. */
function checkOverlaps(entries: readonly ArchiveEntry[]): void {
  let end = 0;
  for (const { name, start, packed } of entries.toSorted((a, b) => a.start - b.start)) {
    if (start < end) throw archiveRefusal('overlap', { name });
    end = start + packed;
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw archiveRefusal('encoding');
  }
}
