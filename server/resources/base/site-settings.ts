import type { Kysely } from 'kysely';
import { ADMIN_WAYS, MEMBER_WAYS, type AdminWay, type MemberWay } from '#domain/app/site-config';
import { sheetsIn } from '#domain/settings/style-sheets';
import type { Tables } from '../../db/tables/tables.ts';

export interface SiteSettings {
  readonly siteName: string;
  /** Path or address of a picture; '' for the product's own. */
  readonly siteLogo: string;
  readonly recordNumber: string;
  readonly version: string;
  /** Name of the zone that all local times on the wire are in. */
  readonly timeZone: string;
  /** Addresses of style sheets of other hosts. */
  readonly styleSheets: readonly string[];
  /** Whether members may come in; closed as long as the configuration does not say otherwise. */
  readonly isMemberCentreOpen: boolean;
  /** How members may sign in beside a password. */
  readonly memberWays: readonly MemberWay[];
  /** The same of administrators. */
  readonly adminWays: readonly AdminWay[];
  /** Of balances, as ISO 4217 has it, such as `CNY`; '' for none. */
  readonly currency: string;
  /** Whether a page that breaks reports it without asking. */
  readonly reportsFaults: boolean;
}

const SETTING_OF: Readonly<Record<MemberWay, string>> = { code: 'code_sign_in', passkey: 'passkeys' };

/** What the configuration says about the site; absent rows have a plain default. Source: wire protocol §7.6, "config". */
export async function readSiteSettings(kysely: Kysely<Tables>): Promise<SiteSettings> {
  const rows = await kysely
    .selectFrom('config')
    .select(['name', 'value'])
    .where('name', 'in', [
      'site_name',
      'site_logo',
      'record_number',
      'version',
      'time_zone',
      'style_sheets',
      'open_member_center',
      'report_faults',
      'currency',
      'code_sign_in',
      'passkeys',
      'admin_passkeys',
    ])
    .execute();
  const value = (name: string): string => rows.find((row) => row.name === name)?.value ?? '';
  return {
    siteName: value('site_name') || 'Troupe',
    siteLogo: value('site_logo'),
    recordNumber: value('record_number'),
    version: value('version'),
    timeZone: value('time_zone') || 'Asia/Shanghai',
    styleSheets: sheetsIn(value('style_sheets')),
    isMemberCentreOpen: value('open_member_center') === '1',
    memberWays: MEMBER_WAYS.filter((way) => value(SETTING_OF[way]) === '1'),
    adminWays: ADMIN_WAYS.filter(() => value('admin_passkeys') === '1'),
    currency: /^[A-Z]{3}$/u.test(value('currency')) ? value('currency') : '',
    reportsFaults: value('report_faults') === '1',
  };
}
