import type { Dialect } from '#api/contract/base/dialect';

/** How one dialect writes what the other writes otherwise. Source: wire protocol §0.1, §3.4. */
export interface StockWire {
  readonly dialect: Dialect;
  /** A row of the database as replies carry it. */
  readonly row: (row: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  readonly upload: Readonly<Record<string, unknown>>;
  /** What a body calls the refresh token. */
  readonly refreshSent: string;
  /** What the reply of a sign-in calls it. */
  readonly refreshTold: string;
  /** Nobody is signed in. */
  readonly signInWanted: Refusal;
  /** Somebody is already. */
  readonly signedIn: Refusal;
  readonly expired: Refusal;
}

export interface Refusal {
  readonly code: number;
  readonly data: unknown;
}

const OLDER: Readonly<Record<string, string>> = {
  create_time: 'createtime',
  join_time: 'jointime',
  last_login_time: 'lastlogintime',
  last_login_ip: 'lastloginip',
};

const olderRow: StockWire['row'] = (row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [OLDER[name] ?? name, value]));

export const STOCK_WIRES: Readonly<Record<Dialect, StockWire>> = {
  v1: {
    dialect: 'v1',
    row: olderRow,
    upload: { maxsize: 10_485_760, savename: '/storage/{topic}/{filename}{filesha1}{.suffix}', mimetype: 'jpg,png,webp', mode: 'local' },
    refreshSent: 'refresh_token',
    refreshTold: 'refreshToken',
    signInWanted: { code: 302, data: { routePath: '/user/login' } },
    signedIn: { code: 302, data: { routePath: '/user' } },
    expired: { code: 409, data: { token: '', type: 'user', user_id: 7, createtime: 1, expiretime: 2, expires_in: 0 } },
  },
  v2: {
    dialect: 'v2',
    row: (row) => row,
    upload: {
      maxSize: 10_485_760,
      saveName: '/storage/{topic}/{fileName}{fileSha1}{.suffix}',
      allowedSuffixes: 'jpg,png,webp',
      allowedMimeTypes: [],
      mode: 'local',
    },
    refreshSent: 'refreshToken',
    refreshTold: 'refresh_token',
    signInWanted: { code: 303, data: { type: 'need login' } },
    signedIn: { code: 303, data: { type: 'logged in' } },
    expired: { code: 409, data: [] },
  },
};
