import { distinctUntilChanged, map, of, switchMap, type Observable } from 'rxjs';
import type { CollectionRef } from '#machines/table/collection.selectors';
import { selectIsRecordDirty } from '#machines/table/record-form.machine';
import type { WindowFormRef } from '#machines/table/window-form.machine';
import { snapshots } from '../base/snapshots.ts';

/** Whether something was typed into the form that a list or a window has. */
export const isFormDirty = (owner: CollectionRef | WindowFormRef): Observable<boolean> =>
  snapshots(owner).pipe(
    map((snapshot) => snapshot.children.recordForm),
    distinctUntilChanged(),
    switchMap((form) => (form ? snapshots(form).pipe(map(selectIsRecordDirty)) : of(false))),
  );
