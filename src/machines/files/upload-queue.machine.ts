/**
 * The uploads of one field or page: at most three run at a time, the others wait in the order they were chosen.
 * Ends with the form or the section that it belongs to, and so do they; its view may come and go.
 */
import { assign, enqueueActions, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { UploadPlan } from '#domain/files/upload-plan';
import { uploadMachine, type ChosenFile, type UploadedFile, type UploadRef, type UploadReport } from './upload.machine.ts';
import { payload } from '../base/payload.ts';

export type UploadQueueEvent =
  /** `surplus`: how many more were chosen than there is room for. */
  | { readonly type: 'files.chosen'; readonly files: readonly ChosenFile[]; readonly plan: UploadPlan; readonly surplus: number }
  /** The person wants it out of sight; what runs is ended. */
  | { readonly type: 'upload.dismissed'; readonly fileId: string }
  | UploadReport;

interface UploadQueueContext {
  /** In the order they were chosen, until they are dismissed. */
  readonly fileIds: readonly string[];
  readonly waiting: readonly string[];
  readonly running: readonly string[];
  readonly surplus: number;
}

const AT_ONCE = 3;

const uploadId = (fileId: string): string => `upload:${fileId}`;
const without = (ids: readonly string[], id: string): readonly string[] => ids.filter((one) => one !== id);

export const uploadQueueMachine = setup({
  types: {
    context: {} as UploadQueueContext,
    events: {} as UploadQueueEvent,
    tags: {} as 'busy',
  },
  actors: { upload: uploadMachine },
  guards: { isIdle: ({ context }) => context.waiting.length === 0 && context.running.length === 0 },
  actions: {
    start: enqueueActions(
      (
        { enqueue, context, self },
        { files, plan, surplus }: Pick<Extract<UploadQueueEvent, { type: 'files.chosen' }>, 'files' | 'plan' | 'surplus'>,
      ) => {
        enqueue.assign({ fileIds: [...context.fileIds, ...files.map((file) => file.fileId)], surplus });
        for (const file of files) {
          enqueue.spawnChild('upload', { id: uploadId(file.fileId), input: { file, plan, owner: self } });
          enqueue.sendTo(uploadId(file.fileId), { type: 'upload.started' });
        }
      },
    ),
    queue: assign({ waiting: ({ context }, params: { readonly fileId: string }) => [...context.waiting, params.fileId] }),
    /** Gives free places to those who have waited longest. */
    admit: enqueueActions(({ enqueue, context }) => {
      const admitted = context.waiting.slice(0, AT_ONCE - context.running.length);
      if (admitted.length === 0) return;
      enqueue.assign({ waiting: context.waiting.slice(admitted.length), running: [...context.running, ...admitted] });
      for (const fileId of admitted) enqueue.sendTo(uploadId(fileId), { type: 'upload.admitted' });
    }),
    release: assign(({ context }, { fileId }: { readonly fileId: string }) => ({
      waiting: without(context.waiting, fileId),
      running: without(context.running, fileId),
    })),
    dismiss: enqueueActions(({ enqueue, context }, { fileId }: { readonly fileId: string }) => {
      enqueue.stopChild(uploadId(fileId));
      enqueue.assign({ fileIds: without(context.fileIds, fileId) });
    }),
    /** Provided: the file need not be kept any longer. */
    clearFile: assign((_args, _params: { readonly fileId: string }) => ({})),
    /** Provided by the view: what to do with a stored file, and who has to wait. */
    deliver: assign((_args, _params: { readonly fileId: string; readonly stored: UploadedFile }) => ({})),
    notifyBusy: assign({}),
    notifyIdle: assign({}),
  },
}).createMachine({
  id: 'uploadQueue',
  context: { fileIds: [], waiting: [], running: [], surplus: 0 },
  initial: 'idle',
  on: {
    'files.chosen': { actions: { type: 'start', params: payload } },
    'upload.queued': { target: '.busy', actions: [{ type: 'queue', params: payload }, 'admit'] },
    'upload.rested': { actions: [{ type: 'release', params: payload }, 'admit'] },
    'upload.completed': {
      actions: [
        { type: 'deliver', params: payload },
        { type: 'clearFile', params: payload },
      ],
    },
    'upload.dismissed': {
      actions: [
        { type: 'dismiss', params: payload },
        { type: 'release', params: payload },
        { type: 'clearFile', params: payload },
        'admit',
      ],
    },
  },
  states: {
    idle: { entry: 'notifyIdle' },
    busy: { tags: 'busy', entry: 'notifyBusy', always: { guard: 'isIdle', target: 'idle' } },
  },
});

export type UploadQueueSnapshot = SnapshotFrom<typeof uploadQueueMachine>;
export type UploadQueueRef = ActorRefFrom<typeof uploadQueueMachine>;
export const selectFileIds = ({ context }: UploadQueueSnapshot): readonly string[] => context.fileIds;
export const selectSurplus = ({ context }: UploadQueueSnapshot): number => context.surplus;
export const selectUpload =
  (fileId: string) =>
  ({ children }: UploadQueueSnapshot): UploadRef | undefined =>
    children[uploadId(fileId)];
