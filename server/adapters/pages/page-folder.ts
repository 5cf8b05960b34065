import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { crc32, gunzipSync } from 'node:zlib';
import { readDocumentRenderer, rendererIn } from './document-renderer.ts';
import { nodePath } from '#domain/rights/permission';
import { pagePathOf } from '#domain/table/resource';
import { headsOf } from '#domain/shell/section-group';
import { oneAtATime } from '../../base/concurrency/one-at-a-time.ts';
import { SHIPPED_RESOURCES } from '../../base/shipped-resources.ts';
import { DOCUMENT_MANIFEST, BUILD_MANIFEST } from './build-manifest.ts';
import { acceptedCopy, encodingOf, ENCODINGS, isImmutable, mimeTypeOf } from './file-kinds.ts';
import { readPreloads } from './page-parts.ts';
import type { LastingFile, PageFile, PageFiles } from '../../ports/ports.ts';

/**
 * The built client, read into memory once, packed: a few megabytes, and no path of a request ever touches the disk. Files of the build carry
 * a hash in their names and never change.
 */
export async function readPageFolder(folder: string): Promise<PageFiles> {
  let built = await readBuild(folder);
  // Pages of the build before are still open somewhere and may ask for more of it.
  let earlier: Build | null = null;
  let lastSeen = built.sign;
  let prepare: ((files: readonly LastingFile[]) => Promise<void>) | null = null;
  const reload = oneAtATime(async () => {
    if (signOf(await contentsOf(folder)) === built.sign) return;
    const next = await readBuild(folder, built.files);
    // Where pages are developed there is no shell, and documents alone are built.
    if (next.shell === null && built.shell !== null) return;
    await prepare?.(lastingOf(next));
    [built, earlier] = [next, built];
  });
  return {
    get shell() {
      return built.shell;
    },
    get documents() {
      return built.documents;
    },
    get preloads() {
      return built.preloads;
    },
    get tablePreloads() {
      return built.tablePreloads;
    },
    read(path, acceptEncoding) {
      const file = fileOf(built, path, acceptEncoding);
      if (file || earlier === null) return file;
      const old = fileOf(earlier, path, acceptEncoding);
      return old?.isImmutable === true ? old : null;
    },
    lasting: () => lastingOf(built),
    beforeNext(work) {
      prepare = work;
    },
    reload,
    async look() {
      const sign = signOf(await contentsOf(folder));
      if (sign === lastSeen) await reload();
      lastSeen = sign;
    },
  };
}

/** By which groups the table of each shipped section is drawn. */
const TABLES = new Map(headsOf(SHIPPED_RESOURCES).map((head) => [nodePath('admin', pagePathOf(head)), head.groups]));

interface Build extends Required<Pick<PageFiles, 'shell' | 'documents' | 'preloads' | 'tablePreloads'>> {
  readonly files: ReadonlyMap<string, PageFile>;
  readonly sign: string;
}

/** Each as small as the build has it. */
function lastingOf(build: Build): readonly LastingFile[] {
  const names = [...build.files.keys()].filter((name) => isImmutable(name) && encodingOf(name) === undefined);
  const everyEncoding = ENCODINGS.map(({ encoding }) => encoding).join(', ');
  return names.flatMap((name) => {
    const file = fileOf(build, name, everyEncoding);
    return file ? [{ name, file }] : [];
  });
}

/** What lies in a folder, by its path within it; nothing where there is none. */
const namesIn = (folder: string): Promise<string[]> => readdir(folder, { recursive: true }).catch(() => []);
const changedMs = async (path: string): Promise<number> => (await stat(path).catch(() => null))?.mtimeMs ?? 0;

/** Tells one build from another without opening its files: they come and go until it is whole, and its lists are written anew. */
async function contentsOf(folder: string): Promise<{ readonly names: readonly string[]; readonly marks: readonly unknown[] }> {
  const marks = ['index.html', BUILD_MANIFEST, DOCUMENT_MANIFEST].map((name) => changedMs(join(folder, name)));
  return { names: (await namesIn(folder)).sort(), marks: [...(await Promise.all(marks)), rendererIn(folder)] };
}
const signOf = (contents: Awaited<ReturnType<typeof contentsOf>>): string => JSON.stringify(contents);

/** @param known files of the build before: what never changes under its name is not read again */
async function readBuild(folder: string, known: ReadonlyMap<string, PageFile> = new Map()): Promise<Build> {
  const contents = await contentsOf(folder);
  const files = new Map<string, PageFile>();
  for (const path of contents.names) {
    const name = `/${path.split(sep).join('/')}`;
    const type = mimeTypeOf(name);
    const kept = known.get(name);
    const bytes = type === null || kept?.isImmutable === true ? null : await bytesOf(join(folder, path));
    if (kept?.isImmutable === true) files.set(name, kept);
    else if (type !== null && bytes !== null) files.set(name, pageFile(name, type, bytes));
    const [plain, packed] = [files.get(name.replace(GZIPPED, '')), files.get(name)];
    // Names are in order: a file stands before its copies.
    if (!GZIPPED.test(name) || !plain?.isImmutable || !packed || packed === kept) continue;
    if (isCopyOf(packed, plain)) files.set(name.replace(GZIPPED, ''), unpackedFrom(packed, plain));
    else files.delete(name);
  }
  const shell = files.get('/index.html');
  return {
    files,
    sign: signOf(contents),
    shell: shell ? new TextDecoder().decode(shell.body) : null,
    documents: readDocumentRenderer(folder),
    ...(shell ? readPreloads(folder, TABLES) : { preloads: null, tablePreloads: null }),
  };
}

/** Null for what is no file, or no longer one. */
const bytesOf = (path: string): Promise<Buffer | null> =>
  readFile(path).catch((error: unknown) => {
    if (['EISDIR', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  });

function fileOf({ files }: Build, path: string, acceptEncoding: string): PageFile | null {
  // The shell is never sent as a file: each reply of it has its own nonce. Compressed copies have no address of their own.
  if (path === '/index.html' || ENCODINGS.some(({ suffix }) => path.endsWith(suffix))) return null;
  return files.get(acceptedCopy(path, acceptEncoding, (name) => files.has(name))) ?? null;
}

const GZIPPED = /\.gz$/u;
const GZIP_END_BYTES = 8;

/** One that a build has not written to its end is none: it is read again with the next look at the build. What gzip ends with is a sum of the whole and its length. */
function isCopyOf({ body: packed }: PageFile, { body: plain }: PageFile): boolean {
  if (packed.byteLength < GZIP_END_BYTES) return false;
  const end = new DataView(packed.buffer, packed.byteOffset + packed.byteLength - GZIP_END_BYTES);
  return end.getUint32(0, true) === crc32(plain) && end.getUint32(4, true) === plain.byteLength;
}

/** The same file, unpacked when somebody asks for it who takes no packed copy, as few do: plain copies were two thirds of what a build took of the memory. */
function unpackedFrom(packed: PageFile, { type, encoding, etag, isImmutable: lasts }: PageFile): PageFile {
  let last: WeakRef<PageFile['body']> | undefined;
  return {
    type,
    encoding,
    etag,
    isImmutable: lasts,
    get body() {
      const body = last?.deref() ?? new Uint8Array(gunzipSync(packed.body));
      last = new WeakRef(body);
      return body;
    },
  };
}

function pageFile(name: string, type: string, bytes: Buffer): PageFile {
  return {
    body: new Uint8Array(bytes),
    type,
    encoding: encodingOf(name)?.encoding ?? null,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    isImmutable: isImmutable(name),
  };
}
