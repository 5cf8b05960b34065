import {
  catchError,
  concatMap,
  distinctUntilChanged,
  EMPTY,
  filter,
  map,
  merge,
  mergeMap,
  skip,
  startWith,
  take,
  type Observable,
} from 'rxjs';
import { fromCallback } from 'xstate';
import { RECORD_PARAM } from '#domain/table/record-address';
import type { TableSettings } from '#domain/table/table-settings';
import type { StoredStrip } from '#domain/shell/stored-strip';
import type { collectionMachine } from '#machines/table/collection.machine';
import type { CollectionRef } from '#machines/table/collection.selectors';
import { tabsMachine, type TabsRef, type TabsSnapshot } from '#machines/shell/tabs.machine';
import type { TabsEvent } from '#machines/shell/tabs.vocabulary';
import type { DraftPorts, Drafts } from '../table/drafts.ts';
import { runningIn } from '../base/system.ts';
import { persist } from '../base/persistence.ts';
import type { PagePort, StoragePort } from '../base/ports.ts';
import { snapshots } from '../base/snapshots.ts';
import { besideOf } from '../base/unsaved-beside.ts';
import { isFormDirty } from '../table/form-dirty.ts';
import { rememberTable } from '../table/table-slice.ts';
import { writeStrip } from './tabs-slice.ts';

export interface TabsPorts extends DraftPorts {
  readonly storage: StoragePort;
  readonly page: PagePort;
  readonly section: typeof collectionMachine;
}

/** Opens sections as tables of records, keeps the strip and each table's look, and tells which sections hold unsaved work. */
export const tabsLogic = ({ storage, page, section, ...ports }: TabsPorts): typeof tabsMachine =>
  tabsMachine.provide({
    actors: {
      section,
      watchSections: fromCallback(({ sendBack, system }) => {
        const tabs = runningIn(system, 'tabs');
        const shell = runningIn(system, 'adminShell');
        const remember = (resource: string, table: TableSettings): void => {
          const { start } = shell.getSnapshot().context;
          if (start) rememberTable({ storage, page }, start.admin.id, resource, table);
        };
        let drafts: Drafts | null = null;
        let isOver = false;
        const arrive = async (): Promise<void> => {
          try {
            const { keepDrafts } = await import('../table/drafts.ts');
            if (!isOver) drafts = keepDrafts({ ...ports, page }, runningIn(system, 'adminSession'));
          } catch {
            page.log('drafts are not kept: their code did not arrive');
          }
        };
        const arrived = arrive();
        const follow = async (one: CollectionRef): Promise<void> => {
          await arrived;
          const { start } = shell.getSnapshot().context;
          if (start) drafts?.follow(one, start.admin.id);
        };
        const news = sectionNews(tabs, follow, page.newKey).subscribe((event) => {
          if (event.type === 'section.tableChanged') remember(event.resource, event.table);
          sendBack(event);
        });
        const write = (strip: StoredStrip): void => {
          const { start } = shell.getSnapshot().context;
          if (start) writeStrip({ storage, tabStorage: ports.tabStorage }, start.admin.id, strip);
        };
        const kept = persist(tabs, { pick: stripOf, write, log: page.log });
        return () => {
          news.unsubscribe();
          isOver = true;
          drafts?.close();
          kept.unsubscribe();
        };
      }),
    },
    actions: { reportDefect: (_, { error }) => page.reportDefect(error) },
  });

const stripOf = ({ context }: TabsSnapshot): StoredStrip => ({
  fullScreen: context.fullScreen,
  tabs: context.tabs.map(({ path, search, isPinned }) => ({ path, search, isPinned })),
  closed: context.closed.map(({ path, search, isPinned, at }) => ({ path, search, isPinned, at })),
});

function sectionNews(
  tabs: TabsRef,
  opened: (section: CollectionRef) => Promise<void>,
  newKey: () => string,
): Observable<Extract<TabsEvent, { readonly type: 'section.unsavedChanged' | 'section.tableChanged' | 'section.recordShown' }>> {
  const seen = new WeakSet<CollectionRef>();
  return snapshots(tabs).pipe(
    concatMap((snapshot) =>
      Object.entries(snapshot.children).flatMap(([id, ref]) => (id.startsWith('collection:') ? [ref as CollectionRef] : [])),
    ),
    filter((section) => !seen.has(section)),
    mergeMap((section) => {
      seen.add(section);
      void opened(section);
      const { resource } = section.getSnapshot().context;
      return merge(
        recordsOf(tabs, section, newKey),
        unsavedOf(section).pipe(map((isUnsaved) => ({ type: 'section.unsavedChanged', resource, isUnsaved }) as const)),
        tableOf(section).pipe(map((table) => ({ type: 'section.tableChanged', resource, table }) as const)),
      );
    }),
  );
}

/** In its form, and in what stands beside it. */
function unsavedOf(section: CollectionRef): Observable<boolean> {
  const beside = besideOf(section);
  // What stands beside it ends with it, and is heard to the last.
  const end = () => queueMicrotask(() => beside.changes.complete());
  section.subscribe({ complete: end, error: end });
  let isDirty = false;
  return merge(isFormDirty(section), beside.changes).pipe(
    map((inForm) => {
      if (typeof inForm === 'boolean') isDirty = inForm;
      return isDirty || beside.count > 0;
    }),
    startWith(false),
    distinctUntilChanged(),
    skip(1),
  );
}

const tableOf = (section: CollectionRef): Observable<TableSettings> =>
  snapshots(section).pipe(
    map((snapshot) => snapshot.context.table),
    distinctUntilChanged(),
    skip(1),
  );

/** Addresses of records come with the first form that opens, or the first address that asks for one. */
const recordsOf = (tabs: TabsRef, section: CollectionRef, newKey: () => string) =>
  merge(snapshots(tabs), snapshots(section)).pipe(
    filter(
      () =>
        section.getSnapshot().context.form !== null ||
        tabs.getSnapshot().context.tabs.some(({ search }) => search.includes(`${RECORD_PARAM}=`)),
    ),
    take(1),
    mergeMap(() => import('./record-address.ts')),
    mergeMap(({ recordNews }) => recordNews(tabs, section, newKey)),
    // Without that code records open all the same.
    catchError(() => EMPTY),
  );
