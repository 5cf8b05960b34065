import { acceptsEncoding } from '../../base/accepts-encoding.ts';
import { remember } from '../../base/remember.ts';
import { hashNow } from '../../base/platform/hash-now.ts';
import { compressed } from '../../base/platform/compress.ts';
import { hasVersion } from '../pages/if-none-match.ts';

const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** Text that is sent often: compressed once for each encoding, when the first reader asks for it. */
export interface EncodedBody {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly tag: string;
  /** With room for the compressed copies. */
  readonly sizeBytes: number;
  readonly copies: Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>;
  /** What goes out at once: the copies that are there, and the text as it is. */
  readonly ready: Map<Encoding | null, ReadyBody>;
}

interface ReadyBody {
  readonly etag: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
  /** Of a reply without the bytes. */
  readonly headersAlone: Readonly<Record<string, string>>;
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
    ready: new Map(),
  };
}

function copyOf({ plain, copies }: EncodedBody, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  let copy = copies.get(encoding);
  if (!copy) {
    copy = compressed(plain, encoding);
    copies.set(encoding, copy);
  }
  return copy;
}

const MAX_REMEMBERED = 50;
const LONGEST_REMEMBERED = 100;
const remembered = new Map<string, Encoding | null>();

/** A handful of browsers send a handful of lists. */
function encodingFor(request: Request): Encoding | null {
  const accepted = request.headers.get('accept-encoding') ?? '';
  const known = remembered.get(accepted);
  if (known !== undefined) return known;
  const encoding = ENCODINGS.find((one) => acceptsEncoding(accepted, one)) ?? null;
  if (accepted.length <= LONGEST_REMEMBERED) remember(remembered, MAX_REMEMBERED, accepted, encoding);
  return encoding;
}

function readyBody(body: EncodedBody, encoding: Encoding | null, bytes: Uint8Array<ArrayBuffer>): ReadyBody {
  const etag = `"${body.tag}${encoding ? `-${encoding}` : ''}"`;
  const headersAlone = { ...body.headers, etag, vary: 'Accept-Encoding', 'cache-control': 'no-cache' };
  const headers = { ...headersAlone, 'content-length': String(bytes.byteLength), ...(encoding && { 'content-encoding': encoding }) };
  return { etag, bytes, headers, headersAlone };
}

function replyOf(request: Request, { status }: EncodedBody, { etag, bytes, headers, headersAlone }: ReadyBody): Response {
  if (status === 200 && hasVersion(request, etag)) return new Response(null, { status: 304, headers: headersAlone });
  return new Response(bytes, { status, headers });
}

/** The reply to whoever may have it already. Each encoding has a tag of its own. */
export async function encodedReply(request: Request, body: EncodedBody): Promise<Response> {
  const encoding = encodingFor(request);
  let ready = body.ready.get(encoding);
  if (!ready) {
    ready = readyBody(body, encoding, encoding ? await copyOf(body, encoding) : body.plain);
    body.ready.set(encoding, ready);
  }
  return replyOf(request, body, ready);
}

/** The same where nothing has to be waited for; null where a copy has yet to be made. */
export function readyReply(request: Request, body: EncodedBody): Response | null {
  const ready = body.ready.get(encodingFor(request));
  return ready ? replyOf(request, body, ready) : null;
}
