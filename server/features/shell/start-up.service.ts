import type { SignInOffer } from '#domain/app/site-config';
import type { adminInit, frontInit } from '#api/contract/session/session';
import type { OutputOf } from '#api/contract/base/endpoint';
import { OWN_SOFTWARE } from '#api/contract/base/wire';
import { rejection } from '#domain/base/failure';
import type { Resource } from '#domain/table/resource';
import type { ServerPorts } from '../../ports/ports.ts';
import { moduleDirectories } from '../modules/module-menu.ts';
import { readAdminMenu, type TitledRule } from '../rights/admin-menu.ts';
import type { AdminCaller, Caller } from '../../base/caller.ts';
import type { Notifications } from '../notifications/notifications.service.ts';
import { readUserInfo } from '../members/member-info.ts';
import { readMemberMenu } from '../members/member-menu.ts';
import { readAdminInfo } from '../session/admin-info.ts';
import { hasProjects } from '../fields/projects.ts';
import { openingViews } from '../table/saved-views.service.ts';
import { readSignInOffers } from '../../resources/base/sign-in-offers.ts';
import { readSiteSettings, type SiteSettings } from '../../resources/base/site-settings.ts';
import { readTerminalConfig } from '../terminal/terminal-config.ts';
import { publicUploadConfig, readUploadSettings, uploadConfigFor } from '../files/upload-settings.ts';

type UploadConfig = ReturnType<typeof publicUploadConfig>;

const siteOf = (
  settings: SiteSettings,
  urls: readonly string[],
  upload: UploadConfig,
  projects = false,
  offers: readonly SignInOffer[] = [],
) => ({
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
  currency: settings.currency,
  memberWays: [...settings.memberWays],
  ...(settings.adminWays.length > 0 && { adminWays: [...settings.adminWays] }),
  // What no provider is set up for looks as it always did.
  ...(offers.length > 0 && { signInOffers: offers.map(({ audiences, ...offer }) => ({ ...offer, audiences: [...audiences] })) }),
});

/** Everything the back office needs to stand: who, which menu, which site. Source: wire protocol §3.1. */
export async function startBackOffice(
  ports: Pick<ServerPorts, 'database' | 'messages' | 'clock' | 'logger' | 'cloud' | 'randomBytes'>,
  caller: AdminCaller,
  find: (name: string) => Resource | undefined,
  notifications: Pick<Notifications, 'countUnread'>,
): Promise<OutputOf<typeof adminInit>> {
  const { kysely } = ports.database;
  const { language } = caller.client;
  const directories = await moduleDirectories(ports.database.kysely);
  const titleOf = ({ id, name, title }: TitledRule): string => {
    if (title.startsWith('menu.')) return ports.messages.text(language, title);
    // A section that was designed here kept its title when its folder took over.
    const key = `menu.${name.replaceAll('/', '.')}`;
    if (ports.messages.text('zh-cn', key) === title) return ports.messages.text(language, key);
    const own = directories.get(id);
    // Somebody may have given it another name.
    return own?.['zh-cn'] === title ? own[language] : title;
  };
  const { menus, urls } = await readAdminMenu(ports.database.kysely, caller.grants, titleOf);
  if (menus.length === 0) throw rejection('refusals.noMenu');
  const terminal = await readTerminalConfig(ports);
  const info = await readAdminInfo(ports, caller.id);
  const upload = await uploadConfigFor(ports, await readUploadSettings(ports), caller.id);
  return {
    adminInfo: { ...info, position: '', column: [], super: caller.grants.isSuper },
    menus: [...menus],
    openingViews: await openingViews(ports.database.kysely, caller, find),
    siteConfig: siteOf(await readSiteSettings(kysely), urls, upload, await hasProjects(kysely), await readSignInOffers(kysely)),
    notifications: { unread: await notifications.countUnread(caller) },
    terminal: { phpDevelopmentServer: false, npmPackageManager: terminal.packageManager, installServicePort: terminal.port },
  };
}

/** The site as anyone may know it. */
export async function readPublicSite(ports: Pick<ServerPorts, 'database' | 'logger' | 'cloud'>) {
  const settings = await readSiteSettings(ports.database.kysely);
  const offers = await readSignInOffers(ports.database.kysely);
  return siteOf(settings, [], publicUploadConfig(await readUploadSettings(ports)), false, offers);
}

/** The site, with the rules of visitors, or with the account, the menus and the rules of whoever is signed in as a member. Source: wire protocol §3.3. */
export async function startFront(
  ports: Pick<ServerPorts, 'database' | 'logger' | 'cloud' | 'messages'>,
  caller: Caller,
): Promise<OutputOf<typeof frontInit>> {
  const { kysely } = ports.database;
  const site = await readPublicSite(ports);
  // A closed centre knows no members.
  const member = caller.kind === 'member' && site.openMemberCenter ? caller : null;
  const words = { messages: ports.messages, language: caller.client.language };
  const { menus, rules } = await readMemberMenu(
    kysely,
    { grants: member && member.grants, hasOwnPages: caller.client.knowsRotation ?? false },
    words,
  );
  return {
    site,
    openMemberCenter: site.openMemberCenter,
    // The client keeps its own refresh token.
    userInfo: member ? { ...(await readUserInfo(kysely, member.id)), token: member.tokens.member ?? '' } : [],
    rules: [...rules],
    menus: member ? [...menus] : [],
  };
}
