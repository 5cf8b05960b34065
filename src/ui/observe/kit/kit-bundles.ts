import { fromPromise } from 'xstate';
import { lazyNow, lazyOnce } from '#actors/base/lazy-code';
import { FailureError } from '#domain/base/failure';
import type { PercentRehearsal } from '#domain/table/percent';
import { bulkEditMachine, type BulkWish, type SaveManyInput } from '#machines/table/bulk-edit.machine';
import { exportMachine, type DownloadTask, type ExportedFile } from '#machines/table/export.machine';
import { savedViewsMachine, type SavedViewDraft, type SavedViewsReply } from '#machines/table/saved-views.machine';
import type { LazyBundles } from '../../base/lazy-bundles.ts';
import { pickerOf, planFor, queueUntil, type PickerState } from './sample-files.ts';

const offline = (): Promise<never> => Promise.reject(new FailureError({ kind: 'unreachable', online: false }));

/** Tools of lists that ask nobody. */
const savedViews = savedViewsMachine.provide({
  actors: {
    loadViews: fromPromise<SavedViewsReply, { readonly resource: string }>(() => Promise.resolve({ views: [], scopes: ['own'] })),
    saveView: fromPromise<number, { readonly resource: string; readonly draft: SavedViewDraft }>(offline),
    removeView: fromPromise<void, { readonly id: number }>(offline),
  },
});
const exportList = exportMachine.provide({ actors: { download: fromPromise<ExportedFile, DownloadTask>(offline) } });
const bulkEdit = bulkEditMachine.provide({
  actors: { saveMany: fromPromise<void, SaveManyInput>(offline), rehearse: fromPromise<PercentRehearsal, BulkWish>(offline) },
});

const known = new WeakMap<LazyBundles, Map<PickerState, LazyBundles>>();

/** What the page's components find in the place of what asks a server: nobody has to be signed in for it. @param state of the stored files */
export function kitBundles(real: LazyBundles, state: PickerState = 'filled'): LazyBundles {
  const made = known.get(real) ?? new Map<PickerState, LazyBundles>();
  known.set(real, made);
  const bundles = made.get(state) ?? {
    ...real,
    table: lazyNow({ savedViews }),
    tableTools: lazyOnce(async () => ({ ...(await real.tableTools()), exportList, bulkEdit })),
    upload: lazyOnce(async () => ({ ...(await real.upload()), queue: queueUntil('sending'), picker: pickerOf(state), planFor })),
  };
  made.set(state, bundles);
  return bundles;
}
