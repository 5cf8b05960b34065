import { map, type Observable } from 'rxjs';
import { selectIsBusy } from '#machines/base/select-is-busy';
import type { UploadQueueRef } from '#machines/files/upload-queue.machine';
import { snapshots } from '../base/snapshots.ts';

/** Whether files are on their way, which would end with whoever owns the queue. */
export const isQueueBusy = (queue: UploadQueueRef): Observable<boolean> => snapshots(queue).pipe(map(selectIsBusy));
