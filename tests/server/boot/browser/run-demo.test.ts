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

const part = (file: string) => ({ file, bytes: 3 });
const PARTS: DemoParts = { engine: part('engine-old.br'), share: part('share-old.br'), seed: part('seed-old.br') };

it('keeps what another build has stored where its own parts can be had no more', async () => {
  const root = new Folder();
  const own = await root.getDirectoryHandle(DEMO_FOLDER);
  const snapshots = await own.getDirectoryHandle('snapshots');
  const files = await own.getDirectoryHandle('files');
  snapshots.files.set('seed-new-br.1700000000000.tar', new Blob(['database']));
  files.files.set('picture.png', new Blob(['picture']));
  vi.stubGlobal('navigator', { storage: { getDirectory: () => Promise.resolve(root) } });
  vi.stubGlobal('caches', { open: () => Promise.reject(new Error('no caches')) });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 404 })));

  const { promise: failed, resolve } = Promise.withResolvers<DemoNews>();
  let give: (order: DemoOrder) => void = () => {};
  const tell = (news: DemoNews): void => {
    if (news.kind === 'failed' || news.kind === 'ready') resolve(news);
  };
  runDemo({ tell, hear: (take) => (give = take), unpack: ({ buffer }) => Promise.resolve(buffer) }, {} as never);
  give({ kind: 'start', base: '/try', parts: PARTS });

  expect(await failed).toStrictEqual({ kind: 'failed', reason: expect.stringMatching(/^(?:engine|share|seed)-old\.br: 404$/u) as string });
  expect([[...snapshots.files.keys()], [...files.files.keys()]]).toStrictEqual([['seed-new-br.1700000000000.tar'], ['picture.png']]);
});
