import { expect, it } from 'vitest';
import { createDocumentCache } from '#server/http/documents/document-cache';
import { createKnownOrigins } from '#server/http/documents/known-origins';
import { DOCUMENT_ORIGIN_IDLE_MS } from '#server/http/documents/document-limits';

it('pages that are gone take no room from those that are there', async () => {
  const cache = createDocumentCache<{ readonly sizeBytes: number; readonly status: number }>(1000);
  const draw = async (key: string, version: string, status: number): Promise<void> => {
    await cache.get(key, version, () => Promise.resolve({ sizeBytes: 100, status }));
    // What was drawn is kept, or not, behind the answer.
    await new Promise((resolve) => setImmediate(resolve));
  };
  for (let page = 0; page < 20; page += 1) {
    await draw(`/goods/${page}`, '1', 200);
    await draw(`/goods/${page}`, '2', 404);
  }
  await draw('/', '2', 200);
  expect([cache.holds('/', '2'), cache.newest('/')]).toStrictEqual([true, { sizeBytes: 100, status: 200 }]);
});

it('a page takes the room of one, however often it was drawn anew', async () => {
  const cache = createDocumentCache<{ readonly sizeBytes: number; readonly status: number }>(200);
  const draw = async (key: string, version: string): Promise<void> => {
    await cache.get(key, version, () => Promise.resolve({ sizeBytes: 100, status: 200 }));
    await new Promise((resolve) => setImmediate(resolve));
  };
  await draw('/goods', '1');
  for (const version of ['1', '2', '3', '4']) await draw('/', version);
  expect([cache.holds('/goods', '1'), cache.holds('/', '4')]).toStrictEqual([true, true]);
  // The one that was used last stays where there is room for two.
  await draw('/help', '1');
  expect([cache.holds('/goods', '1'), cache.holds('/', '4'), cache.holds('/help', '1')]).toStrictEqual([false, true, true]);
});

it('a page on its way keeps its place while others make room for each other', async () => {
  const cache = createDocumentCache<{ readonly sizeBytes: number; readonly status: number }>(100);
  const late = Promise.withResolvers<{ readonly sizeBytes: number; readonly status: number }>();
  const waiting = cache.get('/late', '1', () => late.promise);
  for (const key of ['/goods', '/help']) {
    await cache.get(key, '1', () => Promise.resolve({ sizeBytes: 100, status: 200 }));
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(['/late', '/goods', '/help'].map((key) => cache.holds(key, '1'))).toStrictEqual([true, false, true]);
  late.resolve({ sizeBytes: 100, status: 200 });
  expect(await waiting).toStrictEqual({ sizeBytes: 100, status: 200 });
});

it('a page that could not be drawn anew is drawn by the next reader, and what stood there stays until then', async () => {
  const cache = createDocumentCache<{ readonly sizeBytes: number; readonly status: number }>(1000);
  const page = { sizeBytes: 100, status: 200 };
  await cache.get('/', '1', () => Promise.resolve(page));
  await new Promise((resolve) => setImmediate(resolve));
  await expect(cache.get('/', '2', () => Promise.reject(new Error('the database is away')))).rejects.toThrow('away');
  await new Promise((resolve) => setImmediate(resolve));
  expect([cache.holds('/', '2'), cache.holds('/', '1'), cache.newest('/')]).toStrictEqual([false, true, page]);
  expect(await cache.get('/', '2', () => Promise.resolve({ ...page, sizeBytes: 50 }))).toStrictEqual({ ...page, sizeBytes: 50 });
});

it('a page can be had without waiting once it is there, and never that of a version before', async () => {
  const cache = createDocumentCache<{ readonly sizeBytes: number; readonly status: number }>(1000);
  const [first, second] = [
    { sizeBytes: 1, status: 200 },
    { sizeBytes: 2, status: 200 },
  ] as const;
  await cache.get('/', '1', () => Promise.resolve(first));
  await new Promise((resolve) => setImmediate(resolve));
  const late = Promise.withResolvers<{ readonly sizeBytes: number; readonly status: number }>();
  expect(cache.made('/', '1')).toBe(first);
  const waiting = cache.get('/', '2', () => late.promise);
  expect([cache.made('/', '1'), cache.made('/', '2'), cache.newest('/')]).toStrictEqual([null, null, first]);
  late.resolve(second);
  await waiting;
  await new Promise((resolve) => setImmediate(resolve));
  expect(cache.made('/', '2')).toBe(second);
});

it('hosts that were made up keep the own host of a site out for as long as somebody asks by them, and no longer', () => {
  let nowMs = 1_768_435_200_000;
  const known = createKnownOrigins(() => nowMs, 2);
  expect(['http://a.test', 'http://b.test', 'http://shop.test'].map(known)).toStrictEqual(['http://a.test', 'http://b.test', '']);
  nowMs += DOCUMENT_ORIGIN_IDLE_MS - 1;
  expect([known('http://a.test'), known('http://shop.test')]).toStrictEqual(['http://a.test', '']);
  nowMs += 1;
  expect([known('http://shop.test'), known('http://b.test'), known('http://a.test')]).toStrictEqual([
    'http://shop.test',
    '',
    'http://a.test',
  ]);
});
