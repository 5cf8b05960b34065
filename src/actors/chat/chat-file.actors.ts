import { fromCallback, fromPromise } from 'xstate';
import { chatCallsOf } from '#api/contract/chat/chat';
import { chatFileMachine, type ChatFileEvent } from '#machines/chat/chat-file.machine';
import type { ChatCalls } from './chat-calls.ts';

export interface ChatFilePorts {
  readonly calls: Pick<ChatCalls, 'call' | 'area'>;
  readonly saveFile: (name: string, content: Blob) => void;
}

/** Files of questions, read with the token of whoever asks: no address of theirs is open to anybody else. */
export const chatFileLogic = ({ calls: { call, area }, saveFile }: ChatFilePorts): typeof chatFileMachine => {
  const read = (attachment: string, signal: AbortSignal) =>
    call(chatCallsOf(area).attachment, { attachment }, { signal, quietErrors: true, duplicates: 'allowed' });
  return chatFileMachine.provide({
    actors: {
      showPicture: fromCallback<ChatFileEvent, { readonly uuid: string }>(({ sendBack, input }) => {
        const gone = new AbortController();
        let pictureAddress: string | null = null;
        const show = async (): Promise<void> => {
          const { blob } = await read(input.uuid, gone.signal);
          if (gone.signal.aborted) return;
          pictureAddress = URL.createObjectURL(blob);
          sendBack({ type: 'chatFile.shown', pictureAddress });
        };
        show().catch(() => {
          if (!gone.signal.aborted) sendBack({ type: 'chatFile.lost' });
        });
        return () => {
          gone.abort();
          if (pictureAddress !== null) URL.revokeObjectURL(pictureAddress);
        };
      }),
      saveFile: fromPromise(async ({ input, signal }) => {
        const { name, blob } = await read(input.uuid, signal);
        saveFile(name, blob);
      }),
    },
  });
};
