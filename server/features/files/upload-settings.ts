import type { adminInit } from '#api/contract/session/session';
import type { OutputOf } from '#api/contract/base/endpoint';
import { parseByteSize } from '#domain/base/file-size';
import { distinctTemplate } from '#domain/files/save-name';
import { CLOUD_FORM_SECONDS } from '../../base/limits.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { readSiteSettings } from '../../resources/base/site-settings.ts';
import type { CloudTarget } from '../../ports/upload-ports.ts';
import { cloudFolder } from './cloud-folder.ts';
import { rememberForm } from './cloud-forms.ts';

const DEFAULT_MAX_BYTES = 10_485_760;
const DEFAULT_SUFFIXES = 'jpg,png,bmp,jpeg,gif,webp,zip,rar,wav,mp4,mp3';
const DEFAULT_SAVE_NAME = '/storage/{topic}/{year}{mon}{day}/{filename}{filesha1}{.suffix}';
const FOLDER = '/storage/';

/** What the configuration says about uploads. Source: wire protocol §3.1 `UploadConfig`, §6. */
export interface UploadRules {
  readonly maxSizeBytes: number;
  /** Comma text, as the wire carries it. */
  readonly suffixes: string;
  readonly mimeTypes: readonly string[];
  /** Always below `/storage/`. */
  readonly saveName: string;
  readonly timeZone: string;
  /** Null while files go to the server itself. */
  readonly cloud: (CloudTarget & { readonly cdnUrl: string }) | null;
}

type UploadConfig = OutputOf<typeof adminInit>['siteConfig']['upload'];
type SettingsPorts = Pick<ServerPorts, 'database' | 'logger' | 'cloud'>;

const listOf = (text: string): string[] =>
  text
    .split(/[\s,]+/u)
    .map((item) => item.trim())
    .filter((item) => item !== '');

const withoutTail = (address: string): string => address.trim().replace(/\/+$/u, '');

/** Everything a name may be is served below one folder, so templates begin with it. */
const belowFolder = (template: string): string => {
  const trimmed = template.trim() || DEFAULT_SAVE_NAME;
  const absolute = trimmed.startsWith('/') ? trimmed : `/${trimmed}`;
  return absolute.startsWith(FOLDER) ? absolute : `/storage${absolute}`;
};

const isWeb = (address: string): boolean => URL.canParse(address) && /^https?:$/u.test(new URL(address).protocol);

/** Every setting anew; a faulty one has its default. */
export async function readUploadSettings({ database: { kysely }, cloud, logger }: SettingsPorts): Promise<UploadRules> {
  const rows = await kysely.selectFrom('config').select(['name', 'value']).where('group', '=', 'upload').execute();
  const value = (name: string): string => rows.find((row) => row.name === name)?.value?.trim() ?? '';
  const url = withoutTail(value('upload_cloud_url'));
  const target = { url, bucket: value('upload_cloud_bucket'), region: value('upload_cloud_region') || 'us-east-1' };
  const isCloud = value('upload_mode') === 'cloud';
  const isComplete = cloud !== null && isWeb(url) && target.bucket !== '';
  if (isCloud && !isComplete) logger.warn('upload.cloudIncomplete', { hasCredentials: cloud !== null });
  const cdnUrl = withoutTail(value('upload_cdn_url'));
  return {
    maxSizeBytes: parseByteSize(value('upload_max_size')) ?? DEFAULT_MAX_BYTES,
    suffixes: listOf(value('upload_suffixes') || (value('upload_mime_types') === '' ? DEFAULT_SUFFIXES : '')).join(','),
    mimeTypes: listOf(value('upload_mime_types')),
    saveName: belowFolder(value('upload_save_name')),
    timeZone: (await readSiteSettings(kysely)).timeZone,
    cloud: isCloud && isComplete ? { ...target, cdnUrl: isWeb(cdnUrl) ? cdnUrl : url } : null,
  };
}

/** All rules of the settings in one list. */
export const allowedTypes = ({ suffixes, mimeTypes }: UploadRules): readonly string[] => [...suffixes.split(','), ...mimeTypes];

/**
 * The upload part of the site's facts for visitors: of the cloud store only that members ask for a form. To other clients members' files
 * go to the server, which takes them as well.
 */
export const publicUploadConfig = ({ maxSizeBytes, saveName, suffixes, mimeTypes, cloud }: UploadRules): UploadConfig => ({
  mode: 'local',
  maxSize: maxSizeBytes,
  saveName,
  allowedSuffixes: suffixes,
  allowedMimeTypes: [...mimeTypes],
  ...(cloud !== null && { memberForms: true }),
});

/** The same for somebody who is signed in: in cloud mode with a form that is good for half a day. */
export async function uploadConfigFor(
  ports: Pick<ServerPorts, 'database' | 'clock' | 'cloud' | 'randomBytes'>,
  settings: UploadRules,
  adminId: number,
): Promise<UploadConfig> {
  const { cloud, clock } = ports;
  const config = publicUploadConfig(settings);
  if (settings.cloud === null || cloud === null) return config;
  const folder = cloudFolder(adminId);
  const mark = await rememberForm(ports, settings.cloud, adminId);
  const size = { minSizeBytes: 0, maxSizeBytes: settings.maxSizeBytes };
  const form = { key: { startsWith: folder }, ...size, nowMs: clock.nowMs(), validSeconds: CLOUD_FORM_SECONDS, mark };
  return {
    ...config,
    mode: 'cloud',
    // Stock clients name their files by it as well.
    saveName: `/${folder}${distinctTemplate(settings.saveName.slice(FOLDER.length))}`,
    url: settings.cloud.url,
    params: { ...cloud.form(settings.cloud, form) },
    cdn: settings.cloud.cdnUrl,
  };
}
