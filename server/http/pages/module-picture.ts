import type { createModulePictures } from '../../features/modules/public/module-pictures.ts';
import { hasVersion } from './if-none-match.ts';
import { FILE_POLICY } from './security-headers.ts';

const ADDRESS = /^\/p\/([a-z][a-z\d]{2,20})\/assets\/([a-z\d][a-z\d-]{0,60}\.(?:png|jpg|webp|avif))$/u;

/** A picture of an installed module, by the policy of stored files. @returns null for any other path */
export async function modulePictureReply(
  request: Request,
  path: string,
  pictureOf: ReturnType<typeof createModulePictures>,
): Promise<Response | null> {
  const [, uid, name] = ADDRESS.exec(path) ?? [];
  if (uid === undefined || name === undefined) return null;
  if (request.method !== 'GET' && request.method !== 'HEAD') return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
  const picture = await pictureOf(uid, name);
  if (!picture)
    return new Response('Not found', {
      status: 404,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    });
  const etag = `"${picture.tag}"`;
  const headers = { etag, 'content-type': picture.type, 'content-security-policy': FILE_POLICY, 'cache-control': 'public, max-age=3600' };
  if (hasVersion(request, etag)) return new Response(null, { status: 304, headers });
  return new Response(request.method === 'HEAD' ? null : picture.bytes, {
    headers: { ...headers, 'content-length': String(picture.bytes.length) },
  });
}
