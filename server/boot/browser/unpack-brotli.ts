import init, { BrotliDecStream, BrotliStreamResultCode } from 'brotli-dec-wasm/web';
import decoder from 'brotli-dec-wasm/web/bg.wasm?url';

/** Bytes that are unpacked at once. */
const ROOM = 1 << 20;

/** Unpacks a part; browsers offer nothing that does it. @throws where it is not whole */
export async function unpackBrotli(packed: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  await init({ module_or_path: fetch(decoder) });
  const stream = new BrotliDecStream();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  try {
    for (let at = 0; ;) {
      const { buf, code, input_offset: read } = stream.dec(packed.subarray(at), ROOM);
      pieces.push(Uint8Array.from(buf));
      at += read;
      if (code === BrotliStreamResultCode.ResultSuccess) return await new Blob(pieces).arrayBuffer();
      if (code !== BrotliStreamResultCode.NeedsMoreOutput) throw new Error('A part is not whole');
    }
  } finally {
    stream.free();
  }
}
