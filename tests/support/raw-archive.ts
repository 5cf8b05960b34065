import { deflateSync } from 'fflate';

/** An entry of an archive that need not be true. */
export interface RawEntry {
  readonly name: string | Uint8Array;
  readonly bytes?: Uint8Array;
  readonly method?: number;
  readonly flags?: number;
  /** What UNIX says of the file. */
  readonly mode?: number;
  /** As the directory tells it. */
  readonly told?: { readonly packed?: number; readonly unpacked?: number; readonly local?: number; readonly disk?: number };
  /** The name that stands before the file itself. */
  readonly localName?: string;
  readonly localMethod?: number;
  /** As they stand in the archive, in place of the packed bytes. */
  readonly packed?: Uint8Array;
}

interface RawEnd {
  readonly count?: number;
  readonly here?: number;
  readonly size?: number;
  readonly start?: number;
  readonly disk?: number;
  readonly note?: Uint8Array;
}

const u16 = (value: number): number[] => [value & 0xff, (value >>> 8) & 0xff];
const u32 = (value: number): number[] => [...u16(value & 0xffff), ...u16(value >>> 16)];
export const textBytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** A ZIP archive byte by byte. */
export function rawArchive(entries: readonly RawEntry[], end: RawEnd = {}): Uint8Array<ArrayBuffer> {
  const out: number[] = [];
  const append = (bytes: Iterable<number>): void => {
    for (const byte of bytes) out.push(byte);
  };
  const central: number[][] = [];
  for (const { name, bytes = new Uint8Array(), method = 8, flags = 0, mode = 0, told = {}, localName, localMethod, packed } of entries) {
    const own = typeof name === 'string' ? textBytes(name) : name;
    const before = localName === undefined ? own : textBytes(localName);
    const stored = packed ?? (method === 8 ? deflateSync(bytes) : bytes);
    const local = out.length;
    append([...u32(0x04034b50), ...u16(20), ...u16(flags), ...u16(localMethod ?? method), ...u32(0), ...u32(0)]);
    append([...u32(stored.length), ...u32(bytes.length), ...u16(before.length), ...u16(0), ...before]);
    append(stored);
    const about = [...u32(0x02014b50), ...u16(0x0314), ...u16(20), ...u16(flags), ...u16(method), ...u32(0), ...u32(0)];
    const sizes = [...u32(told.packed ?? stored.length), ...u32(told.unpacked ?? bytes.length), ...u16(own.length), ...u16(0), ...u16(0)];
    const place = [...u16(told.disk ?? 0), ...u16(0), ...u32((mode << 16) >>> 0), ...u32(told.local ?? local)];
    central.push([...about, ...sizes, ...place, ...own]);
  }
  const start = out.length;
  for (const one of central) append(one);
  const size = out.length - start;
  const { count = entries.length, here = count, disk = 0, note = new Uint8Array() } = end;
  append([...u32(0x06054b50), ...u16(disk), ...u16(0), ...u16(here), ...u16(count), ...u32(end.size ?? size), ...u32(end.start ?? start)]);
  append([...u16(note.length), ...note]);
  return Uint8Array.from(out);
}
