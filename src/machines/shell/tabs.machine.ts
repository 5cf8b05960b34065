/**
 * The strip of open pages. Owned by the area's shell. A tab owns the actor of its section, so that a half-filled form survives
 * a change of tab and dies with the tab. Which tab is active follows the address: choosing one asks for a navigation.
 * Source: specification §4 "Tabs"; readings 2.12, 3.8, 4.2–4.5.
 */
import { assign, enqueueActions, fromCallback, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { searchPartOf } from '#domain/base/addresses/query';
import { movedTab } from '#domain/shell/tab';
import {
  asleep,
  gonePaths,
  pathsBut,
  tabAt,
  withAddress,
  withMoved,
  withOpened,
  withPinToggled,
  withPlaced,
  withRefreshed,
  withReopened,
  withRestored,
  withScrolled,
  withSearch,
  withUnsaved,
  withoutTabs,
} from '#domain/shell/tabs';
import { recordIn, withRecordIn } from '#domain/table/record-address';
import type { TableSettings } from '#domain/table/table-settings';
import type { CollectionRef } from '../table/collection.selectors.ts';
import { collectionMachine } from '../table/collection.machine.ts';
import { errorOf } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { payload } from '../base/payload.ts';
import { beginTab, declaredOf, hasSection, isAwake, isDeclaredAnew, renewed, sectionId, type Tab, type TabInput } from './tab-input.ts';
import { navigation, paramsOf, placed, tabCollectionInput, tabOf } from './tabs-reports.ts';
import type { TabPlaced, TabsContext, TabsEvent, TabsInput } from './tabs.vocabulary.ts';

type PathParams = { readonly path: string };
type ReopenParams = { readonly path: string | null };
type KeepParams = { readonly keep: string | null };
type ClosingParams = { readonly paths: readonly string[] };

export const tabsMachine = setup({
  types: {
    context: {} as TabsContext,
    events: {} as TabsEvent,
    input: {} as TabsInput,
    emitted: {} as TabPlaced,
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
    /** Not one that was closed or refreshed meanwhile. */
    isSamePage: ({ context }, { path, generation }: PathParams & { readonly generation: number }) =>
      tabAt(context, path)?.generation === generation,
    isUnsaved: ({ context }, { path }: PathParams) => context.unsaved.includes(path),
    isAnyUnsaved: ({ context }, { keep }: KeepParams) => pathsBut(context, keep).some((path) => context.unsaved.includes(path)),
    isActive: ({ context }, { path }: PathParams) => context.activePath === path,
    isBeyondRange: ({ context }, { path, step }: PathParams & { readonly step: -1 | 1 }) => movedTab(context.tabs, path, step) === null,
    isElsewhere: ({ context }, { path, to }: PathParams & { readonly to: number }) => withPlaced(context, path, to).tabs !== context.tabs,
    isClosed: ({ context }, { path }: ReopenParams) => context.closed.some((tab) => path === null || tab.path === path),
    isKnown: ({ context }, { resource }: { readonly resource: string }) => tabOf(context, resource) !== undefined,
  },
  actions: {
    open: enqueueActions(({ context, enqueue, self }, { tab: asked }: { readonly tab: TabInput }) => {
      const known = tabAt(context, asked.path);
      const tab = known ? { ...known, search: asked.search } : beginTab(asked);
      enqueue.assign(withOpened(context, tab));
      if (!known || !isAwake(known)) {
        if (hasSection(tab)) enqueue.spawnChild('section', { id: sectionId(tab.section), input: tabCollectionInput(tab, self) });
        if (tab.search !== asked.search) enqueue.sendTo(context.owner, navigation(tab, 'replace'));
      } else if (known.search !== tab.search && hasSection(known))
        enqueue.sendTo(sectionId(known.section), { type: 'collection.addressChanged', params: paramsOf(tab) });
    }),
    leave: assign({ activePath: null }),
    renew: enqueueActions(({ context, enqueue }, { pages }: { readonly pages: readonly TabInput[] }) => {
      const tabs = context.tabs.map((tab) => renewed(tab, pages));
      const gone = gonePaths([...context.restorable, ...context.closed], pages);
      const still = <T extends TabInput>(offered: readonly T[]) =>
        offered.filter(({ path }) => !gone.includes(path)).map((tab) => renewed(tab, pages));
      enqueue.assign({ tabs, gone: gonePaths(tabs, pages), restorable: still(context.restorable), closed: still(context.closed) });
      for (const { path, section } of tabs.filter(isAwake).filter(hasSection)) {
        enqueue.sendTo(sectionId(section), { type: 'collection.abilitiesChanged', abilities: section.abilities });
        if (isDeclaredAnew(tabAt(context, path)?.section, section))
          enqueue.sendTo(sectionId(section), { type: 'collection.declared', declared: declaredOf(section) });
      }
    }),
    redirect: enqueueActions(({ context, enqueue }, { path }: PathParams) => {
      const tab = tabAt(context, path);
      if (tab) enqueue.sendTo(context.owner, navigation(tab, 'push'));
    }),
    askAbout: assign({ closing: (_, { paths }: ClosingParams) => paths }),
    clearAsked: assign({ closing: [] }),
    close: enqueueActions(({ context, enqueue, self }, { paths }: ClosingParams) => {
      const after = withoutTabs(context, paths);
      const heir = tabAt(after, after.activePath ?? '');
      const closed = context.tabs.filter((tab) => paths.includes(tab.path));
      for (const { section } of closed.filter(isAwake).filter(hasSection)) enqueue.stopChild(sectionId(section));
      if (heir && hasSection(heir) && tabAt(context, heir.path)?.isAsleep)
        enqueue.spawnChild('section', { id: sectionId(heir.section), input: tabCollectionInput(heir, self) });
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
      if (!hasSection(tab) || !isAwake(tab)) return;
      enqueue.stopChild(sectionId(tab.section));
      enqueue.spawnChild('section', { id: sectionId(tab.section), input: tabCollectionInput(tab, self) });
    }),
    move: enqueueActions(({ context, enqueue }, { path, step }: PathParams & { readonly step: -1 | 1 }) => {
      const after = withMoved(context, path, step);
      enqueue.assign(after);
      enqueue.emit(placed(after, path, 'moved'));
    }),
    place: enqueueActions(({ context, enqueue }, { path, to }: PathParams & { readonly to: number }) => {
      const after = withPlaced(context, path, to);
      enqueue.assign(after);
      enqueue.emit(placed(after, path, 'moved'));
    }),
    togglePin: enqueueActions(({ context, enqueue }, { path }: PathParams) => {
      const after = withPinToggled(context, path);
      enqueue.assign(after);
      enqueue.emit(placed(after, path, tabAt(after, path)?.isPinned ? 'pinned' : 'unpinned'));
    }),
    setScrolled: assign(({ context }, { path, scrolledPx }: PathParams & { readonly scrolledPx: number }) =>
      withScrolled(context, path, scrolledPx),
    ),
    /** It stands where it stood, and begins once the address shows it. */
    reopen: enqueueActions(({ context, enqueue }, { path }: ReopenParams) => {
      const tab = context.closed.find((one) => path === null || one.path === path);
      if (!tab) return;
      enqueue.assign(withReopened(context, tab.path));
      enqueue.sendTo(context.owner, navigation(tab, 'push'));
    }),
    reportBeyondRange: sendTo(({ context }) => context.owner, { type: 'tabs.refused', failure: 'beyondRange' }),
    toggleFullScreen: assign({ fullScreen: ({ context }) => !context.fullScreen }),
    restore: assign(({ context }) => withRestored(context)),
    clearRestorable: assign({ restorable: [] }),
    followQuery: enqueueActions(
      ({ context, enqueue }, { resource, query }: { readonly resource: string; readonly query: Readonly<Record<string, string>> }) => {
        const tab = tabOf(context, resource);
        if (!tab) return;
        const search = withRecordIn(searchPartOf(query), recordIn(tab.search));
        enqueue.assign(withSearch(context, tab.path, search));
        if (tab.path === context.activePath) enqueue.sendTo(context.owner, navigation({ path: tab.path, search }, 'replace'));
      },
    ),
    /** Opening a record is a step back in the history; what follows takes its place. */
    followRecord: enqueueActions(
      ({ context, enqueue }, { resource, record }: { readonly resource: string; readonly record: number | null }) => {
        const tab = tabOf(context, resource);
        const search = withRecordIn(tab?.search ?? '', record);
        if (!tab || search === tab.search) return;
        enqueue.assign(withAddress(context, tab.path, search));
        const mode = record !== null && recordIn(tab.search) === null ? 'push' : 'replace';
        if (tab.path === context.activePath) enqueue.sendTo(context.owner, navigation({ path: tab.path, search }, mode));
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
  context: ({ input: { kept = [], closed = [], ...input } }) => ({
    ...input,
    tabs: kept.map(({ page, isPinned }) => asleep(page, isPinned)),
    closed,
    activePath: null,
    unsaved: [],
    gone: [],
    closing: [],
  }),
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
    'tab.scrolled': {
      guard: { type: 'isSamePage', params: payload },
      actions: { type: 'setScrolled', params: payload },
    },
    'tabs.fullScreenToggled': { actions: 'toggleFullScreen' },
    'section.queryChanged': {
      guard: { type: 'isKnown', params: payload },
      actions: { type: 'followQuery', params: payload },
    },
    'section.recordShown': { guard: { type: 'isKnown', params: payload }, actions: { type: 'followRecord', params: payload } },
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
        'tab.dropped': { guard: { type: 'isElsewhere', params: payload }, actions: { type: 'place', params: payload } },
        'tab.pinToggled': { guard: { type: 'isOpen', params: payload }, actions: { type: 'togglePin', params: payload } },
        'tab.reopenRequested': { guard: { type: 'isClosed', params: payload }, actions: { type: 'reopen', params: payload } },
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
export const selectClosed = (snapshot: TabsSnapshot): TabsContext['closed'] => snapshot.context.closed;
export const selectUnsavedPaths = (snapshot: TabsSnapshot): readonly string[] => snapshot.context.unsaved;
export const selectGonePaths = (snapshot: TabsSnapshot): readonly string[] => snapshot.context.gone;
export const selectAskedTabs = (snapshot: TabsSnapshot): readonly Tab[] =>
  snapshot.context.tabs.filter((tab) => snapshot.context.closing.includes(tab.path));
/** The actor behind a tab's table; undefined for a page without one. */
export const selectSection = (snapshot: TabsSnapshot, tab: TabInput): CollectionRef | undefined =>
  tab.section ? snapshot.children[sectionId(tab.section)] : undefined;
