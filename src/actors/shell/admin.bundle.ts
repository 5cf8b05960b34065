import type { Observable } from 'rxjs';
import type { Call } from '#api/client';
import { requireResource } from '../base/resource-book.ts';
import type { adminShellMachine } from '#machines/shell/admin-shell.machine';
import type { clearCacheMachine } from '#machines/shell/clear-cache.machine';
import { adminShellLogic } from './admin-shell.actors.ts';
import { clearCacheLogic } from './clear-cache.actors.ts';
import { collectionLogic } from '../table/collection.actors.ts';
import type { AppPorts } from '../base/ports.ts';
import { readTables } from '../table/table-slice.ts';
import { readStrip } from './tabs-slice.ts';
import { tabsLogic } from './tabs.actors.ts';

export interface AdminBundlePorts extends Pick<AppPorts, 'storage' | 'tabStorage' | 'page' | 'notices' | 'clock' | 'media' | 'holdPage'> {
  readonly call: Call;
  readonly language: () => string;
  /** Controllers whose records were changed from elsewhere than their own list. */
  readonly recordsChanged: Observable<string>;
}

export interface AdminBundle {
  readonly adminShell: typeof adminShellMachine;
  readonly clearCache: typeof clearCacheMachine;
}

/** What only the signed-in back office needs: its shell, tabs and tables with their effects. Loaded with the first of its pages. */
export function adminBundle({ call, storage, tabStorage, page, notices, recordsChanged, ...ports }: AdminBundlePorts): AdminBundle {
  const section = collectionLogic({ call, resourceOf: requireResource, notices, newKey: page.newKey, recordsChanged });
  const tabs = tabsLogic({ storage, tabStorage, page, notices, section, resourceOf: requireResource });
  return {
    adminShell: adminShellLogic({
      call,
      tablesOf: (account) => readTables({ storage, page }, account),
      stripOf: (account) => readStrip({ storage, tabStorage }, account),
      tabs,
      ...ports,
    }),
    clearCache: clearCacheLogic({ call, storage, notices }),
  };
}
