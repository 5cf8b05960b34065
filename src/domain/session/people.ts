import type { Secret } from '../base/secret.ts';

/** The signed-in administrator without tokens. Source: specification §3, "Admin info". */
export interface AdminInfo {
  readonly id: number;
  readonly username: string;
  readonly nickname: string;
  /** Site-relative path or address of the picture. */
  readonly avatar: string;
  /** `YYYY-MM-DD HH:mm:ss` in the site's time zone, '' before the first sign-in. */
  readonly lastLoginTime: string;
  readonly position: string;
  readonly column: readonly unknown[];
  readonly super: boolean;
}

/** The signed-in member without tokens. Source: specification §3, "User info". */
export interface MemberInfo {
  readonly id: number;
  readonly username: string;
  readonly nickname: string;
  readonly email: string;
  readonly mobile: string;
  readonly avatar: string;
  readonly gender: Gender;
  /** `YYYY-MM-DD`, null while it is not told. */
  readonly birthday: string | null;
  /** Two decimals, as the server writes it. */
  readonly money: string;
  readonly score: number;
  /** Unix seconds; null where the server does not know. */
  readonly lastLoginTime: number | null;
  readonly lastLoginIp: string;
  readonly joinTime: number | null;
  readonly motto: string;
}

/** Not told, male, female. */
export type Gender = 0 | 1 | 2;

/** Whoever is signed in to an area. */
export type Person = AdminInfo | MemberInfo;

/** The pair a sign-in yields. `refreshToken` is null when "keep signed in" was not asked. */
export interface TokenPair {
  readonly token: Secret;
  readonly refreshToken: Secret | null;
}
