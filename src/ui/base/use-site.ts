import { useSelector } from '@xstate/react';
import { selectSite } from '#machines/app/app.machine';
import type { SiteConfig } from '#domain/app/site-config';
import { useApp } from './app-context.ts';
import { t } from './i18n.ts';

/** What the server says about the site; until it has answered, what it said at the last visit. */
export const useSite = (): SiteConfig => useSelector(useApp().app, selectSite);

/** The site's name, or the product's while it has none. */
export const useSiteName = (): string => useSite().siteName || t('common.product');
