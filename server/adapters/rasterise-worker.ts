import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

export interface RasteriseRequest {
  readonly id: number;
  readonly svg: string;
}
export type RasteriseReply =
  | { readonly id: number; readonly png: Uint8Array<ArrayBuffer> }
  | { readonly id: number; readonly failure: string };

/** Turns drawings into PNG bytes in a thread of its own, so that a picture stops nobody else's call. */
if (parentPort === null) throw new Error('rasterise-worker.ts runs as a worker thread only');
const port = parentPort;
await initWasm(readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')));

function rasterise(svg: string): Uint8Array<ArrayBuffer> {
  const drawing = new Resvg(svg, { font: { loadSystemFonts: false } });
  const image = drawing.render();
  const png = new Uint8Array(image.asPng());
  image.free();
  drawing.free();
  return png;
}

port.on('message', ({ id, svg }: RasteriseRequest) => {
  try {
    const png = rasterise(svg);
    port.postMessage({ id, png } satisfies RasteriseReply, [png.buffer]);
  } catch (error) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    port.postMessage({ id, failure: String(error) } satisfies RasteriseReply);
  }
});
