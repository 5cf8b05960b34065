import type { Call } from '#api/client';
import type { bulkEditMachine } from '#machines/table/bulk-edit.machine';
import type { exportMachine } from '#machines/table/export.machine';
import { requireResource } from '../base/resource-book.ts';
import { saveFile } from '../base/save-file.ts';
import { bulkEditLogic } from './bulk-edit.actors.ts';
import { exportLogic } from './export.actors.ts';

/** What the tools of tables need, with effects bound; no list begins with one of them. */
export interface TableToolsBundle {
  readonly exportList: typeof exportMachine;
  readonly bulkEdit: typeof bulkEditMachine;
}

/** Loaded with the first tool that is opened. */
export const tableToolsBundle = ({ call }: { readonly call: Call }): TableToolsBundle => ({
  exportList: exportLogic({ call, resourceOf: requireResource, saveFile }),
  bulkEdit: bulkEditLogic({ call, resourceOf: requireResource }),
});
