import { defer, filter, map, of, pairwise, switchMap, take, type Subject } from 'rxjs';
import type { Call } from '#api/client';
import { allSections, requireResource } from '../base/resource-book.ts';
import type { ResolvedRoute } from '#domain/app/route-target';
import type { TabsRef } from '#machines/shell/tabs.machine';
import type { adminShellMachine, AdminShellRef } from '#machines/shell/admin-shell.machine';
import type { clearCacheMachine } from '#machines/shell/clear-cache.machine';
import { adminShellLogic } from './admin-shell.actors.ts';
import { clearCacheLogic } from './clear-cache.actors.ts';
import { collectionLogic } from '../table/collection.actors.ts';
import { bring, lazyOnce, type Lazy } from '../base/lazy-code.ts';
import type { AppPorts } from '../base/ports.ts';
import { actorIn, type ActorSystem } from '../base/system.ts';
import type { TableBundle } from '../table/table.bundle.ts';
import { readTables } from '../table/table-slice.ts';
import { reportDamage } from './report-damage.ts';
import { readStrip } from './tabs-slice.ts';
import { bringPage } from './section-pages.ts';
import { tabsLogic } from './tabs.actors.ts';

export interface AdminBundlePorts extends Pick<AppPorts, 'storage' | 'tabStorage' | 'page' | 'notices' | 'clock' | 'media' | 'onIdle'> {
  readonly call: Call;
  readonly language: () => string;
  /** Controllers whose records were changed from elsewhere than their own list; told too. */
  readonly recordsChanged: Subject<string>;
}

export interface AdminBundle {
  readonly adminShell: typeof adminShellMachine;
  readonly clearCache: typeof clearCacheMachine;
  /** Comes right after a list, without the list of all that opens later. */
  readonly table: Lazy<TableBundle>;
  /** Brings what the page at an address is drawn by, before the address changes. */
  readonly bringPage: (route: ResolvedRoute, shell: AdminShellRef | undefined) => Promise<void>;
}

/** What only the signed-in back office needs, where it begins: what is damaged of it in the browser is reported then, and never where a session is replayed. */
export function openAdminBundle(ports: AdminBundlePorts): AdminBundle {
  reportDamage(ports);
  return adminBundle(ports);
}

/** Its shell, tabs and tables with their effects. Loaded with the first of its pages. */
export function adminBundle({ call, storage, tabStorage, page, notices, recordsChanged, media, ...ports }: AdminBundlePorts): AdminBundle {
  const lineBack = defer(() => page.retryMoments.pipe(filter(page.isOnline)));
  /** After sleep a window is seen before its line is there: nothing is read until then. */
  const visible = defer(() => media.visible).pipe(
    switchMap((isVisible) =>
      isVisible && !page.isOnline()
        ? lineBack.pipe(
            take(1),
            map(() => true),
          )
        : of(isVisible),
    ),
  );
  /** What others have written meanwhile is asked for by the list that is seen, and by no other. */
  const returned = (resource: string, system: ActorSystem) =>
    visible.pipe(
      pairwise(),
      filter(([before, now]) => !before && now && isSeen(actorIn(system, 'tabs'), resource)),
    );
  /** Nothing waits for it: whoever opens another page or a window finds it here. Where it does not arrive, they ask again. */
  const bringRest = () => ports.onIdle(() => void bring(allSections).catch(() => null));
  const section = collectionLogic({
    call,
    resourceOf: requireResource,
    notices,
    newKey: page.newKey,
    recordsChanged,
    returned,
    lineBack,
    listRead: bringRest,
  });
  const tabs = tabsLogic({ storage, tabStorage, page, notices, section, resourceOf: requireResource });
  const tablesOf = (account: number) => readTables({ storage, page }, account);
  return {
    table: lazyOnce(async () => (await import('../table/table.bundle.ts')).tableBundle({ call })),
    bringPage: ({ path, target }, shell) => bringPage(target?.path ?? path, shell, tablesOf),
    adminShell: adminShellLogic({
      call,
      page,
      bringRest,
      tablesOf,
      stripOf: (account) => readStrip({ storage, tabStorage }, account),
      tabs,
      media: { visible },
      ...ports,
    }),
    clearCache: clearCacheLogic({ call, storage, notices }),
  };
}

const isSeen = (tabs: TabsRef | undefined, resource: string): boolean => {
  if (!tabs) return false;
  const { activePath, tabs: open } = tabs.getSnapshot().context;
  return open.some(({ path, section }) => path === activePath && section?.resource === resource);
};
