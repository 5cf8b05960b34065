import { withBothSpellings, type Dialect } from '#api/contract/base/dialect';
import { CODE, LOGIN_ROUTE } from '#api/contract/base/wire';

export interface ReplyOptions {
  readonly status?: 200 | 401 | 404 | 413 | 429 | 500 | 502 | 503 | 504 | 507;
  readonly headers?: Readonly<Record<string, string>>;
}

type Headers = Readonly<Record<string, string>>;

/** What text replies are made of. */
interface Text {
  readonly body: string;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly code: number;
}
/** On the reply itself: a map beside replies, weak as it may be, is looked through with each collection of what is young. */
const TEXT = Symbol('text');
const textOf = (response: Response & { readonly [TEXT]?: Text }): Text | undefined => response[TEXT];

/**
 * The reply with further headers, which stand above its own. Those of a text are gathered, and it has them once it is `whole`: so they reach the
 * socket as the plain object they are. Hono's `secureHeaders`, `requestId` and `header` make `Headers` of them, which took a tenth to a
 * quarter of the time of a small reply. So whoever adds headers does it here.
 */
export function withHeaders(response: Response, headers: Headers): Response {
  const text = textOf(response);
  if (text) Object.assign(text.headers, headers);
  else for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

/** The reply with all headers that were given it; what leaves, or comes to whoever does not ask here for headers, is whole. */
export function whole(response: Response): Response {
  const text = textOf(response);
  return text ? new Response(text.body, { status: text.status, headers: text.headers }) : response;
}

/** The same reply, whose body nobody will take: what it is read from is let go, which Hono does not do where it leaves a body out. */
export async function untaken(response: Response): Promise<Response> {
  if (!textOf(response)) await response.body?.cancel().catch(() => undefined);
  return whole(response);
}

/** Whether the reply has this header, without making more of it than it is. */
export const hasHeader = (response: Response, name: string): boolean => {
  const known = textOf(response);
  return known ? Object.hasOwn(known.headers, name) : response.headers.has(name);
};

/** The header as it stands, or null. */
export const headerOf = (response: Response, name: string): string | null => {
  const known = textOf(response);
  return known ? (known.headers[name] ?? null) : response.headers.get(name);
};

/** The `code` of an envelope; null for what is none, such as a file. */
export const codeOf = (response: Response): number | null => textOf(response)?.code ?? null;

const besides = new WeakMap<object, Headers>();

/** What a handler answers, with headers that its reply has beside the envelope's. */
export function withReplyHeaders<T extends object>(data: T, headers: Headers): T {
  besides.set(data, headers);
  return data;
}

export const replyHeadersOf = (data: unknown): Headers => (typeof data === 'object' && data !== null ? (besides.get(data) ?? {}) : {});

/** The envelope around every JSON reply. Source: wire protocol §1.1. */
export function envelope(code: number, msg: string, data: unknown, unixSeconds: number, options: ReplyOptions = {}): Response {
  const body = JSON.stringify({ code, msg, time: unixSeconds, data: withBothSpellings(data) ?? null });
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...options.headers };
  const status = options.status ?? 200;
  return Object.assign(new Response(body, { status, headers }), { [TEXT]: { body, status, headers, code } satisfies Text });
}

/**
 * What a gate answers instead of the endpoint, by the dialect of the sender; where nothing tells it, in the older one, whose redirect
 * clients of both follow. Source: wire protocol §0.1, §1.2, §2.2.
 */
export interface Gate {
  readonly code: number;
  readonly message: string;
  readonly data: unknown;
  /** Of what only programs of our own protocol hear. */
  readonly options?: ReplyOptions;
}

export const needLogin = (area: 'admin' | 'member', dialect: Dialect | null): Gate => {
  const message = 'errors.needLogin';
  if (dialect === 'v2') return { code: CODE.loginState, message, data: { type: 'need login' } };
  return {
    code: CODE.redirect,
    message,
    data: { routeName: LOGIN_ROUTE[area], routePath: area === 'admin' ? '/admin/login' : '/user/login' },
  };
};

/** The session began without the second factor that a group asks for: the next sign-in sets it up. */
export const factorDue = (dialect: Dialect | null): Gate => ({ ...needLogin('admin', dialect), message: 'refusals.account.factorDue' });

export const alreadyLoggedIn = (area: 'admin' | 'member', dialect: Dialect | null): Gate => {
  const message = 'refusals.alreadyLoggedIn';
  const to = area === 'admin' ? { routeName: 'admin', routePath: '/admin' } : { routeName: 'user', routePath: '/user' };
  return dialect === 'v2' ? { code: CODE.loginState, message, data: { type: 'logged in' } } : { code: CODE.redirect, message, data: to };
};

export const TOKEN_EXPIRED: Gate = { code: CODE.tokenExpired, message: 'refusals.tokenExpired', data: [] };
export const FORBIDDEN: Gate = { code: CODE.forbidden, message: 'refusals.forbidden', data: [] };

/** A program's token that is unknown, ended or switched off; which of these, it is not told. */
export const PROGRAM_REFUSED: Gate = {
  code: CODE.rejected,
  message: 'refusals.apiToken.unknown',
  data: null,
  options: { status: 401, headers: { 'www-authenticate': 'Bearer' } },
};

export const programTooFast = (seconds: number): Gate => ({
  code: CODE.rejected,
  message: 'refusals.apiToken.tooFast',
  data: null,
  options: { status: 429, headers: { 'retry-after': String(seconds) } },
});

/** A gate refused the call. */
export class GateError extends Error {
  override readonly name = 'GateError';
  readonly gate: Gate;

  constructor(gate: Gate) {
    super(gate.message);
    this.gate = gate;
  }
}
