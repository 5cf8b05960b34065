import { initWasm } from '@resvg/resvg-wasm';
import address from '@resvg/resvg-wasm/index_bg.wasm?url';
import type { ServerPorts } from '../../ports/ports.ts';
import { drawPicture } from '../draw-picture.ts';

/** PNG bytes of a drawing; what draws comes with the first one. */
export function createWasmRasteriser(): ServerPorts['rasterise'] {
  let ready: Promise<void> | null = null;
  return async (svg) => {
    await (ready ??= initWasm(fetch(address)));
    return drawPicture(svg);
  };
}
