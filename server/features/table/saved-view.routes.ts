import * as contract from '#api/contract/table/saved-view';
import { mountForAdmin } from '../../routing/mount.ts';
import type { RouteTable } from '../../routing/route-table.ts';
import type { SavedViews } from './saved-views.service.ts';

/** Views of lists. */
export function savedViewRoutes(table: RouteTable, views: SavedViews): void {
  mountForAdmin(table, contract.listSavedViews, ({ resource }, caller) => views.list(resource, caller));

  mountForAdmin(table, contract.saveView, (view, caller) => views.save(view, caller));

  mountForAdmin(table, contract.removeView, async ({ id }, caller) => {
    await views.remove(id, caller);
    return null;
  });
}
