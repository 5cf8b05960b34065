import type { OutputOf } from '#api/contract/base/endpoint';
import { OWN_SOFTWARE } from '#api/contract/base/wire';
import type { adminInit } from '#api/contract/session/session';
import { parseByteSize } from '#domain/base/file-size';
import { EMPTY_SITE_CONFIG, MEMBER_WAYS, type SiteConfig } from '#domain/app/site-config';

export type WireSiteConfig = OutputOf<typeof adminInit>['siteConfig'];

const listOf = (value: string | readonly string[]): readonly string[] =>
  typeof value === 'string' ? value.split(',').filter((part) => part !== '') : value;

const bytesOf = (size: number | string): number =>
  typeof size === 'number' ? size : (parseByteSize(size) ?? EMPTY_SITE_CONFIG.upload.maxSizeBytes);

type Nodes = readonly { readonly name: string; readonly children?: Nodes | undefined }[];

const namesIn = (nodes: Nodes): readonly string[] => nodes.flatMap(({ name, children = [] }) => [name, ...namesIn(children)]);

/** The site of a signed-in administrator. A stock server names no permitted paths: they are those of its menu then. Source: wire protocol §8.3. */
export function siteOfStart({ siteConfig, menus }: Pick<OutputOf<typeof adminInit>, 'siteConfig' | 'menus'>): SiteConfig {
  const site = siteConfigOf(siteConfig);
  return site.urls.length > 0 ? site : { ...site, urls: namesIn(menus) };
}

/** The site as the application knows it; what a server left out has its default. Source: specification §3 "Site config"; wire protocol §3.1. */
export const siteConfigOf = ({ upload, businessDepartmentId, ...wire }: WireSiteConfig): SiteConfig => ({
  siteName: wire.siteName ?? '',
  siteLogo: wire.siteLogo ?? '',
  recordNumber: wire.recordNumber ?? '',
  businessDepartmentId: String(businessDepartmentId),
  urls: wire.urls,
  styleSheets: wire.styleSheets,
  version: wire.version ?? '',
  cdnUrl: wire.cdnUrl ?? '',
  apiUrl: wire.apiUrl ?? '',
  upload: {
    mode: upload.mode,
    maxSizeBytes: bytesOf(upload.maxSize),
    mimeTypes: [...listOf(upload.allowedSuffixes), ...listOf(upload.allowedMimeTypes)],
    saveName: upload.saveName ?? '',
    url: upload.url ?? '',
    params: upload.params ?? {},
    ...(upload.cdn && { cdn: upload.cdn }),
    ...(upload.memberForms === true && { asksForMembers: true }),
  },
  hasProjects: wire.hasProjects,
  isMemberCentreOpen: wire.openMemberCenter,
  timeZone: wire.timeZone,
  reportsFaults: wire.reportsFaults,
  ...(wire.currency && { currency: wire.currency }),
  memberWays: MEMBER_WAYS.filter((way) => wire.memberWays.includes(way)),
  ...(wire.adminWays?.includes('passkey') && { adminWays: ['passkey' as const] }),
  ...(wire.signInOffers && { signInOffers: wire.signInOffers }),
  ...(wire.software === OWN_SOFTWARE && { isOwnServer: true }),
});
