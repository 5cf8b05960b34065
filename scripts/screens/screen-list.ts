import { DEV_PATHS } from '#domain/app/dev-paths';
import { documentAt, documentPath } from '#domain/site/document-address';
import { SHIPPED_MEMBER_RULES } from '#server/db/seed/shipped-members';
import { SHIPPED_RULES } from '#server/db/seed/shipped-rules';
import { MEMBER_WINDOWS } from './member-windows.ts';
import type { Screen } from './screen.ts';
import { WINDOWS } from './windows.ts';

/** As the address begins, so a screen is called. */
const nameOf = (path: string): string => path.slice(1) || 'home';

const admin: readonly Screen[] = SHIPPED_RULES.filter(({ type }) => type === 'menu').map(({ path }) => ({
  name: `admin/${path}`,
  area: 'admin',
  path: () => `/admin/${path}`,
}));

const members: readonly Screen[] = SHIPPED_MEMBER_RULES.filter(({ type }) => type === 'menu').map(({ path }) => ({
  name: `user/${path}`,
  area: 'member',
  path: () => `/user/${path}`,
}));

const plain = (path: string): Screen => ({ name: nameOf(path), area: 'nobody', path: () => path });

const before: readonly Screen[] = [
  '/admin/login',
  '/user/login',
  '/user/login?tab=register',
  '/user/login?tab=code',
  '/user/login?tab=reset',
  '/chat',
  '/404',
  '/401',
].map(plain);

const faults: readonly Screen[] = [{ name: 'admin/unknown', area: 'admin', path: () => '/admin/no/such/page' }];

const developers: readonly Screen[] = DEV_PATHS.map((path) => ({ ...plain(path), isRestless: true }));

/** One public page of each kind that the site map names, in the reader's language. */
function documents(siteMap: readonly string[]): readonly Screen[] {
  const found = new Map<string, string>();
  for (const path of siteMap) {
    const place = documentAt(path);
    if (place?.language === 'zh-cn' && !found.has(place.name)) found.set(place.name, place.path);
  }
  return [...found].map(([name, path]) => ({ name: `site/${name}`, area: 'nobody', path: (language) => documentPath(language, path) }));
}

/** Every screen of an installation as it ships. @param siteMap the paths that its site map names */
export const screenList = (siteMap: readonly string[]): readonly Screen[] => [
  ...before,
  ...admin,
  ...WINDOWS,
  ...faults,
  ...members,
  ...MEMBER_WINDOWS,
  ...documents(siteMap),
  ...developers,
];
