import { DEMO_PREFIX, partBytes, type DemoPart, type DemoParts } from '#domain/demo/demo-words';

/** Parts that were brought before, unpacked. Their names are those of their contents, so that none is ever old. */
const CACHE = `${DEMO_PREFIX}unpacked-parts`;
/** Where they lay packed. */
const FORMER_CACHE = `${DEMO_PREFIX}parts`;

/** Unpacks a part beside this thread, and takes its bytes away with it. */
export type Unpack = (packed: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>;

interface Brought {
  readonly engine: WebAssembly.Module;
  readonly share: Blob;
  /** Unpacked where it is asked for: what was kept here is begun with instead. */
  readonly seed: () => Promise<Blob>;
  /** Keeps what was unpacked for the next visit, and gives up parts of earlier builds. Nothing waits for it, and nothing is lost without it. */
  readonly keep: () => Promise<void>;
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
  const addressOf = ({ file }: DemoPart): string => `${base}/parts/${file}`;
  const unkept = new Map<string, Blob>();
  const counts = new Map<string, number>();
  const whole = partBytes(parts);
  const count = ({ file }: DemoPart, bytes: number): void => {
    counts.set(file, bytes);
    onBytes(
      Math.min(
        whole,
        [...counts.values()].reduce((a, b) => a + b),
      ),
    );
  };

  async function fetched(part: DemoPart): Promise<Uint8Array<ArrayBuffer>> {
    const { file, bytes } = part;
    const reply = await fetch(addressOf(part));
    if (!reply.ok || !reply.body) throw new Error(`${file}: ${reply.status}`);
    const read = new Uint8Array(bytes);
    let length = 0;
    for await (const piece of piecesOf(reply.body)) {
      if (length + piece.byteLength > bytes) throw new Error(`${file} is longer than it was made`);
      read.set(piece, length);
      length += piece.byteLength;
      count(part, length);
    }
    if (length !== bytes) throw new Error(`${file} is not whole`);
    return read;
  }

  /** What was kept is taken where it is as long as it was made. */
  async function kept(part: DemoPart): Promise<Blob | null> {
    const reply = await cache?.match(addressOf(part)).catch(() => undefined);
    const blob = await reply?.blob().catch(() => null);
    if (blob?.size !== part.unpackedBytes) return null;
    count(part, part.bytes);
    return blob;
  }

  /** @returns what unpacks it, when all of it is here */
  async function bring(part: DemoPart): Promise<() => Promise<Blob>> {
    const known = await kept(part);
    if (known) return () => Promise.resolve(known);
    const read = await fetched(part);
    return async () => {
      const blob = new Blob([await unpack(read)]);
      unkept.set(addressOf(part), blob);
      return blob;
    };
  }

  const unpacked = async (part: DemoPart): Promise<Blob> => (await bring(part))();
  const [engine, share, seed] = await Promise.all([unpacked(parts.engine).then(compiled), unpacked(parts.share), bring(parts.seed)]);
  return {
    engine,
    share,
    seed,
    async keep() {
      if (!cache) return;
      await caches.delete(FORMER_CACHE);
      await forgetOthers(cache, parts);
      for (const [address, blob] of unkept) await cache.put(address, new Response(blob));
      unkept.clear();
    },
  };
}

/** Compiled while it is read. */
const compiled = (engine: Blob): Promise<WebAssembly.Module> =>
  WebAssembly.compileStreaming(new Response(engine, { headers: { 'content-type': 'application/wasm' } }));

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
