import { documentPath } from '#domain/site/document-address';
import { HTML_LANGUAGE, LANGUAGES } from '#domain/base/language';
import { htmlText } from '../../base/html-text.ts';
import type { SiteFacts } from '../../features/site/document-source.ts';

/** Small files that a site is asked for by their names. */
export interface SiteFile {
  readonly type: string;
  write(facts: SiteFacts, origin: string): string;
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

const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** Every document in every language, each with its counterparts; nothing where the site's address is not known, since each is a whole one. */
function sitemap({ paths, isIndexed }: SiteFacts, origin: string): string {
  const entries = (isIndexed && origin !== '' ? paths : []).flatMap(({ path, changedAt }) => {
    const url = (language: (typeof LANGUAGES)[number]): string => htmlText(origin + documentPath(language, path));
    const links = LANGUAGES.map((one) => `<xhtml:link rel="alternate" hreflang="${HTML_LANGUAGE[one]}" href="${url(one)}"/>`).join('');
    const lastmod = changedAt === null ? '' : `<lastmod>${dayOf(changedAt)}</lastmod>`;
    return LANGUAGES.map((one) => `<url><loc>${url(one)}</loc>${lastmod}${links}</url>`);
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`;
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

export const SITE_FILES: Readonly<Record<string, SiteFile>> = {
  '/robots.txt': { type: 'text/plain; charset=utf-8', write: robots },
  '/sitemap.xml': { type: 'application/xml; charset=utf-8', write: sitemap },
  '/manifest.webmanifest': { type: 'application/manifest+json; charset=utf-8', write: manifest },
};

/** Addresses that only lead to another. */
export const SITE_REDIRECTS: Readonly<Record<string, string>> = {
  '/favicon.ico': '/favicon.svg',
  '/.well-known/change-password': '/user/account/changePassword',
};
