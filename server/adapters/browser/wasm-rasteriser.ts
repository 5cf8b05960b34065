import { initWasm, Resvg } from '@resvg/resvg-wasm';
import address from '@resvg/resvg-wasm/index_bg.wasm?url';
import type { ServerPorts } from '../../ports/ports.ts';

/** PNG bytes of a drawing; what draws comes with the first one. */
export function createWasmRasteriser(): ServerPorts['rasterise'] {
  let ready: Promise<void> | null = null;
  return async (svg) => {
    await (ready ??= initWasm(fetch(address)));
    const drawing = new Resvg(svg, { font: { loadSystemFonts: false } });
    const image = drawing.render();
    const png = new Uint8Array(image.asPng());
    image.free();
    drawing.free();
    return png;
  };
}
