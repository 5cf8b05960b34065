/**
 * The strip of open pages. Owned by the area's shell. A tab owns the actor of its section, so that a half-filled form survives
 * a change of tab and dies with the tab. Which tab is active follows the address: choosing one asks for a navigation.
 * Source: specification §4 "Tabs"; readings 2.12, 3.8, 4.2–4.5.
 */
import { assign, enqueueActions, fromCallback, sendTo, setup, type ActorRefFrom, type AnyActorRef, type SnapshotFrom } from 'xstate';
import { hrefOf, type Address } from '#domain/base/addresses/address';
import type { NavigationFailure, NavigationMode } from '#domain/app/navigation';
import { searchOf } from '#domain/base/addresses/query';
import { movedTab } from '#domain/shell/tab';
import {
  gonePaths,
  missingPages,
  pathsBut,
  tabAt,
  withMoved,
  withOpened,
  withRefreshed,
  withRestored,
  withSearch,
  withUnsaved,
  withoutTabs,
  type TabStrip,
} from '#domain/shell/tabs';
import type { TableSettings } from '#domain/table/table-settings';
import type { CollectionInput, CollectionReport } from '../table/collection-vocabulary.ts';
import type { CollectionRef } from '../table/collection-selectors.ts';
import { collectionMachine } from '../table/collection.machine.ts';
import { errorOf } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { payload } from '../base/payload.ts';
import { begun, hasSection, renewed, sectionId, type SectionInput, type Tab, type TabInput } from './tab-input.ts';

export type TabsEvent =
  /** The address shows this page now. */
  | { readonly type: 'tab.opened'; readonly tab: TabInput }
  /** The address shows something that has no tab. */
  | { readonly type: 'tabs.left' }
  | { readonly type: 'tab.chosen'; readonly path: string }
  | { readonly type: 'tab.closeRequested'; readonly path: string }
  /** Closes all, or all but one. */
  | { readonly type: 'tabs.closeRequested'; readonly keep: string | null }
  | { readonly type: 'tabs.closeConfirmed' }
  | { readonly type: 'tabs.closeDismissed' }
  | { readonly type: 'tab.refreshRequested'; readonly path: string }
  | { readonly type: 'tab.moved'; readonly path: string; readonly step: -1 | 1 }
  | { readonly type: 'tabs.fullScreenToggled' }
  | { readonly type: 'tabs.restoreRequested' }
  | { readonly type: 'tabs.restoreDismissed' }
  /** What each page begins with now. A tab without one stays, with its work, and may do nothing. */
  | { readonly type: 'tabs.rightsChanged'; readonly pages: readonly TabInput[] }
  | CollectionReport
  | { readonly type: 'section.unsavedChanged'; readonly resource: string; readonly isUnsaved: boolean }
  /** Of a page that owns its work itself. */
  | { readonly type: 'page.unsavedChanged'; readonly path: string; readonly isUnsaved: boolean }
  | { readonly type: 'section.tableChanged'; readonly resource: string; readonly table: TableSettings };

/** What the owner is told. */
export type TabsReport =
  | { readonly type: 'tabs.navigationRequested'; readonly to: string; readonly mode: NavigationMode }
  | { readonly type: 'tabs.emptied' }
  | { readonly type: 'tabs.refused'; readonly failure: NavigationFailure }
  | { readonly type: 'work.unsavedChanged'; readonly isUnsaved: boolean };

export interface TabsInput {
  readonly owner: Owner<TabsReport>;
  readonly fullScreen: boolean;
  /** Pages of the last visit, offered once. */
  readonly restorable: readonly TabInput[];
}

interface TabsContext extends TabsInput, TabStrip<TabInput> {
  /** Paths of tabs whose page may no longer be opened. */
  readonly gone: readonly string[];
  /** Paths that the user is asked about. */
  readonly closing: readonly string[];
}

type PathParams = { readonly path: string };
type KeepParams = { readonly keep: string | null };
type ClosingParams = { readonly paths: readonly string[] };

const tabOf = ({ tabs }: TabsContext, resource: string) => tabs.find((tab) => tab.section?.resource === resource);
const paramsOf = ({ search }: Pick<Address, 'search'>) => Object.fromEntries(new URLSearchParams(search));
const navigation = (address: Address, mode: NavigationMode): TabsReport => ({
  type: 'tabs.navigationRequested',
  to: hrefOf(address),
  mode,
});
const sectionInput = (tab: TabInput & { section: SectionInput }, owner: AnyActorRef): CollectionInput => ({
  ...tab.section,
  params: paramsOf(tab),
  owner,
});

export const tabsMachine = setup({
  types: {
    context: {} as TabsContext,
    events: {} as TabsEvent,
    input: {} as TabsInput,
    tags: {} as 'asking',
  },
  actors: {
    /** The table of a section with its record form. */
    section: collectionMachine,
    /** Reports which sections hold unsaved work. */
    watchSections: fromCallback<TabsEvent>(notProvided('watchSections')),
  },
  guards: {
    isOpen: ({ context }, { path }: PathParams) => tabAt(context, path) !== undefined,
    isUnsaved: ({ context }, { path }: PathParams) => context.unsaved.includes(path),
    isAnyUnsaved: ({ context }, { keep }: KeepParams) => pathsBut(context, keep).some((path) => context.unsaved.includes(path)),
    isActive: ({ context }, { path }: PathParams) => context.activePath === path,
    isBeyondRange: ({ context }, { path, step }: PathParams & { readonly step: -1 | 1 }) => movedTab(context.tabs, path, step) === null,
    isKnown: ({ context }, { resource }: { readonly resource: string }) => tabOf(context, resource) !== undefined,
  },
  actions: {
    open: enqueueActions(({ context, enqueue, self }, { tab: asked }: { readonly tab: TabInput }) => {
      const known = tabAt(context, asked.path);
      const tab = known ? asked : begun(asked);
      enqueue.assign(withOpened(context, tab));
      if (!known) {
        if (hasSection(tab)) enqueue.spawnChild('section', { id: sectionId(tab.section), input: sectionInput(tab, self) });
        if (tab.search !== asked.search) enqueue.sendTo(context.owner, navigation(tab, 'replace'));
      } else if (known.search !== tab.search && hasSection(known))
        enqueue.sendTo(sectionId(known.section), { type: 'collection.addressChanged', params: paramsOf(tab) });
    }),
    leave: assign({ activePath: null }),
    renew: enqueueActions(({ context, enqueue }, { pages }: { readonly pages: readonly TabInput[] }) => {
      const tabs = context.tabs.map((tab) => renewed(tab, pages));
      const gone = gonePaths(context.restorable, pages);
      enqueue.assign({
        tabs,
        gone: gonePaths(tabs, pages),
        restorable: context.restorable.filter(({ path }) => !gone.includes(path)).map((tab) => renewed(tab, pages)),
      });
      for (const { section } of tabs.filter(hasSection))
        enqueue.sendTo(sectionId(section), { type: 'collection.abilitiesChanged', abilities: section.abilities });
    }),
    redirect: enqueueActions(({ context, enqueue }, { path }: PathParams) => {
      const tab = tabAt(context, path);
      if (tab) enqueue.sendTo(context.owner, navigation(tab, 'push'));
    }),
    askAbout: assign({ closing: (_, { paths }: ClosingParams) => paths }),
    clearAsked: assign({ closing: [] }),
    close: enqueueActions(({ context, enqueue }, { paths }: ClosingParams) => {
      const after = withoutTabs(context, paths);
      const heir = tabAt(after, after.activePath ?? '');
      for (const tab of context.tabs) if (paths.includes(tab.path) && hasSection(tab)) enqueue.stopChild(sectionId(tab.section));
      enqueue.assign({ ...after, closing: [] });
      if (after.unsaved.length === 0 && context.unsaved.length > 0)
        enqueue.sendTo(context.owner, { type: 'work.unsavedChanged', isUnsaved: false });
      if (!heir) enqueue.sendTo(context.owner, { type: 'tabs.emptied' });
      else if (heir.path !== context.activePath) enqueue.sendTo(context.owner, navigation(heir, 'push'));
    }),
    /** An open form with unsaved work stays; only the rows are read again. */
    reloadRows: enqueueActions(({ context, enqueue }, { path }: PathParams) => {
      const tab = tabAt(context, path);
      if (tab && hasSection(tab)) enqueue.sendTo(sectionId(tab.section), { type: 'collection.refreshed' });
    }),
    refresh: enqueueActions(({ context, enqueue, self }, { path }: PathParams) => {
      const tab = tabAt(context, path);
      if (!tab) return;
      enqueue.assign(withRefreshed(context, path));
      if (!hasSection(tab)) return;
      enqueue.stopChild(sectionId(tab.section));
      enqueue.spawnChild('section', { id: sectionId(tab.section), input: sectionInput(tab, self) });
    }),
    move: assign(({ context }, { path, step }: PathParams & { readonly step: -1 | 1 }) => withMoved(context, path, step)),
    reportBeyondRange: sendTo(({ context }) => context.owner, { type: 'tabs.refused', failure: 'beyondRange' }),
    toggleFullScreen: assign({ fullScreen: ({ context }) => !context.fullScreen }),
    restore: enqueueActions(({ context, enqueue, self }) => {
      enqueue.assign(withRestored(context));
      for (const tab of missingPages(context).filter(hasSection))
        enqueue.spawnChild('section', { id: sectionId(tab.section), input: sectionInput(tab, self) });
    }),
    clearRestorable: assign({ restorable: [] }),
    followQuery: enqueueActions(
      ({ context, enqueue }, { resource, query }: { readonly resource: string; readonly query: Readonly<Record<string, string>> }) => {
        const tab = tabOf(context, resource);
        if (!tab) return;
        const search = searchOf(query);
        enqueue.assign(withSearch(context, tab.path, search));
        if (tab.path === context.activePath) enqueue.sendTo(context.owner, navigation({ path: tab.path, search }, 'replace'));
      },
    ),
    setUnsaved: enqueueActions(
      ({ context, enqueue }, { tab, isUnsaved }: { readonly tab: Tab | undefined; readonly isUnsaved: boolean }) => {
        if (!tab) return;
        const unsaved = withUnsaved(context.unsaved, tab.path, isUnsaved);
        enqueue.assign({ unsaved });
        if (unsaved.length > 0 !== context.unsaved.length > 0)
          enqueue.sendTo(context.owner, { type: 'work.unsavedChanged', isUnsaved: unsaved.length > 0 });
      },
    ),
    setTable: assign({
      tabs: ({ context }, { resource, table }: { readonly resource: string; readonly table: TableSettings }) =>
        context.tabs.map((tab) =>
          hasSection(tab) && tab.section.resource === resource ? { ...tab, section: { ...tab.section, table } } : tab,
        ),
    }),
    /** A child broke: a defect, for the log. Written out, since `effect` hides the types of `enqueueActions` beside it. */
    reportDefect: (_args, _params: { readonly error: unknown }) => {},
  },
}).createMachine({
  id: 'tabs',
  context: ({ input }) => ({ ...input, tabs: [], activePath: null, unsaved: [], gone: [], closing: [] }),
  invoke: {
    id: 'watchSections',
    src: 'watchSections',
    onError: { actions: { type: 'reportDefect', params: errorOf } },
  },
  initial: 'browsing',
  on: {
    'tab.opened': { actions: { type: 'open', params: payload } },
    'tabs.left': { actions: 'leave' },
    'tabs.rightsChanged': { actions: { type: 'renew', params: payload } },
    'tabs.fullScreenToggled': { actions: 'toggleFullScreen' },
    'section.queryChanged': {
      guard: { type: 'isKnown', params: payload },
      actions: { type: 'followQuery', params: payload },
    },
    'section.unsavedChanged': {
      actions: {
        type: 'setUnsaved',
        params: ({ context, event }) => ({ tab: tabOf(context, event.resource), isUnsaved: event.isUnsaved }),
      },
    },
    'page.unsavedChanged': {
      actions: { type: 'setUnsaved', params: ({ context, event }) => ({ tab: tabAt(context, event.path), isUnsaved: event.isUnsaved }) },
    },
    'section.tableChanged': { actions: { type: 'setTable', params: payload } },
  },
  states: {
    browsing: {
      on: {
        'tab.chosen': { guard: { type: 'isOpen', params: payload }, actions: { type: 'redirect', params: payload } },
        'tab.closeRequested': [
          {
            guard: { type: 'isUnsaved', params: payload },
            target: 'asking',
            actions: { type: 'askAbout', params: ({ event }) => ({ paths: [event.path] }) },
          },
          { guard: { type: 'isOpen', params: payload }, actions: { type: 'close', params: ({ event }) => ({ paths: [event.path] }) } },
        ],
        'tabs.closeRequested': [
          {
            guard: { type: 'isAnyUnsaved', params: payload },
            target: 'asking',
            actions: { type: 'askAbout', params: ({ context, event }) => ({ paths: pathsBut(context, event.keep) }) },
          },
          { actions: { type: 'close', params: ({ context, event }) => ({ paths: pathsBut(context, event.keep) }) } },
        ],
        'tab.refreshRequested': [
          { guard: { type: 'isUnsaved', params: payload }, actions: { type: 'reloadRows', params: payload } },
          { guard: { type: 'isOpen', params: payload }, actions: { type: 'refresh', params: payload } },
        ],
        'tab.moved': [
          {
            guard: { type: 'isBeyondRange', params: payload },
            actions: 'reportBeyondRange',
          },
          { actions: { type: 'move', params: payload } },
        ],
        'tabs.restoreRequested': { actions: 'restore' },
        'tabs.restoreDismissed': { actions: 'clearRestorable' },
      },
    },
    /** Unsaved work would go with the tabs: the user decides. */
    asking: {
      tags: 'asking',
      on: {
        'tabs.closeConfirmed': { target: 'browsing', actions: { type: 'close', params: ({ context }) => ({ paths: context.closing }) } },
        'tabs.closeDismissed': { target: 'browsing', actions: 'clearAsked' },
      },
    },
  },
});

export type TabsSnapshot = SnapshotFrom<typeof tabsMachine>;
export type TabsRef = ActorRefFrom<typeof tabsMachine>;
export const selectTabs = (snapshot: TabsSnapshot): readonly Tab[] => snapshot.context.tabs;
export const selectActivePath = (snapshot: TabsSnapshot): string | null => snapshot.context.activePath;
export const selectActiveTab = (snapshot: TabsSnapshot): Tab | null =>
  snapshot.context.tabs.find((tab) => tab.path === snapshot.context.activePath) ?? null;
export const selectIsFullScreen = (snapshot: TabsSnapshot): boolean => snapshot.context.fullScreen;
export const selectRestorable = (snapshot: TabsSnapshot): readonly TabInput[] => snapshot.context.restorable;
export const selectUnsavedPaths = (snapshot: TabsSnapshot): readonly string[] => snapshot.context.unsaved;
export const selectGonePaths = (snapshot: TabsSnapshot): readonly string[] => snapshot.context.gone;
export const selectAskedTabs = (snapshot: TabsSnapshot): readonly Tab[] =>
  snapshot.context.tabs.filter((tab) => snapshot.context.closing.includes(tab.path));
/** The actor behind a tab's table; undefined for a page without one. */
export const selectSection = (snapshot: TabsSnapshot, tab: TabInput): CollectionRef | undefined =>
  tab.section ? snapshot.children[sectionId(tab.section)] : undefined;
