import { acceptsEncoding } from '../../base/accepts-encoding.ts';
import { hashNow } from '../../base/platform/hash-now.ts';
import { compressed } from './compress.ts';
import { hasVersion } from '../pages/if-none-match.ts';

/** Text that is sent often: compressed once for each encoding, when the first reader asks for it. */
export interface EncodedBody {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly tag: string;
  /** With room for the compressed copies. */
  readonly sizeBytes: number;
  readonly copies: Map<'br' | 'gzip', Promise<Uint8Array<ArrayBuffer>>>;
}

export function encodedBody(text: string, headers: Readonly<Record<string, string>>, status = 200): EncodedBody {
  const plain = new TextEncoder().encode(text);
  return {
    status,
    headers,
    plain,
    tag: hashNow(plain, 'base64url').slice(0, 22),
    sizeBytes: plain.byteLength * 2,
    copies: new Map(),
  };
}

function copyOf({ plain, copies }: EncodedBody, encoding: 'br' | 'gzip'): Promise<Uint8Array<ArrayBuffer>> {
  let copy = copies.get(encoding);
  if (!copy) {
    copy = compressed(plain, encoding);
    copies.set(encoding, copy);
  }
  return copy;
}

/** The reply to whoever may have it already. Each encoding has a tag of its own. */
export async function encodedReply(request: Request, body: EncodedBody): Promise<Response> {
  const accepted = request.headers.get('accept-encoding') ?? '';
  const encoding = (['br', 'gzip'] as const).find((one) => acceptsEncoding(accepted, one));
  const etag = `"${body.tag}${encoding ? `-${encoding}` : ''}"`;
  const headers = { ...body.headers, etag, vary: 'Accept-Encoding', 'cache-control': 'no-cache' };
  if (body.status === 200 && hasVersion(request, etag)) return new Response(null, { status: 304, headers });
  const bytes = encoding ? await copyOf(body, encoding) : body.plain;
  return new Response(bytes, {
    status: body.status,
    headers: { ...headers, 'content-length': String(bytes.byteLength), ...(encoding && { 'content-encoding': encoding }) },
  });
}
