import { heirOf, movedTab, type TabPlace } from './tab.ts';

/** A page once it is open; `generation` counts refreshes, so that a view that is keyed by it begins anew. */
export type Opened<Page extends TabPlace> = Page & { readonly generation: number };

/**
 * The strip of open pages, each path once. Pure rules over it; what they return is what changes.
 * Source: specification §4 "Tabs"; readings 2.12, 3.8, 4.2–4.5.
 */
export interface TabStrip<Page extends TabPlace> {
  readonly tabs: readonly Opened<Page>[];
  readonly activePath: string | null;
  /** Paths of tabs that hold unsaved work. */
  readonly unsaved: readonly string[];
  /** Pages of the last visit, offered once. */
  readonly restorable: readonly Page[];
}

type Tabs<Page extends TabPlace> = Pick<TabStrip<Page>, 'tabs'>;
type Change<Page extends TabPlace, Key extends keyof TabStrip<Page>> = Pick<TabStrip<Page>, Key>;

const opened = <Page extends TabPlace>(page: Page): Opened<Page> => ({ ...page, generation: 0 });
const isAmong = (pages: readonly TabPlace[], path: string): boolean => pages.some((page) => page.path === path);

export const tabAt = <Page extends TabPlace>({ tabs }: Tabs<Page>, path: string): Opened<Page> | undefined =>
  tabs.find((tab) => tab.path === path);

/** What goes when all are closed, or all but one. */
export const pathsBut = <Page extends TabPlace>({ tabs }: Tabs<Page>, keep: string | null): readonly string[] =>
  tabs.map((tab) => tab.path).filter((path) => path !== keep);

/** The page is shown: a tab of its own, or the one that it has, with the query it is shown with now. */
export const withOpened = <Page extends TabPlace>(
  strip: TabStrip<Page>,
  page: Page,
): Change<Page, 'tabs' | 'activePath' | 'restorable'> => ({
  tabs: tabAt(strip, page.path) ? withSearch(strip, page.path, page.search).tabs : [...strip.tabs, opened(page)],
  activePath: page.path,
  restorable: strip.restorable.filter(({ path }) => path !== page.path),
});

export function withSearch<Page extends TabPlace>({ tabs }: Tabs<Page>, path: string, search: string): Tabs<Page> {
  if (tabAt({ tabs }, path)?.search === search) return { tabs };
  return { tabs: tabs.map((tab) => (tab.path === path ? { ...tab, search } : tab)) };
}

export const withRefreshed = <Page extends TabPlace>({ tabs }: Tabs<Page>, path: string): Tabs<Page> => ({
  tabs: tabs.map((tab) => (tab.path === path ? { ...tab, generation: tab.generation + 1 } : tab)),
});

/** A step to the left (-1) or right (1); as they are beyond the ends. */
export const withMoved = <Page extends TabPlace>({ tabs }: Tabs<Page>, path: string, step: -1 | 1): Tabs<Page> => ({
  tabs: movedTab(tabs, path, step) ?? tabs,
});

/** The neighbour of an active tab that goes takes over. */
export const withoutTabs = <Page extends TabPlace>(
  { tabs, activePath, unsaved }: Omit<TabStrip<Page>, 'restorable'>,
  paths: readonly string[],
): Change<Page, 'tabs' | 'activePath' | 'unsaved'> => ({
  tabs: tabs.filter((tab) => !paths.includes(tab.path)),
  activePath: heirOf(tabs, paths, activePath)?.path ?? null,
  unsaved: unsaved.filter((path) => !paths.includes(path)),
});

/** Those of the last visit that are not open already. */
export const missingPages = <Page extends TabPlace>({ tabs, restorable }: Change<Page, 'tabs' | 'restorable'>): readonly Page[] =>
  restorable.filter(({ path }) => !isAmong(tabs, path));

export const withRestored = <Page extends TabPlace>(strip: Change<Page, 'tabs' | 'restorable'>): Change<Page, 'tabs' | 'restorable'> => ({
  tabs: [...strip.tabs, ...missingPages(strip).map(opened)],
  restorable: [],
});

export const withUnsaved = (unsaved: readonly string[], path: string, isUnsaved: boolean): readonly string[] => {
  const others = unsaved.filter((one) => one !== path);
  return isUnsaved ? [...others, path] : others;
};

/** Open tabs whose page may no longer be opened: they stay, with their work. */
export const gonePaths = (tabs: readonly TabPlace[], pages: readonly TabPlace[]): readonly string[] =>
  tabs.map(({ path }) => path).filter((path) => !isAmong(pages, path));
