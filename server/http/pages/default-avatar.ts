import type { ServerPorts } from '../../ports/ports.ts';

/** A head and shoulders in front of a disc. */
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200" viewBox="0 0 64 64">
  <defs><clipPath id="disc"><circle cx="32" cy="32" r="32"/></clipPath></defs>
  <g clip-path="url(#disc)"><rect width="64" height="64" fill="#dbe4ee"/><circle cx="32" cy="25" r="11" fill="#7d8fa3"/>
  <path d="M10 62c0-13 9-21 22-21s22 8 22 21z" fill="#7d8fa3"/></g></svg>`;

/** The picture of whoever has chosen none; drawn with the first request. */
export function createDefaultAvatar({ rasterise }: Pick<ServerPorts, 'rasterise'>): (request: Request) => Promise<Response> {
  let picture: Uint8Array<ArrayBuffer> | null = null;
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return new Response(null, { status: 405 });
    picture ??= await rasterise(DRAWING);
    return new Response(picture, {
      headers: { 'content-type': 'image/png', 'content-length': String(picture.byteLength), 'cache-control': 'public, max-age=86400' },
    });
  };
}
