/**
 * The protocol's own words: headers, codes and the two spellings of its dialects.
 * Source: wire protocol §0.1, §1.2, §1.4.
 */
export const HEADER = {
  adminToken: 'batoken',
  memberToken: 'ba-user-token',
  language: 'think-lang',
  server: 'server',
  idempotencyKey: 'idempotency-key',
  /** Our own: the sender keeps the refresh token of each renewal, so that the server may rotate it. */
  tokenRotation: 'refresh-token-rotation',
  requestId: 'x-request-id',
  rowCount: 'x-row-count',
  /** Our own: a file is wanted, and comes, in pieces that say how many rows are in them so far. */
  progress: 'x-progress',
  /** Our own: rises with every section that is published; told to whoever brings an administrator's token. */
  sections: 'x-sections',
  /** Our own: whose conversations a visitor means. The page gets it from `start` and keeps it. */
  chatVisitor: 'ba-chat-visitor',
} as const;

export const CODE = {
  accepted: 1,
  rejected: 0,
  redirect: 302,
  loginState: 303,
  forbidden: 401,
  tokenExpired: 409,
} as const;

/** What our own server calls itself in start-up replies. */
export const OWN_SOFTWARE = 'troupe';

/** The base that every call of our client starts with; the server strips it. Source: specification §7. */
export const API_BASE = '/api';

/** Named routes that a redirect may ask for. Source: specification §2. */
export const LOGIN_ROUTE = { admin: 'adminLogin', member: 'userLogin' } as const;
