import type { FilesPort } from '#actors/base/ports';
import type { UploadPlan } from '#domain/files/upload-plan';
import type { UploadQueueRef } from '#machines/files/upload-queue.machine';

export interface TakenFiles {
  readonly queue: UploadQueueRef;
  readonly keep: FilesPort['keep'];
  readonly plan: UploadPlan;
  readonly files: readonly File[];
  /** How many there is room for, those under way not counted. */
  readonly room: number;
}

/** Gives files to the queue, as many as there is room for. A file on its way has its place already. */
export function takeFiles({ queue, keep, plan, files, room }: TakenFiles): void {
  const { waiting, running } = queue.getSnapshot().context;
  const free = Math.max(0, room - waiting.length - running.length);
  const taken = files.slice(0, free).map(keep);
  if (files.length > 0) queue.send({ type: 'files.chosen', files: taken, plan, surplus: files.length - taken.length });
}
