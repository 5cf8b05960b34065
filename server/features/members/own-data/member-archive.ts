import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import Papa from 'papaparse';
import { localText } from '#domain/base/zone-time';
import { ARCHIVED_FILE_BYTES } from '../../../base/limits.ts';
import { taskOf } from '../../../base/precedence.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import { withoutFormula } from '#domain/table/formula-text';
import type { MemberData, MemberDataReader, MemberDataRow, MemberRecords } from '../../base/member-data.ts';
import { ownFilesOf, type MemberFile } from './own-files-of.ts';

type Ports = Pick<ServerPorts, 'database' | 'files' | 'messages' | 'clock' | 'precedence'>;

/** Whose archive, for whom, and until when anybody waits for it. */
export interface ArchiveWish extends MemberDataReader {
  readonly memberId: number;
  readonly site: string;
  readonly signal: AbortSignal;
  /** Told how many of its parts are in it. */
  readonly advance: (done: number, total: number) => void;
}

/** Tells spreadsheets that the text is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

/**
 * All that is kept of a member as a ZIP file, made as it is read: records as JSON and as CSV, and the files as they were uploaded. A file
 * that has no room any more is named in the list of files, and not in the archive.
 */
export async function* memberArchive(ports: Ports, data: MemberData, wish: ArchiveWish): AsyncGenerator<Uint8Array> {
  const packed: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    packed.push(bytes);
  });
  const encoder = new TextEncoder();
  const giveWay = taskOf(ports);
  const say = (key: string, params?: Readonly<Record<string, string>>): string =>
    ports.messages.text(wish.language, `archive.${key}`, params);

  /** One file of the archive. */
  async function* entry(name: string, chunks: AsyncIterable<string | Uint8Array>, isPacked = false): AsyncGenerator<Uint8Array> {
    const part = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 3 });
    part.mtime = ports.clock.nowMs();
    zip.add(part);
    for await (const chunk of chunks) {
      wish.signal.throwIfAborted();
      await giveWay();
      part.push(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
      yield* packed.splice(0);
    }
    part.push(new Uint8Array(), true);
    yield* packed.splice(0);
  }

  /** The same rows twice. */
  async function* records(name: string, own: MemberRecords): AsyncGenerator<Uint8Array> {
    yield* entry(`${name}.json`, jsonOf(own.portions(wish.memberId, wish)));
    const titles = own.columns.map((column) => say(`columns.${column}`));
    yield* entry(`${name}.csv`, csvOf(titles, own.columns, own.portions(wish.memberId, wish)));
  }

  const parts = data.all().filter(({ records: own }) => own !== undefined);
  const about = [...parts.map(({ name }) => name), 'files'].map((name) => `${name}.json, ${name}.csv: ${say(`about.${name}`)}`);
  const lines = [
    say('title', { site: wish.site }),
    say('clock', { zone: wish.timeZone }),
    '',
    ...about,
    `files/: ${say('about.bytes')}`,
    '',
  ];
  yield* entry('readme.txt', only(lines.join(LINE_END)));
  const files = await ownFilesOf(ports, wish.memberId);
  const taken = fitting(files);
  const total = parts.length + 1 + files.length;
  let done = 0;
  const advance = (): void => wish.advance((done += 1), total);
  for (const { name, records: own } of parts) {
    if (own) yield* records(name, own);
    advance();
  }

  yield* records('files', filesAsRecords(files, taken, wish));
  advance();
  for (const file of files) {
    const bytes = taken.has(file.id) && file.fileId !== null ? await ports.files.read(file.fileId) : null;
    // Pictures, sounds and archives are packed already.
    if (bytes) yield* entry(nameInArchive(file), bytes, true);
    advance();
  }
  zip.end();
  yield* packed.splice(0);
}

/** The files that are in the archive: those of the disk, as many as there is room for. */
function fitting(files: readonly MemberFile[]): ReadonlySet<number> {
  const taken = new Set<number>();
  let left = ARCHIVED_FILE_BYTES;
  for (const { id, sizeBytes, fileId } of files) {
    if (fileId === null || sizeBytes > left) continue;
    left -= sizeBytes;
    taken.add(id);
  }
  return taken;
}

/** The number keeps two of one name apart, and no name leads out of the folder. */
const nameInArchive = ({ id, name }: MemberFile): string => `files/${id < 0 ? `chat-${-id}` : id}-${name.replaceAll(/[/\\]|^\.+$/gu, '_')}`;

const filesAsRecords = (files: readonly MemberFile[], taken: ReadonlySet<number>, { timeZone }: ArchiveWish): MemberRecords => ({
  columns: ['name', 'type', 'bytes', 'time', 'address', 'file'],
  async *portions() {
    yield files.map((file) => ({
      name: file.name,
      type: file.mimeType,
      bytes: file.sizeBytes,
      time: localText(file.createTime, timeZone),
      address: file.address,
      file: taken.has(file.id) ? nameInArchive(file) : null,
    }));
  },
});

async function* only(text: string): AsyncGenerator<string> {
  yield text;
}

async function* jsonOf(portions: AsyncIterable<readonly MemberDataRow[]>): AsyncGenerator<string> {
  let before = '[';
  for await (const rows of portions)
    for (const row of rows) {
      yield `${before}\n  ${JSON.stringify(row)}`;
      before = ',';
    }
  yield before === '[' ? '[]\n' : '\n]\n';
}

const encode = (rows: readonly (readonly unknown[])[]): string => Papa.unparse(rows as unknown[][], { newline: LINE_END }) + LINE_END;

async function* csvOf(
  titles: readonly string[],
  columns: readonly string[],
  portions: AsyncIterable<readonly MemberDataRow[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + encode([titles]);
  for await (const rows of portions)
    if (rows.length > 0) yield encode(rows.map((row) => columns.map((column) => cellOf(row[column] ?? ''))));
}

const cellOf = (value: string | number | boolean): string => (typeof value === 'string' ? withoutFormula(value) : String(value));
