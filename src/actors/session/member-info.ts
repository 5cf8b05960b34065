import type { Gender, MemberInfo } from '#domain/session/people';

interface WireMember {
  readonly id: number;
  readonly username: string;
  readonly nickname?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly mobile?: string | null | undefined;
  readonly avatar?: string | null | undefined;
  readonly gender?: number | undefined;
  readonly birthday?: string | null | undefined;
  readonly money?: string | undefined;
  readonly score?: number | undefined;
  readonly join_time?: number | null | undefined;
  readonly last_login_time?: number | null | undefined;
  readonly last_login_ip?: string | null | undefined;
  readonly motto?: string | null | undefined;
}

const genderOf = (value: number | undefined): Gender => (value === 1 || value === 2 ? value : 0);

/** The member of a reply. Source: specification §3 "User info"; wire protocol §3.4. */
export const memberInfoOf = (wire: WireMember): MemberInfo => ({
  id: wire.id,
  username: wire.username,
  nickname: wire.nickname ?? '',
  email: wire.email ?? '',
  mobile: wire.mobile ?? '',
  avatar: wire.avatar ?? '',
  gender: genderOf(wire.gender),
  birthday: wire.birthday || null,
  money: wire.money ?? '0.00',
  score: wire.score ?? 0,
  lastLoginTime: wire.last_login_time ?? null,
  lastLoginIp: wire.last_login_ip ?? '',
  joinTime: wire.join_time ?? null,
  motto: wire.motto ?? '',
});
