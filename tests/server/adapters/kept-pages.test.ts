import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeptPages } from '#server/adapters/pages/kept-pages';
import type { Database } from '#server/db/base/database';
import type { KeptPages, PageFile } from '#server/ports/ports';
import { openTestDatabase } from '#tests/support/database.ts';
import { dealtKinds } from '#tests/support/dealt.ts';

const DAY = 86_400;
const text = (words: string) => new Uint8Array(Buffer.from(words));

const script = (words: string, encoding: PageFile['encoding'] = null): PageFile => ({
  body: encoding === 'br' ? new Uint8Array(brotliCompressSync(words)) : text(words),
  type: 'text/javascript; charset=utf-8',
  encoding,
  etag: '"1"',
  isImmutable: true,
});

describe.each(dealtKinds())('files of the builds that are served (%s)', (kind) => {
  let database: Database;
  let first: KeptPages;
  let second: KeptPages;
  let now = 1000 * DAY;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    first = serving({ '/assets/shared-AAAAAAAA.js': script('shared'), '/assets/first-BBBBBBBB.js': script('first', 'br') });
    second = serving({ '/assets/shared-AAAAAAAA.js': script('shared'), '/assets/second-CCCCCCCC.js': script('second') });
  });
  afterAll(() => database.close());

  /** A process that serves a build. */
  const serving = (build: Readonly<Record<string, PageFile>>): KeptPages =>
    createKeptPages({
      database,
      nowSeconds: () => now,
      pages: {
        read: () => null,
        shell: null,
        documents: null,
        lasting: () => Object.entries(build).map(([name, file]) => ({ name, file })),
      },
    });
  const names = async () =>
    (await database.kysely.selectFrom('page_file').select('name').orderBy('name').execute()).map(({ name }) => name);

  it('are known to every process before a page of the next build is served', async () => {
    await first.keep([{ name: '/assets/next-DDDDDDDD.js', file: script('next') }]);
    expect((await second.read('/assets/next-DDDDDDDD.js', ''))?.body).toEqual(text('next'));
    await database.kysely.deleteFrom('page_file').execute();
  });

  it('are given out by every process, compressed for whom can read that', async () => {
    await Promise.all([first.keep(), second.keep(), first.keep()]);
    expect(await second.read('/assets/first-BBBBBBBB.js', 'gzip, br')).toEqual({
      body: new Uint8Array(brotliCompressSync('first')),
      type: 'text/javascript; charset=utf-8',
      encoding: 'br',
      etag: '"BBBBBBBB.jsbr"',
      isImmutable: true,
    });
    expect(await second.read('/assets/first-BBBBBBBB.js', 'gzip')).toEqual({
      body: text('first'),
      type: 'text/javascript; charset=utf-8',
      encoding: null,
      etag: '"BBBBBBBB.js"',
      isImmutable: true,
    });
    expect((await first.read('/assets/second-CCCCCCCC.js', ''))?.body).toEqual(text('second'));
  });

  it('are the only files there are', async () => {
    await database.kysely
      .insertInto('page_file')
      .values({ name: '/index.html', type: 'text/html', encoding: '', bytes: Buffer.from('x'), seen_time: now })
      .execute();
    expect(await first.read('/index.html', '')).toBeNull();
    expect(await first.read('/assets/other-DDDDDDDD.js', '')).toBeNull();
    expect(await first.read(`/assets/${'long'.repeat(100)}-DDDDDDDD.js`, '')).toBeNull();
    await database.kysely.deleteFrom('page_file').where('name', '=', '/index.html').execute();
  });

  it('are forgotten when nobody has served them for a week', async () => {
    now += 6 * DAY;
    await second.sweep();
    expect(await names()).toEqual(['/assets/first-BBBBBBBB.js', '/assets/second-CCCCCCCC.js', '/assets/shared-AAAAAAAA.js']);
    now += 2 * DAY;
    await second.sweep();
    expect(await names()).toEqual(['/assets/second-CCCCCCCC.js', '/assets/shared-AAAAAAAA.js']);
  });

  it('are no more than some builds have, the newest', async () => {
    const old = Array.from({ length: 4100 }, (_, number) => ({
      name: `/assets/old-${String(number).padStart(8, '0')}.js`,
      type: 'text/javascript',
      encoding: '' as const,
      bytes: Buffer.from('x'),
      seen_time: now - DAY,
    }));
    for (let start = 0; start < old.length; start += 1000)
      await database.kysely
        .insertInto('page_file')
        .values(old.slice(start, start + 1000))
        .execute();
    await second.sweep();
    const left = await names();
    expect(left.length).toBe(4000);
    expect(left).toEqual(expect.arrayContaining(['/assets/second-CCCCCCCC.js', '/assets/shared-AAAAAAAA.js']));
  });
});
