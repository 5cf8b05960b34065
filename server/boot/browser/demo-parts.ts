import { partBytes, type DemoPart, type DemoParts } from '#domain/demo/demo-words';

/** Parts that were brought before. Their names are those of their contents, so that none is ever old. */
const CACHE = 'try:parts';
/** Unpacks a part beside this thread, and takes its bytes away with it. */
export type Unpack = (packed: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>;

interface Brought {
  readonly engine: WebAssembly.Module;
  readonly share: Blob;
  /** Unpacked where it is asked for: what was kept here is begun with instead. */
  readonly seed: () => Promise<Blob>;
}

interface Bringing {
  readonly base: string;
  readonly parts: DemoParts;
  readonly onBytes: (bytes: number) => void;
  readonly unpack: Unpack;
}

/** @throws where a part is not there, or not whole */
export async function bringParts({ base, parts, onBytes, unpack }: Bringing): Promise<Brought> {
  const cache = await caches.open(CACHE).catch(() => null);
  const counts = new Map<string, number>();
  const whole = partBytes(parts);
  const bring = async ({ file, bytes }: DemoPart): Promise<Uint8Array<ArrayBuffer>> => {
    const address = `${base}/parts/${file}`;
    const known = await cache?.match(address).catch(() => undefined);
    const reply = known ?? (await fetch(address));
    if (!reply.ok || !reply.body) throw new Error(`${file}: ${reply.status}`);
    const read = new Uint8Array(bytes);
    let length = 0;
    for await (const piece of piecesOf(reply.body)) {
      if (length + piece.byteLength > bytes) throw new Error(`${file} is longer than it was made`);
      read.set(piece, length);
      length += piece.byteLength;
      counts.set(file, length);
      onBytes(
        Math.min(
          whole,
          [...counts.values()].reduce((a, b) => a + b),
        ),
      );
    }
    if (length !== bytes) throw new Error(`${file} is not whole`);
    if (!known) await cache?.put(address, new Response(read)).catch(() => undefined);
    return read;
  };
  const compiled = async (): Promise<WebAssembly.Module> => WebAssembly.compile(await unpack(await bring(parts.engine)));
  const shared = async (): Promise<Blob> => new Blob([await unpack(await bring(parts.share))]);
  const [engine, share, seed] = await Promise.all([compiled(), shared(), bring(parts.seed)]);
  if (cache) await forgetOthers(cache, parts).catch(() => undefined);
  return { engine, share, seed: async () => new Blob([await unpack(seed)]) };
}

async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

/** Parts of earlier builds. */
async function forgetOthers(cache: Cache, { engine, share, seed }: DemoParts): Promise<void> {
  const wanted = [engine, share, seed].map(({ file }) => file);
  for (const { url } of await cache.keys()) if (!wanted.some((file) => url.endsWith(`/${file}`))) await cache.delete(url);
}
