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

/** The pair a sign-in yields. `refreshToken` is null when "keep signed in" was not asked. */
export interface TokenPair {
  readonly token: Secret;
  readonly refreshToken: Secret | null;
}
