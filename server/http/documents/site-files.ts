import { documentPath } from '#domain/site/document-address';
import { HTML_LANGUAGE, type Language } from '#domain/base/language';
import { htmlText } from '../../base/html-text.ts';
import type { SiteFacts, SitePath } from '../../features/site/document-source.ts';

/** Small files that a site is asked for by their names. */
export interface SiteFile {
  readonly type: string;
  /** @returns null where the site has no such file */
  write(facts: SiteFacts, origin: string, nowSeconds: number): string | null;
}

/** Pages that are no documents, or the same for every question. */
const NOT_FOR_ENGINES = ['/admin', '/user', '/api', '/chat?'];

const robots = ({ isIndexed }: SiteFacts, origin: string): string =>
  [
    'User-agent: *',
    ...(isIndexed ? NOT_FOR_ENGINES.map((path) => `Disallow: ${path}`) : ['Disallow: /']),
    ...(isIndexed && origin !== '' ? ['', `Sitemap: ${origin}/sitemap.xml`] : []),
    '',
  ].join('\n');

const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

export const XML_TYPE = 'application/xml; charset=utf-8';
const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const SITEMAPS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
/** A list that is not ended is not wanted; more than so many parts nobody has. */
const PART = /^\/sitemap\/(0|[1-9]\d{0,5})\.xml$/u;

/** @returns the part of the site's addresses that a file lists; null for any other path */
export const sitemapPart = (path: string): number | null => {
  const found = PART.exec(path);
  return found ? Number(found[1]) : null;
};

/** Names the parts; none where the site's address is not known, since each is a whole one. */
function sitemapIndex({ goodsParts, isIndexed }: SiteFacts, origin: string): string {
  const parts = isIndexed && origin !== '' ? [0, ...goodsParts] : [];
  const entries = parts.map((part) => `<sitemap><loc>${htmlText(`${origin}/sitemap/${part}.xml`)}</loc></sitemap>`);
  return `${XML}\n<sitemapindex ${SITEMAPS}>\n${entries.join('\n')}\n</sitemapindex>\n`;
}

/** Each document in each of its languages, with its counterparts. */
export function sitemapOf(paths: readonly SitePath[], { isIndexed }: SiteFacts, origin: string): string {
  const entries = (isIndexed && origin !== '' ? paths : []).flatMap(({ path, changedAt, languages }) => {
    const url = (language: Language): string => htmlText(origin + documentPath(language, path));
    const alternate = (name: string, language: Language): string =>
      `<xhtml:link rel="alternate" hreflang="${name}" href="${url(language)}"/>`;
    const links =
      languages.length > 1 ? [...languages.map((one) => alternate(HTML_LANGUAGE[one], one)), alternate('x-default', 'zh-cn')].join('') : '';
    const lastmod = changedAt === null ? '' : `<lastmod>${timeOf(changedAt)}</lastmod>`;
    return languages.map((one) => `<url><loc>${url(one)}</loc>${lastmod}${links}</url>`);
  });
  return `${XML}\n<urlset ${SITEMAPS} xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>\n`;
}

const manifest = ({ siteName }: SiteFacts): string =>
  JSON.stringify({
    name: siteName,
    short_name: siteName.slice(0, 12),
    start_url: '/',
    display: 'browser',
    background_color: '#f5f5f2',
    theme_color: '#0b755e',
    icons: [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }],
  });

const YEAR_SECONDS = 365 * 86_400;

const MAIL = /[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,}/iu;
/** As it stands in a sentence, of whose signs it ends at the first that no address has. */
const PAGE = /https:\/\/[^\s<>"'“”‘’（）【】《》。，；：！？、]+/u;

/** Where finders of faults turn to, as RFC 9116 has it; none where the site's contact is no address. */
function securityText({ contact }: SiteFacts, origin: string, nowSeconds: number): string | null {
  const [mail] = MAIL.exec(contact) ?? [];
  const page = URL.parse((PAGE.exec(contact)?.[0] ?? '').replace(/[)\].,;:!?]+$/u, ''));
  const address = mail ? `mailto:${mail}` : page?.href;
  if (address === undefined) return null;
  const lines = [`Contact: ${address}`, `Expires: ${timeOf(nowSeconds + YEAR_SECONDS)}`, 'Preferred-Languages: zh, en'];
  return [...lines, ...(origin === '' ? [] : [`Canonical: ${origin}/.well-known/security.txt`]), ''].join('\n');
}

export const SITE_FILES: Readonly<Record<string, SiteFile>> = {
  '/.well-known/security.txt': { type: 'text/plain; charset=utf-8', write: securityText },
  '/robots.txt': { type: 'text/plain; charset=utf-8', write: robots },
  '/sitemap.xml': { type: XML_TYPE, write: sitemapIndex },
  '/manifest.webmanifest': { type: 'application/manifest+json; charset=utf-8', write: manifest },
};

/** Addresses that only lead to another. */
export const SITE_REDIRECTS: Readonly<Record<string, string>> = {
  '/favicon.ico': '/favicon.svg',
  '/.well-known/change-password': '/user/account/changePassword',
};
