import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RawReply, TestServer } from './server.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const text = (value: string): Bytes => new TextEncoder().encode(value);
export const joined = (...parts: readonly Uint8Array[]): Bytes => new Uint8Array(Buffer.concat(parts));

/** 2 × 3 pixels. */
export const PNG: Bytes = new Uint8Array(
  Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAE0lEQVR4nGP8z8DAwMDAAAUMDAAJEwEBmQwVUQAAAABJRU5ErkJggg==', 'base64'),
);
/** 1 × 1 pixel. */
export const GIF: Bytes = new Uint8Array(Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'));
/** A GIF that is a page as well. */
export const GIF_PAGE = joined(GIF, text('<script>alert(1)</script>'));
export const ZIP: Bytes = new Uint8Array(
  Buffer.from(
    'UEsDBAoAAAAAAAAAIQDHsXU8AgAAAAIAAAAFAAAAYS50eHRoaVBLAQIUAAoAAAAAAAAAIQDHsXU8AgAAAAIAAAAFAAAAAAAAAAAAAAAAAAAAAABhLnR4dFBLBQYAAAAAAQABADMAAAAlAAAAAAA=',
    'base64',
  ),
);
export const PDF = text('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');
export const ELF = joined(new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]), new Uint8Array(200));
export const WINDOWS_PROGRAM = joined(text('MZ'), new Uint8Array(200));
export const SVG_SCRIPT = text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
export const PAGE = text('<!doctype html><script>alert(1)</script>');
/** Heads of pictures that say how large they are, with nothing of them behind. */
export function pngOf(width: number, height: number): Bytes {
  const bytes = Buffer.from(PNG);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return new Uint8Array(bytes);
}
export function gifOf(width: number, height: number): Bytes {
  const bytes = Buffer.from(GIF);
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  return new Uint8Array(bytes);
}
export function bmpOf(width: number, height: number): Bytes {
  const bytes = Buffer.alloc(100);
  bytes.write('BM');
  bytes.writeUInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  return new Uint8Array(bytes);
}
export function psdOf(width: number, height: number): Bytes {
  const bytes = Buffer.alloc(100);
  bytes.write('8BPS\0\x01');
  bytes.writeUInt32BE(height, 14);
  bytes.writeUInt32BE(width, 18);
  return new Uint8Array(bytes);
}
const box = (name: string, ...content: readonly Uint8Array[]): Bytes => {
  const inside = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + inside.byteLength, 0);
  head.write(name, 4);
  return joined(head, inside);
};
const numbers = (...values: readonly number[]): Bytes =>
  new Uint8Array(Buffer.concat(values.map((value) => pngOf(value, 0).slice(16, 20))));
export function avifOf(...sizes: readonly (readonly [width: number, height: number])[]): Bytes {
  const each = sizes.map(([width, height]) => box('ispe', numbers(0, width, height)));
  return joined(box('ftyp', text('avif'), numbers(0)), box('meta', numbers(0), box('iprp', box('ipco', ...each))));
}
/** A sound of nothing, as long as wanted. */
export function wav(sizeBytes: number): Bytes {
  const bytes = Buffer.alloc(sizeBytes);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(sizeBytes - 8, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  return new Uint8Array(bytes);
}

export const formOf = (bytes: Bytes, name: string, fields: Readonly<Record<string, string>> = {}): FormData => {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  // The type is the sender's claim, which counts for nothing.
  form.append('file', new File([bytes], name, { type: 'image/png' }));
  return form;
};

/** A form written by hand, for names no browser would send. */
export function rawForm(disposition: string, bytes: Uint8Array): { readonly body: Bytes; readonly headers: Record<string, string> } {
  const head = `--edge\r\ncontent-disposition: form-data; ${disposition}\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return { body: joined(text(head), bytes, text('\r\n--edge--\r\n')), headers: { 'content-type': 'multipart/form-data; boundary=edge' } };
}

interface UploadOptions {
  readonly token?: string | undefined;
  readonly query?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly language?: 'zh-cn' | 'en';
}

export const upload = (
  server: Pick<TestServer, 'request'>,
  bytes: Bytes,
  name: string,
  { token, query = '', fields, language = 'en' }: UploadOptions = {},
): Promise<RawReply> =>
  server.request(`/api/admin/ajax/upload${query}`, {
    method: 'POST',
    body: formOf(bytes, name, fields),
    headers: { 'think-lang': language },
    ...(token !== undefined && { token }),
  });

/** All files below a directory that need not exist. */
export async function filesBelow(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1));
}

/** Changes settings of uploads. */
export async function configure({ database }: Pick<TestServer, 'database'>, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values))
    await database.kysely.updateTable('config').set({ value }).where('name', '=', name).executeTakeFirstOrThrow();
}
