/**
 * A file of a question in the thread. A picture is read and shown; any file is saved when somebody wants it. A leaf of its view.
 * Source: specification §1, "AI chat"; docs/chat.md.
 */
import { assign, fromCallback, fromPromise, setup, type SnapshotFrom } from 'xstate';
import type { AttachmentKind } from '#domain/chat/attachment';
import { notProvided } from '../base/not-provided.ts';
import { payload } from '../base/payload.ts';

export type ChatFileEvent =
  /** From the effect that reads the picture; the address is good while the actor runs. */
  | { readonly type: 'chatFile.shown'; readonly pictureAddress: string }
  | { readonly type: 'chatFile.lost' }
  | { readonly type: 'chatFile.saveRequested' };

export interface ChatFileInput {
  readonly uuid: string;
  readonly kind: AttachmentKind;
  readonly fileName: string;
}

interface ChatFileContext extends ChatFileInput {
  readonly pictureAddress: string | null;
}

export const chatFileMachine = setup({
  types: {
    context: {} as ChatFileContext,
    events: {} as ChatFileEvent,
    input: {} as ChatFileInput,
    tags: {} as 'lost' | 'saving' | 'failed',
  },
  actors: {
    showPicture: fromCallback<ChatFileEvent, { readonly uuid: string }>(notProvided('showPicture')),
    saveFile: fromPromise<void, { readonly uuid: string }>(notProvided('saveFile')),
  },
  guards: { isPicture: ({ context }) => context.kind === 'picture' },
  actions: { setAddress: assign({ pictureAddress: (_, { pictureAddress }: { readonly pictureAddress: string }) => pictureAddress }) },
}).createMachine({
  id: 'chatFile',
  context: ({ input }) => ({ ...input, pictureAddress: null }),
  type: 'parallel',
  states: {
    picture: {
      initial: 'none',
      states: {
        none: { always: { guard: 'isPicture', target: 'read' } },
        /** It stays here while it is shown: what shows it lets go of it at the end. */
        read: {
          invoke: { id: 'showPicture', src: 'showPicture', input: ({ context: { uuid } }) => ({ uuid }) },
          on: { 'chatFile.shown': { actions: { type: 'setAddress', params: payload } }, 'chatFile.lost': 'lost' },
        },
        lost: { tags: 'lost' },
      },
    },
    save: {
      initial: 'idle',
      states: {
        idle: { on: { 'chatFile.saveRequested': 'saving' } },
        saving: {
          tags: 'saving',
          invoke: { id: 'saveFile', src: 'saveFile', input: ({ context: { uuid } }) => ({ uuid }), onDone: 'idle', onError: 'failed' },
        },
        failed: { tags: 'failed', on: { 'chatFile.saveRequested': 'saving' } },
      },
    },
  },
});

type ChatFileSnapshot = SnapshotFrom<typeof chatFileMachine>;
export const selectPictureAddress = ({ context }: ChatFileSnapshot): string | null => context.pictureAddress;
export const selectIsPictureLost = (snapshot: ChatFileSnapshot): boolean => snapshot.hasTag('lost');
export const selectIsSavingFailed = (snapshot: ChatFileSnapshot): boolean => snapshot.hasTag('failed');
