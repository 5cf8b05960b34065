import { withBothSpellings, type Dialect } from '#api/contract/dialect';
import { CODE, LOGIN_ROUTE } from '#api/contract/wire';

interface ReplyOptions {
  readonly status?: 200 | 404 | 413 | 500 | 503 | 507;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The envelope around every JSON reply. Source: wire protocol §1.1. */
export function envelope(code: number, msg: string, data: unknown, unixSeconds: number, options: ReplyOptions = {}): Response {
  const body = JSON.stringify({ code, msg, time: unixSeconds, data: withBothSpellings(data) ?? null });
  return new Response(body, {
    status: options.status ?? 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...options.headers },
  });
}

/**
 * What a gate answers instead of the endpoint, by the dialect of the sender; where nothing tells it, in the older one, whose redirect
 * clients of both follow. Source: wire protocol §0.1, §1.2, §2.2.
 */
export interface Gate {
  readonly code: number;
  readonly message: string;
  readonly data: unknown;
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

export const alreadyLoggedIn = (dialect: Dialect | null): Gate => {
  const message = 'refusals.alreadyLoggedIn';
  return dialect === 'v2'
    ? { code: CODE.loginState, message, data: { type: 'logged in' } }
    : { code: CODE.redirect, message, data: { routeName: 'admin', routePath: '/admin' } };
};

export const TOKEN_EXPIRED: Gate = { code: CODE.tokenExpired, message: 'refusals.tokenExpired', data: [] };
export const FORBIDDEN: Gate = { code: CODE.forbidden, message: 'refusals.forbidden', data: [] };

/** A gate refused the call. */
export class GateError extends Error {
  override readonly name = 'GateError';
  readonly gate: Gate;

  constructor(gate: Gate) {
    super(gate.message);
    this.gate = gate;
  }
}
