import { afterEach, expect, it, vi } from 'vitest';
import type { DemoParts } from '#domain/demo/demo-words';
import { bringParts } from '#server/boot/browser/demo-parts';

afterEach(() => vi.unstubAllGlobals());

/** Bytes of an empty module. */
const MODULE = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const part = (file: string, unpackedBytes: number) => ({ file, bytes: 3, unpackedBytes });
const PARTS: DemoParts = { engine: part('engine-1.bin', 8), share: part('share-1.bin', 2), seed: part('seed-1.bin', 4), seededAt: 0 };
/** What each unpacks to, by the first byte that travels. */
const UNPACKED: Readonly<Record<number, readonly number[]>> = { 1: MODULE, 2: [20, 21], 3: [30, 31, 32, 33] };
const TRAVELS: Readonly<Record<string, number>> = { engine: 1, share: 2, seed: 3 };

/** The caches of a browser, as far as parts are kept there. */
class Caches {
  readonly all = new Map<string, Map<string, Blob>>();
  open = async (name: string) => {
    const kept = this.all.get(name) ?? new Map<string, Blob>();
    this.all.set(name, kept);
    return {
      match: async (address: string) => {
        const blob = kept.get(address);
        return blob && new Response(blob);
      },
      put: async (address: string, response: Response) => void kept.set(address, await response.blob()),
      keys: async () => [...kept.keys()].map((address) => ({ url: `http://localhost${address}` })),
      delete: async (request: string) => kept.delete(new URL(request).pathname),
    };
  };
  delete = async (name: string) => this.all.delete(name);
  async bytes(): Promise<Record<string, Record<string, readonly number[]>>> {
    const told: Record<string, Record<string, readonly number[]>> = {};
    for (const [name, kept] of this.all) {
      told[name] = {};
      for (const [address, blob] of kept) told[name][address] = [...new Uint8Array(await blob.arrayBuffer())];
    }
    return told;
  }
}

function visit(caches: Caches) {
  const asked: string[] = [];
  const unpacked: number[] = [];
  const progress: number[] = [];
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return new Response(new Uint8Array([TRAVELS[/parts\/(?<name>\w+)-/u.exec(address)?.groups?.['name'] ?? ''] ?? 0, 0, 0]));
  });
  const unpack = async (packed: Uint8Array): Promise<ArrayBuffer> => {
    unpacked.push(packed[0] ?? 0);
    return Uint8Array.from(UNPACKED[packed[0] ?? 0] ?? []).buffer;
  };
  const brought = bringParts({ base: '/try', parts: PARTS, unpack, onBytes: (bytes) => progress.push(bytes) });
  return { asked, unpacked, progress, brought };
}

const bytesOf = async (blob: Blob): Promise<readonly number[]> => [...new Uint8Array(await blob.arrayBuffer())];
const KEPT = { '/try/parts/engine-1.bin': MODULE, '/try/parts/share-1.bin': [20, 21], '/try/parts/seed-1.bin': [30, 31, 32, 33] };

it('brings parts once: a later visit asks for nothing and unpacks nothing', async () => {
  const caches = new Caches();
  const first = visit(caches);
  const brought = await first.brought;
  expect(first.asked.toSorted()).toStrictEqual(Object.keys(KEPT).toSorted());
  expect(first.progress.at(-1)).toBe(9);
  expect(await bytesOf(await brought.seed())).toStrictEqual([30, 31, 32, 33]);
  await brought.keep();
  expect(await caches.bytes()).toStrictEqual({ 'try:unpacked-parts': KEPT });

  const later = visit(caches);
  const again = await later.brought;
  expect({ asked: later.asked, unpacked: later.unpacked, progress: later.progress.at(-1) }).toStrictEqual({
    asked: [],
    unpacked: [],
    progress: 9,
  });
  expect(again.engine).toBeInstanceOf(WebAssembly.Module);
  expect(await bytesOf(again.share)).toStrictEqual([20, 21]);
  expect(await bytesOf(await again.seed())).toStrictEqual([30, 31, 32, 33]);
});

it('does not unpack what everything began with where nobody asks for it', async () => {
  const { brought, unpacked } = visit(new Caches());
  await brought;
  expect(new Set(unpacked)).toStrictEqual(new Set([1, 2]));
});

it('gives up parts of earlier builds and what was kept packed, but only when its own are here', async () => {
  const caches = new Caches();
  await (await caches.open('try:parts')).put('/try/parts/engine-1.bin', new Response('packed'));
  await (await caches.open('try:unpacked-parts')).put('/try/parts/engine-0.bin', new Response('of another build'));
  const { brought } = visit(caches);
  const { keep, seed } = await brought;
  expect(Object.keys(await caches.bytes())).toStrictEqual(['try:parts', 'try:unpacked-parts']);
  await seed();
  await keep();
  expect(await caches.bytes()).toStrictEqual({ 'try:unpacked-parts': KEPT });
});

it('brings a part again that was kept shorter than it was made', async () => {
  const caches = new Caches();
  await (await caches.open('try:unpacked-parts')).put('/try/parts/share-1.bin', new Response(new Uint8Array(1)));
  const { asked, brought } = visit(caches);
  expect(await bytesOf((await brought).share)).toStrictEqual([20, 21]);
  expect(asked).toContain('/try/parts/share-1.bin');
});
