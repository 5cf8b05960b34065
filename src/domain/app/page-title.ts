import type { PageName } from './route-target.ts';

/** Message key of each page's title; a section's comes from its menu entry. Source: specification §2, readings 2.14. */
export const PAGE_TITLE_KEY: Readonly<Record<PageName, string>> = {
  home: 'common.title.home',
  document: 'common.title.loading',
  chat: 'common.title.chat',
  adminLogin: 'common.title.adminLogin',
  adminLoading: 'common.title.loading',
  adminSection: 'common.title.admin',
  memberLogin: 'common.title.memberLogin',
  addressUndo: 'common.title.memberCentre',
  adminUndo: 'common.title.admin',
  memberLoading: 'common.title.loading',
  memberSection: 'common.title.memberCentre',
  notFound: 'common.title.notFound',
  noPermission: 'common.title.noPermission',
  dev: 'common.title.dev',
};

/** Titles that start so are keys and are translated; any other title is shown as it is. */
const TRANSLATION_PREFIXES = ['common.', 'menu.', 'admin.', 'public.', 'resources.'];

export const isTitleKey = (title: string): boolean => TRANSLATION_PREFIXES.some((prefix) => title.startsWith(prefix));

/** The page's title, then a dash and the site's name where it has one. */
export const pageTitle = (title: string, siteName: string): string => (siteName ? `${title} - ${siteName}` : title);
