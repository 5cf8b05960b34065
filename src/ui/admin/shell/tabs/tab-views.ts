import { bring } from '#actors/base/lazy-code';
import { selectPageAt, type AdminShellRef } from '#machines/shell/admin-shell.machine';
import type { LazyBundles } from '../../../base/lazy-bundles.ts';
import { lazyView } from '../../../base/lazy-view.tsx';
import type { loadOwnPage } from './own-pages.ts';

// The table kit is the largest part of the back office; the dashboard does without it.
export const LazySectionPage = lazyView(async () => (await import('../../table/SectionPage.tsx')).SectionPage);
export const LazyIframePage = lazyView(async () => (await import('./IframePage.tsx')).IframePage);

const later = (page: keyof typeof loadOwnPage) => lazyView(async () => (await import('./own-pages.ts')).loadOwnPage[page]());

/** Pages that are no table of records, by the name of their menu rule. */
const OWN_PAGES = {
  dashboard: lazyView(async () => (await import('../../dashboard/Dashboard.tsx')).Dashboard),
  'routine/config': later('settings'),
  'routine/adminInfo': later('profile'),
  'crud/crud': later('designer'),
  'chat/chat': later('chat'),
  'routine/system': later('system'),
  'auth/apiTrial': later('apiExplorer'),
  'moduleStore/moduleStore': later('modules'),
} as const;

export const ownPage = (name: string) => (Object.hasOwn(OWN_PAGES, name) ? OWN_PAGES[name as keyof typeof OWN_PAGES] : null);

/**
 * Brings the code of the page at this path, if it is one, and what it would be drawn without at first. Rejects when its code does not arrive;
 * asking again tries again.
 */
export async function preloadTab(shell: AdminShellRef, path: string, { table, dashboard }: PageLogics): Promise<void> {
  const page = selectPageAt(path)(shell.getSnapshot());
  if (page?.kind === 'iframe') return LazyIframePage.preload();
  const view = page?.hasSection ? LazySectionPage : page && ownPage(page.name);
  const logics = page?.hasSection ? bring(table) : view === OWN_PAGES.dashboard ? bring(dashboard) : null;
  // Where one of these does not arrive, its place says so.
  const parts = Promise.allSettled([logics, page && partsOf(page)]);
  await view?.preload();
  await parts;
}

/** Logics of pages that a visit may begin with. */
type PageLogics = Pick<LazyBundles, 'table' | 'dashboard'>;

async function partsOf({ name, hasSection }: { readonly name: string; readonly hasSection: boolean }): Promise<unknown> {
  if (hasSection) return Promise.all((await import('../../table/SectionPage.tsx')).sectionParts(name));
  return name === 'dashboard' ? Promise.all((await import('../../dashboard/Dashboard.tsx')).dashboardParts()) : null;
}
