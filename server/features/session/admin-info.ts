import { localText } from '#domain/base/zone-time';
import { DEFAULT_AVATAR } from '#domain/session/default-avatar';
import type { ServerPorts } from '../../ports/ports.ts';
import { SessionEnded } from '../../base/refusal.ts';
import { readSiteSettings } from '../../resources/base/site-settings.ts';

/** Public account fields as a reply carries them. @throws SessionEnded where the account is gone. Source: wire protocol §2.3, §3.1. */
export async function readAdminInfo({ database }: Pick<ServerPorts, 'database'>, adminId: number) {
  const admin = await database.kysely
    .selectFrom('admin')
    .select(['id', 'username', 'nickname', 'avatar', 'last_login_time'])
    .where('id', '=', adminId)
    .executeTakeFirstOrThrow(() => new SessionEnded('admin'));
  const { timeZone } = await readSiteSettings(database.kysely);
  return {
    id: admin.id,
    username: admin.username,
    nickname: admin.nickname || admin.username,
    avatar: admin.avatar || DEFAULT_AVATAR,
    last_login_time: admin.last_login_time === null ? '' : localText(admin.last_login_time, timeZone),
  };
}
