import type { AdminInfo, TokenPair } from '#domain/session/people';
import { Secret } from '#domain/base/secret';

interface WireAdmin {
  readonly id: number;
  readonly username: string;
  readonly nickname?: string | null | undefined;
  readonly avatar?: string | null | undefined;
  readonly last_login_time?: string | null | undefined;
  readonly position?: string | null | undefined;
  readonly column?: readonly unknown[] | undefined;
  readonly super?: boolean | undefined;
}

/** The administrator of a reply; the sign-in tells less than the start-up call. Source: specification §3 "Admin info". */
export const adminInfoOf = (wire: WireAdmin): AdminInfo => ({
  id: wire.id,
  username: wire.username,
  nickname: wire.nickname ?? '',
  avatar: wire.avatar ?? '',
  lastLoginTime: wire.last_login_time ?? '',
  position: wire.position ?? '',
  column: wire.column ?? [],
  super: wire.super ?? false,
});

/** '' stands for no refresh token on the wire. */
export const tokenPairOf = (token: string, refreshToken: string | null | undefined): TokenPair => ({
  token: new Secret(token),
  refreshToken: refreshToken ? new Secret(refreshToken) : null,
});
