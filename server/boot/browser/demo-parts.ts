import { partBytes, type DemoPart, type DemoParts } from '#domain/demo/demo-words';
import init, { BrotliDecStream, BrotliStreamResultCode } from 'brotli-dec-wasm/web';
import decoder from 'brotli-dec-wasm/web/bg.wasm?url';

/** Parts that were brought before. Their names are those of their contents, so that none is ever old. */
const CACHE = 'try:parts';
/** Bytes that are unpacked at once. */
const ROOM = 1 << 20;

interface Brought {
  readonly engine: WebAssembly.Module;
  readonly share: Blob;
  readonly seed: Blob;
}

/** @throws where a part is not there, or not whole */
export async function bringParts(base: string, parts: DemoParts, onBytes: (bytes: number) => void): Promise<Brought> {
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
  const unpacking = init({ module_or_path: fetch(decoder) });
  const [engine, share, seed] = await Promise.all([bring(parts.engine), bring(parts.share), bring(parts.seed)]);
  await unpacking;
  const module = WebAssembly.compile(await new Blob(unpacked(engine)).arrayBuffer());
  const brought = { share: new Blob(unpacked(share)), seed: new Blob(unpacked(seed)) };
  if (cache) await forgetOthers(cache, parts).catch(() => undefined);
  return { ...brought, engine: await module };
}

async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

function unpacked(packed: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const stream = new BrotliDecStream();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  try {
    for (let at = 0; ;) {
      const { buf, code, input_offset: read } = stream.dec(packed.subarray(at), ROOM);
      pieces.push(Uint8Array.from(buf));
      at += read;
      if (code === BrotliStreamResultCode.ResultSuccess) return pieces;
      if (code !== BrotliStreamResultCode.NeedsMoreOutput) throw new Error('A part is not whole');
    }
  } finally {
    stream.free();
  }
}

/** Parts of earlier builds. */
async function forgetOthers(cache: Cache, { engine, share, seed }: DemoParts): Promise<void> {
  const wanted = [engine, share, seed].map(({ file }) => file);
  for (const { url } of await cache.keys()) if (!wanted.some((file) => url.endsWith(`/${file}`))) await cache.delete(url);
}
