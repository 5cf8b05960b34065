import type { adminInit, frontInit } from '#api/contract/session';
import type { OutputOf } from '#api/contract/endpoint';
import { OWN_SOFTWARE } from '#api/contract/wire';
import { rejection } from '#domain/failure';
import type { ServerPorts } from '../ports.ts';
import { readAdminMenu } from './admin-menu.ts';
import type { AdminCaller } from './caller.ts';
import { DEFAULT_AVATAR } from './default-avatar.ts';
import { hasProjects } from './projects.ts';
import { openingViews } from './saved-views.service.ts';
import { readSiteSettings, type SiteSettings } from './site-settings.ts';
import { localText } from '#domain/zone-time';
import { readTerminalConfig } from './terminal/terminal-config.ts';
import { publicUploadConfig, readUploadSettings, uploadConfigFor } from './uploads/upload-settings.ts';

type UploadConfig = ReturnType<typeof publicUploadConfig>;

const siteOf = (settings: SiteSettings, urls: readonly string[], upload: UploadConfig, projects = false) => ({
  software: OWN_SOFTWARE,
  siteName: settings.siteName,
  siteLogo: settings.siteLogo,
  recordNumber: settings.recordNumber,
  version: settings.version,
  cdnUrl: '',
  apiUrl: '',
  businessDepartmentId: 0,
  urls: [...urls],
  styleSheets: [...settings.styleSheets],
  upload,
  hasProjects: projects,
  timeZone: settings.timeZone,
  openMemberCenter: settings.isMemberCentreOpen,
  reportsFaults: settings.reportsFaults,
});

/** Public account fields as a reply carries them. Source: wire protocol §2.3, §3.1. */
export async function readAdminInfo({ database }: Pick<ServerPorts, 'database'>, adminId: number) {
  const admin = await database.kysely
    .selectFrom('admin')
    .select(['id', 'username', 'nickname', 'avatar', 'last_login_time'])
    .where('id', '=', adminId)
    .executeTakeFirstOrThrow();
  const { timeZone } = await readSiteSettings(database.kysely);
  return {
    id: admin.id,
    username: admin.username,
    nickname: admin.nickname || admin.username,
    avatar: admin.avatar || DEFAULT_AVATAR,
    last_login_time: admin.last_login_time === null ? '' : localText(admin.last_login_time, timeZone),
  };
}

/** Everything the back office needs to stand: who, which menu, which site. Source: wire protocol §3.1. */
export async function startBackOffice(
  ports: Pick<ServerPorts, 'database' | 'messages' | 'clock' | 'logger' | 'cloud'>,
  caller: AdminCaller,
): Promise<OutputOf<typeof adminInit>> {
  const titleOf = (title: string): string => (title.startsWith('menu.') ? ports.messages.text(caller.client.language, title) : title);
  const { menus, urls } = await readAdminMenu(ports.database.kysely, caller.grants, titleOf);
  if (menus.length === 0) throw rejection('refusals.noMenu');
  const terminal = await readTerminalConfig(ports);
  const info = await readAdminInfo(ports, caller.id);
  const upload = uploadConfigFor(await readUploadSettings(ports), ports.cloud, caller.id, ports.clock.nowMs());
  return {
    adminInfo: { ...info, position: '', column: [], super: caller.grants.isSuper },
    menus: [...menus],
    openingViews: await openingViews(ports.database.kysely, caller),
    siteConfig: siteOf(await readSiteSettings(ports.database.kysely), urls, upload, await hasProjects(ports.database.kysely)),
    terminal: { phpDevelopmentServer: false, npmPackageManager: terminal.packageManager, installServicePort: terminal.port },
  };
}

/** The site for visitors; members come with the member centre. Source: wire protocol §3.3. */
export async function startFront(ports: Pick<ServerPorts, 'database' | 'logger' | 'cloud'>): Promise<OutputOf<typeof frontInit>> {
  const settings = await readSiteSettings(ports.database.kysely);
  return {
    site: siteOf(settings, [], publicUploadConfig(await readUploadSettings(ports))),
    openMemberCenter: settings.isMemberCentreOpen,
    userInfo: [],
    rules: [],
    menus: [],
  };
}
