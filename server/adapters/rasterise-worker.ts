import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { initWasm } from '@resvg/resvg-wasm';
import { drawPicture } from './draw-picture.ts';

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

port.on('message', ({ id, svg }: RasteriseRequest) => {
  try {
    const png = drawPicture(svg);
    port.postMessage({ id, png } satisfies RasteriseReply, [png.buffer]);
  } catch (error) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    port.postMessage({ id, failure: String(error) } satisfies RasteriseReply);
  }
});
