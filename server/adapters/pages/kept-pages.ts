import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { acceptsEncoding } from '../../base/accepts-encoding.ts';
import type { Database } from '../../db/base/database.ts';
import type { KeptPages, LastingFile, PageFile, PageFiles } from '../../ports/ports.ts';
import { isImmutable } from './file-kinds.ts';

/** How long files of a build stay after the last process that served it: as long as somebody may leave a page open. */
const KEEP_SECONDS = 7 * 86_400;
/** Three to four builds without a file in common; whoever builds more often in a week keeps the newest. */
const MOST_FILES = 4000;
const MOST_LETTERS = 200;
const PORTION = 50;

const unpack = { br: promisify(brotliDecompress), gzip: promisify(gunzip) } as const;

interface KeptPagesOptions {
  readonly database: Database;
  readonly pages: PageFiles;
  readonly nowSeconds: () => number;
}

/** What the pages of other versions ask for, kept in the database that all processes share. Why: docs/decisions/175-a-version-beside-the-next.md. */
export function createKeptPages({ database: { kysely }, pages, nowSeconds }: KeptPagesOptions): KeptPages {
  async function keep(own: readonly LastingFile[] = pages.lasting?.() ?? []): Promise<void> {
    if (own.length === 0) return;
    const names = own.map(({ name }) => name);
    const known = await kysely
      .updateTable('page_file')
      .set({ seen_time: nowSeconds() })
      .where('name', 'in', names)
      .returning('name')
      .execute();
    const isKnown = new Set(known.map(({ name }) => name));
    const missing = own.filter(({ name }) => !isKnown.has(name) && name.length <= MOST_LETTERS);
    for (let start = 0; start < missing.length; start += PORTION) {
      const rows = missing.slice(start, start + PORTION).map(({ name, file: { type, encoding, body } }) => ({
        name,
        type,
        encoding: encoding ?? ('' as const),
        bytes: Buffer.from(body),
        seen_time: nowSeconds(),
      }));
      await kysely
        .insertInto('page_file')
        .values(rows)
        // Another process of this version starts at the same time.
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
    }
  }

  return {
    keep,
    async read(path, acceptEncoding) {
      if (!isImmutable(path) || path.length > MOST_LETTERS) return null;
      const kept = await kysely.selectFrom('page_file').select(['type', 'encoding', 'bytes']).where('name', '=', path).executeTakeFirst();
      if (!kept) return null;
      const encoding = kept.encoding === '' ? null : kept.encoding;
      const isUnderstood = encoding === null || acceptsEncoding(acceptEncoding, encoding);
      const body = new Uint8Array(isUnderstood || encoding === null ? kept.bytes : await unpack[encoding](kept.bytes));
      return {
        body,
        type: kept.type,
        encoding: isUnderstood ? encoding : null,
        etag: `"${path.slice(path.lastIndexOf('-') + 1)}${isUnderstood ? (encoding ?? '') : ''}"`,
        isImmutable: true,
      } satisfies PageFile;
    },
    async sweep() {
      await keep();
      const last = kysely.selectFrom('page_file').select('name').orderBy('seen_time', 'desc').orderBy('name').offset(MOST_FILES);
      await kysely
        .deleteFrom('page_file')
        .where((e) => e.or([e('seen_time', '<', nowSeconds() - KEEP_SECONDS), e('name', 'in', last)]))
        .execute();
    },
  };
}
