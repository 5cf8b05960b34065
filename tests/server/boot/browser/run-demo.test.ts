import { afterEach, expect, it, vi } from 'vitest';
import { DEMO_FOLDER, type DemoNews, type DemoOrder, type DemoParts } from '#domain/demo/demo-words';
import { runDemo } from '#server/boot/browser/run-demo';

afterEach(() => vi.unstubAllGlobals());

const missing = () => new DOMException('nothing of that name', 'NotFoundError');

/** A folder of a browser's file system, as far as it is listed, read and emptied. */
class Folder {
  readonly folders = new Map<string, Folder>();
  readonly files = new Map<string, Blob>();

  getDirectoryHandle = (name: string): Promise<Folder> => {
    const folder = this.folders.get(name) ?? new Folder();
    this.folders.set(name, folder);
    return Promise.resolve(folder);
  };

  getFileHandle = async (name: string): Promise<{ getFile: () => Promise<Blob> }> => {
    const file = this.files.get(name);
    if (!file) throw missing();
    return { getFile: () => Promise.resolve(file) };
  };

  removeEntry = async (name: string): Promise<void> => {
    if (!this.files.delete(name)) throw missing();
  };

  async *keys(): AsyncGenerator<string> {
    yield* this.files.keys();
  }
}

const part = (file: string) => ({ file, bytes: 3, unpackedBytes: 8 });
const PARTS: DemoParts = { engine: part('engine-old.br'), share: part('share-old.br'), seed: part('seed-old.br'), seededAt: 1_690_000_000 };

/** An empty module, of which nothing can be started. */
const unpack = () => Promise.resolve(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]).buffer);

/** Runs a build on `snapshots` and `files` that another has kept. @param answer what the host says when it is asked for a part */
async function run(answer: () => Response, parts: DemoParts = PARTS): Promise<{ news: DemoNews; kept: readonly string[] }> {
  const root = new Folder();
  const own = await root.getDirectoryHandle(DEMO_FOLDER);
  const [snapshots, files] = [await own.getDirectoryHandle('snapshots'), await own.getDirectoryHandle('files')];
  snapshots.files.set('seed-new-br.1700000000.1700000000000.tar', new Blob(['database']));
  files.files.set('picture.png', new Blob(['picture']));
  vi.stubGlobal('navigator', { storage: { getDirectory: () => Promise.resolve(root) } });
  vi.stubGlobal('caches', { open: () => Promise.reject(new Error('no caches')) });
  vi.stubGlobal('fetch', () => Promise.resolve(answer()));
  const { promise, resolve } = Promise.withResolvers<DemoNews>();
  const tell = (news: DemoNews): void => {
    if (news.kind === 'failed' || news.kind === 'ready') resolve(news);
  };
  const orders: ((order: DemoOrder) => void)[] = [];
  runDemo({ tell, hear: (take) => void orders.push(take), unpack }, {} as never);
  for (const give of orders) give({ kind: 'start', base: '/try', parts });
  const news = await promise;
  return { news, kept: [...snapshots.files.keys(), ...files.files.keys()] };
}

const WHOLE = () => new Response(new Uint8Array(3));

it('keeps what another build has stored where its own parts can be had no more', async () => {
  const { news, kept } = await run(() => new Response('', { status: 404 }), { ...PARTS, seededAt: 1_710_000_000 });
  expect(news).toStrictEqual({ kind: 'failed', reason: expect.stringMatching(/^(?:engine|share|seed)-old\.br: 404$/u) as string });
  expect(kept).toStrictEqual(['seed-new-br.1700000000.1700000000000.tar', 'picture.png']);
});

it('gives up nothing that a later build has kept, and says what to do', async () => {
  const { news, kept } = await run(WHOLE);
  expect(news).toStrictEqual({ kind: 'failed', reason: 'kept by a later version, reload the page' });
  expect(kept).toStrictEqual(['seed-new-br.1700000000.1700000000000.tar', 'picture.png']);
});

it('begins anew where what is kept belongs to an earlier build', async () => {
  const { kept } = await run(WHOLE, { ...PARTS, seededAt: 1_710_000_000 });
  expect(kept).toStrictEqual([]);
});
