import { Resvg } from '@resvg/resvg-wasm';

/** PNG bytes of an SVG drawing, once what draws has been started (`initWasm`); no font of the machine takes part. */
export function drawPicture(svg: string): Uint8Array<ArrayBuffer> {
  const drawing = new Resvg(svg, { font: { loadSystemFonts: false } });
  const image = drawing.render();
  const png = new Uint8Array(image.asPng());
  image.free();
  drawing.free();
  return png;
}
