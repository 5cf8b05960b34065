import { acceptsEncoding } from '../../base/accepts-encoding.ts';
import { remember } from '../../base/remember.ts';
import { hashNow } from '../../base/platform/hash-now.ts';
import { compressed } from '../../base/platform/compress.ts';
import type { PlainQuestion, PlainReply } from '../../routing/plain-reply.ts';
import { namesVersion } from '../pages/if-none-match.ts';

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
  /** The same as they are written to a socket, made once. */
  readonly plain: PlainReply;
  readonly plainAlone: PlainReply;
}

/** What decides which of the copies goes out, and whether any. */
type Wanted = Pick<PlainQuestion, 'acceptEncoding' | 'ifNoneMatch'>;

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
function encodingFor(accepted: string): Encoding | null {
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
  const plain = { status: body.status, headers: Object.entries(headers).flat(), body: bytes };
  const plainAlone = { status: 304, headers: Object.entries(headersAlone).flat(), body: null };
  return { etag, bytes, headers, headersAlone, plain, plainAlone };
}

const isThere = ({ status }: EncodedBody, { etag }: ReadyBody, { ifNoneMatch }: Wanted): boolean =>
  status === 200 && namesVersion(ifNoneMatch, etag);

/** The reply to whoever may have it already. Each encoding has a tag of its own. */
export async function encodedReply({ headers }: Request, body: EncodedBody): Promise<Response> {
  const wanted = { acceptEncoding: headers.get('accept-encoding') ?? '', ifNoneMatch: headers.get('if-none-match') ?? '' };
  const encoding = encodingFor(wanted.acceptEncoding);
  let ready = body.ready.get(encoding);
  if (!ready) {
    ready = readyBody(body, encoding, encoding ? await copyOf(body, encoding) : body.plain);
    body.ready.set(encoding, ready);
  }
  if (isThere(body, ready, wanted)) return new Response(null, { status: 304, headers: ready.headersAlone });
  return new Response(ready.bytes, { status: body.status, headers: ready.headers });
}

/** The same where nothing has to be waited for; null where a copy has yet to be made. */
export function readyReply(wanted: Wanted, body: EncodedBody): PlainReply | null {
  const ready = body.ready.get(encodingFor(wanted.acceptEncoding));
  if (!ready) return null;
  return isThere(body, ready, wanted) ? ready.plainAlone : ready.plain;
}
