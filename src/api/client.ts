import { isPlainObject } from '#domain/base/plain-value';
import { areaOf, type Endpoint, type InputOf, type OutputOf } from '#api/contract/base/endpoint';
import { canonicalReply } from '#api/contract/base/dialect';
import { parseEnvelope, type Envelope } from '#api/contract/base/envelope';
import { API_BASE, CODE, LOGIN_ROUTE } from '#api/contract/base/wire';
import type { Area } from '#domain/base/area';
import { FailureError, type Failure } from '#domain/base/failure';
import type { Secret } from '#domain/base/secret';
import { createPeer, type Peer } from './peer.ts';
import type { Transport } from './transport.ts';
import type { OnReceived, OnSent, Tokens } from './wire-request.ts';

/** An input whose texts may be secrets: the transport reveals them. */
export type Sealed<T> = T extends string ? T | Secret : T extends object ? { readonly [K in keyof T]: Sealed<T[K]> } : T;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Makes a write safe to send again. */
  readonly idempotencyKey?: string;
  /** Lets identical calls run side by side, as the choices of a select do. */
  readonly duplicates?: 'allowed';
  /** Keeps the success message of an announced call to itself. */
  readonly quiet?: boolean;
  /** The caller says itself what a code other than 1 means: the server's message is shown nowhere. Source: specification §7, §8. */
  readonly quietErrors?: boolean;
  /** A read gives up after so many milliseconds; of a write only who waits for it is let go. A call waits for as long as it takes otherwise. */
  readonly timeoutMs?: number;
  /** Whose token goes along; otherwise that of the path's area. For calls that either area makes. */
  readonly as?: Area;
  /** For an endpoint whose body is a file. */
  readonly file?: File;
  /** What is sent instead to servers that want more than what has changed. Source: wire protocol, checklist 15. */
  readonly whole?: () => Promise<Readonly<Record<string, unknown>>>;
  readonly onSent?: OnSent;
  /** For an endpoint whose reply is one. */
  readonly onReceived?: OnReceived;
}

/**
 * Calls an endpoint by value.
 * @throws FailureError; anything else that is thrown is a defect
 */
export type Call = <E extends Endpoint>(endpoint: E, input: Sealed<InputOf<E>>, options?: CallOptions) => Promise<OutputOf<E>>;

export interface ClientOptions {
  /** The access tokens of this moment. */
  readonly tokens: () => Tokens;
  /** Shows a success; '' stands for the general words. Source: specification §8, "Success messages". */
  readonly announce: (message: string, done: Announced) => void;
  /** Whom it speaks with, for who wants to know that as well. */
  readonly peer?: Peer;
}

/** A call that has succeeded. */
export interface Announced {
  readonly path: string;
  /** As it was sent. */
  readonly input: unknown;
  readonly output: unknown;
}

/** Sends an endpoint's input, checks the envelope and gives the output by the contract's schema. Source: specification §7, §8. */
export const createClient = (transport: Transport, { tokens, announce, peer = createPeer() }: ClientOptions): Call => {
  return async (endpoint, input, options = {}) => {
    const { method, path } = endpoint;
    const area = options.as ?? areaOf(endpoint);
    const known = peer.instead(path, tokensOf(area, tokens()));
    if (known !== null) return outputOf(endpoint, { data: known });
    const wanted = options.whole && peer.isStock() ? await options.whole() : (input as Readonly<Record<string, unknown>>);
    const body = await transport.send({
      method,
      ...peer.request(path, wanted),
      // Of this moment: a renewal may have come between.
      tokens: tokensOf(area, tokens()),
      idempotencyKey: options.idempotencyKey,
      signal: options.signal,
      timeoutMs: options.timeoutMs,
      file: options.file,
      onSent: options.onSent,
      isFileWanted: endpoint.reply === 'file',
      onReceived: options.onReceived,
    });
    if (endpoint.reply === 'file' && isFile(body)) return body as OutputOf<typeof endpoint>;
    const envelope = parseEnvelope(body);
    if (!envelope) throw new FailureError({ kind: 'malformed', url: API_BASE + path });
    if (envelope.code !== CODE.accepted) throw new FailureError(refusalOf(endpoint, envelope, options));
    const output = outputOf(endpoint, { ...envelope, data: await peer.reply(path, envelope.data) });
    if (endpoint.success === 'announced' && !options.quiet) announce(envelope.msg, { path, input: wanted, output });
    return output;
  };
};

/** What one area's calls carry: the other area's token is nothing that their servers, or whoever reads along, should have. */
const tokensOf = (area: Area, { admin, member, chatVisitor = null }: Tokens): Tokens =>
  area === 'admin' ? { admin, member: null } : { admin: null, member, chatVisitor };

const isFile = (body: unknown): boolean => typeof body === 'object' && body !== null && 'blob' in body && body.blob instanceof Blob;

function outputOf<E extends Endpoint>(endpoint: E, { data }: Pick<Envelope, 'data'>): OutputOf<E> {
  // PHP servers write an empty map, and nothing, as [].
  const readings = Array.isArray(data) && data.length === 0 ? [data, {}, null] : [canonicalReply(data)];
  for (const reading of readings) {
    const parsed = endpoint.output.safeParse(reading);
    if (parsed.success) return parsed.data as OutputOf<E>;
  }
  throw new FailureError({ kind: 'malformed', url: API_BASE + endpoint.path });
}

type Rejected = Extract<Failure, { readonly kind: 'rejected' }>;

function refusalOf(endpoint: Endpoint, { code, msg, data }: Envelope, { quietErrors = false }: CallOptions): Rejected {
  const detail = isPlainObject(data) ? data : {};
  const target = targetOf(endpoint, code, detail);
  return {
    kind: 'rejected',
    code,
    // Whoever follows a redirect says its message, without asking who called.
    message: quietErrors && target ? '' : msg,
    ...(quietErrors && { isQuiet: true }),
    ...(detail['passing'] === true && { isPassing: true }),
    ...(isPlainObject(detail['fields']) && { fields: textsOf(detail['fields']) }),
    ...(isPlainObject(detail['rows']) && { rows: textsOf(detail['rows']) }),
    ...(detail['conflict'] === true && isPlainObject(detail['row']) && { current: detail['row'] }),
    ...(target && { target }),
  };
}

/** Where a redirect leads; "need login" of the newer dialect leads to the area's login. */
function targetOf(endpoint: Endpoint, code: number, detail: Readonly<Record<string, unknown>>): Rejected['target'] | null {
  if (code === CODE.loginState && detail['type'] === 'need login') return { routeName: LOGIN_ROUTE[areaOf(endpoint)] };
  if (code !== CODE.redirect) return null;
  const { routeName, routePath } = textsOf(detail);
  return { ...(routeName && { routeName }), ...(routePath && { routePath }) };
}

const textsOf = (map: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(map).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));

/** The call's access token has expired: it is sent again after a renewal. */
export const isTokenExpired = (failure: Failure): boolean => failure.kind === 'rejected' && failure.code === CODE.tokenExpired;
