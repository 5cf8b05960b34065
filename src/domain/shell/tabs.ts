import { heirOf, insertedTab, movedTab, placedTab, type TabPlace } from './tab.ts';
import { MAX_CLOSED_TABS } from './stored-strip.ts';

/** A page once it is open; `generation` counts refreshes, so that a view that is keyed by it begins anew. */
export type Opened<Page extends TabPlace> = Page & {
  readonly generation: number;
  /** Pinned tabs stand before all others and are closed by nothing but their own word. */
  readonly isPinned: boolean;
  /** It came with the strip and has not been looked at: nothing of it has begun. */
  readonly isAsleep: boolean;
  /** How far its page was scrolled when it was left, in pixels. */
  readonly scrolledPx: number;
};

/** A tab that can be opened again: where it stood in the strip, and its address. */
export type Closed<Page extends TabPlace> = Page & { readonly isPinned: boolean; readonly at: number };

/**
 * The strip of open pages, each path once, pinned ones first. Pure rules over it; what they return is what changes.
 * Source: specification §4 "Tabs"; readings 2.12, 3.8, 4.2–4.5.
 */
export interface TabStrip<Page extends TabPlace> {
  readonly tabs: readonly Opened<Page>[];
  readonly activePath: string | null;
  /** Paths of tabs that hold unsaved work. */
  readonly unsaved: readonly string[];
  /** Pages of the last visit, offered once. */
  readonly restorable: readonly Page[];
  /** What was closed, the last one first. */
  readonly closed: readonly Closed<Page>[];
}

type Tabs<Page extends TabPlace> = Pick<TabStrip<Page>, 'tabs'>;
type Change<Page extends TabPlace, Key extends keyof TabStrip<Page>> = Pick<TabStrip<Page>, Key>;

const awake = { generation: 0, isPinned: false, isAsleep: false, scrolledPx: 0 } as const;
const isAmong = (pages: readonly TabPlace[], path: string): boolean => pages.some((page) => page.path === path);
const without = <Page extends TabPlace>(pages: readonly Page[], path: string): readonly Page[] =>
  isAmong(pages, path) ? pages.filter((page) => page.path !== path) : pages;

/** A tab that is there without having begun. */
export const asleep = <Page extends TabPlace>(page: Page, isPinned = false): Opened<Page> => ({
  ...page,
  ...awake,
  isPinned,
  isAsleep: true,
});

export const tabAt = <Page extends TabPlace>({ tabs }: Tabs<Page>, path: string): Opened<Page> | undefined =>
  tabs.find((tab) => tab.path === path);

/** What goes when all are closed, or all but one: the pinned ones stay. */
export const pathsBut = <Page extends TabPlace>({ tabs }: Tabs<Page>, keep: string | null): readonly string[] =>
  tabs.filter((tab) => tab.path !== keep && !tab.isPinned).map((tab) => tab.path);

/** The page is shown: a tab of its own, or the one that it has, with the query it is shown with now. */
export const withOpened = <Page extends TabPlace>(
  strip: TabStrip<Page>,
  page: Page,
): Change<Page, 'tabs' | 'activePath' | 'restorable' | 'closed'> => ({
  tabs: tabAt(strip, page.path) ? woken(withSearch(strip, page.path, page.search), page.path).tabs : [...strip.tabs, { ...page, ...awake }],
  activePath: page.path,
  restorable: without(strip.restorable, page.path),
  closed: without(strip.closed, page.path),
});

const woken = <Page extends TabPlace>({ tabs }: Tabs<Page>, path: string): Tabs<Page> =>
  tabAt({ tabs }, path)?.isAsleep ? { tabs: tabs.map((tab) => (tab.path === path ? { ...tab, isAsleep: false } : tab)) } : { tabs };

/** Another query is another list: it begins at its top. */
export function withSearch<Page extends TabPlace>({ tabs }: Tabs<Page>, path: string, search: string): Tabs<Page> {
  if (tabAt({ tabs }, path)?.search === search) return { tabs };
  return { tabs: tabs.map((tab) => (tab.path === path ? { ...tab, search, scrolledPx: 0 } : tab)) };
}

/** Another record over the same list, or none: the list stays where it is. */
export const withAddress = <Page extends TabPlace>({ tabs }: Tabs<Page>, path: string, search: string): Tabs<Page> => ({
  tabs: tabs.map((tab) => (tab.path === path ? { ...tab, search } : tab)),
});

export function withScrolled<Page extends TabPlace>({ tabs }: Tabs<Page>, path: string, scrolledPx: number): Tabs<Page> {
  if (tabAt({ tabs }, path)?.scrolledPx === scrolledPx) return { tabs };
  return { tabs: tabs.map((tab) => (tab.path === path ? { ...tab, scrolledPx } : tab)) };
}

export const withRefreshed = <Page extends TabPlace>({ tabs }: Tabs<Page>, path: string): Tabs<Page> => ({
  tabs: tabs.map((tab) => (tab.path === path ? { ...tab, generation: tab.generation + 1, scrolledPx: 0 } : tab)),
});

/** A step to the left (-1) or right (1); as they are beyond the ends. */
export const withMoved = <Page extends TabPlace>({ tabs }: Tabs<Page>, path: string, step: -1 | 1): Tabs<Page> => ({
  tabs: movedTab(tabs, path, step) ?? tabs,
});

/** Dropped at a place, counted from 0, or the nearest that it may take. */
export const withPlaced = <Page extends TabPlace>({ tabs }: Tabs<Page>, path: string, to: number): Tabs<Page> => ({
  tabs: placedTab(tabs, path, to) ?? tabs,
});

/** Pinned to the end of those that are, or loosened to the beginning of the others. */
export function withPinToggled<Page extends TabPlace>({ tabs }: Tabs<Page>, path: string): Tabs<Page> {
  const tab = tabAt({ tabs }, path);
  if (!tab) return { tabs };
  const others = tabs.filter((one) => one !== tab);
  return { tabs: insertedTab(others, { ...tab, isPinned: !tab.isPinned }, others.filter((one) => one.isPinned).length) };
}

/** The neighbour of an active tab that goes takes over, and wakes; what goes can be opened again. */
export function withoutTabs<Page extends TabPlace>(
  { tabs, activePath, unsaved, closed }: Omit<TabStrip<Page>, 'restorable'>,
  paths: readonly string[],
): Change<Page, 'tabs' | 'activePath' | 'unsaved' | 'closed'> {
  const heir = heirOf(tabs, paths, activePath)?.path ?? null;
  return {
    tabs: woken({ tabs: tabs.filter((tab) => !paths.includes(tab.path)) }, heir ?? '').tabs,
    activePath: heir,
    unsaved: unsaved.filter((path) => !paths.includes(path)),
    closed: [...tabs.flatMap((tab, at) => (paths.includes(tab.path) ? [closedOf(tab, at)] : [])), ...closed].slice(0, MAX_CLOSED_TABS),
  };
}

/** Of what a tab has become nothing outlives it but its address and its place. */
function closedOf<Page extends TabPlace>(tab: Opened<Page>, at: number): Closed<Page> {
  const { generation: _generation, isAsleep: _isAsleep, scrolledPx: _scrolledPx, ...page } = tab;
  return { ...page, at } as unknown as Closed<Page>;
}

/** A closed tab is back where it stood, and begins anew once it is looked at. */
export function withReopened<Page extends TabPlace>(
  { tabs, closed }: Change<Page, 'tabs' | 'closed'>,
  path: string,
): Change<Page, 'tabs' | 'closed'> {
  const found = closed.find((tab) => tab.path === path);
  if (!found || isAmong(tabs, path)) return { tabs, closed };
  const { at, isPinned, ...page } = found;
  return { tabs: insertedTab(tabs, asleep(page as unknown as Page, isPinned), at), closed: without(closed, path) };
}

/** Those of the last visit that are not open already. */
export const missingPages = <Page extends TabPlace>({ tabs, restorable }: Change<Page, 'tabs' | 'restorable'>): readonly Page[] =>
  restorable.filter(({ path }) => !isAmong(tabs, path));

export const withRestored = <Page extends TabPlace>(
  strip: Change<Page, 'tabs' | 'restorable' | 'closed'>,
): Change<Page, 'tabs' | 'restorable' | 'closed'> => ({
  tabs: [...strip.tabs, ...missingPages(strip).map((page) => asleep(page))],
  restorable: [],
  closed: strip.closed.filter(({ path }) => !isAmong(strip.restorable, path)),
});

export const withUnsaved = (unsaved: readonly string[], path: string, isUnsaved: boolean): readonly string[] => {
  const others = unsaved.filter((one) => one !== path);
  return isUnsaved ? [...others, path] : others;
};

/** Open tabs whose page may no longer be opened: they stay, with their work. */
export const gonePaths = (tabs: readonly TabPlace[], pages: readonly TabPlace[]): readonly string[] =>
  tabs.map(({ path }) => path).filter((path) => !isAmong(pages, path));
