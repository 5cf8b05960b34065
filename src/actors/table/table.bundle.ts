import type { Call } from '#api/client';
import { requireResource } from '../base/resource-book.ts';
import type { bulkEditMachine } from '#machines/table/bulk-edit.machine';
import type { exportMachine } from '#machines/table/export.machine';
import { bulkEditLogic } from './bulk-edit.actors.ts';
import type { savedViewsMachine } from '#machines/table/saved-views.machine';
import { exportLogic } from './export.actors.ts';
import { saveFile } from '../base/save-file.ts';
import { savedViewsLogic } from './saved-views.actors.ts';

/** What the tools of tables need, with effects bound. */
export interface TableBundle {
  readonly exportList: typeof exportMachine;
  readonly savedViews: typeof savedViewsMachine;
  readonly bulkEdit: typeof bulkEditMachine;
}

/** The tools of tables; loaded with the first of them that is opened. */
export function tableBundle({ call }: { readonly call: Call }): TableBundle {
  return {
    exportList: exportLogic({ call, resourceOf: requireResource, saveFile }),
    savedViews: savedViewsLogic({ call }),
    bulkEdit: bulkEditLogic({ call, resourceOf: requireResource }),
  };
}
