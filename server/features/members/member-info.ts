import type { Kysely } from 'kysely';
import type { WireMemberInfo } from '#api/contract/session/member-info';
import { textFromCents } from '#domain/base/money';
import { DEFAULT_AVATAR } from '#domain/session/default-avatar';
import { SessionEnded } from '../../base/refusal.ts';
import type { Tables } from '../../db/tables/tables.ts';

/** The account as replies tell its owner of it, without tokens. @throws SessionEnded where it is gone. Source: wire protocol §3.4. */
export async function readMemberInfo(kysely: Kysely<Tables>, memberId: number): Promise<WireMemberInfo & { readonly version: number }> {
  const { money, gender, ...member } = await kysely
    .selectFrom('member')
    .select([
      'id',
      'username',
      'nickname',
      'email',
      'mobile',
      'avatar',
      'gender',
      'birthday',
      'money',
      'score',
      'join_time',
      'last_login_time',
      'last_login_ip',
      'motto',
      'version',
    ])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow(() => new SessionEnded('member'));
  return { ...member, money: textFromCents(money), gender: Number(gender), token: '', refresh_token: '' };
}

/** The same for the session, with a picture for whoever has chosen none. */
export async function readUserInfo(kysely: Kysely<Tables>, memberId: number): Promise<WireMemberInfo> {
  const { version: _version, ...info } = await readMemberInfo(kysely, memberId);
  return { ...info, avatar: info.avatar || DEFAULT_AVATAR };
}
