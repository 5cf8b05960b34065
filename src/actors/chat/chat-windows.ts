import { fromPromise } from 'xstate';
import { chatCallsOf } from '#api/contract/chat/chat';
import { FailureError, rejection } from '#domain/base/failure';
import { filePortions } from '#domain/chat/file-portions';
import { EMPTY_ANSWER } from '#domain/chat/answer-draft';
import { chatFormMachine, type ChatForm, type ChatFormResult } from '#machines/chat/chat-form.machine';
import { sharedThreadMachine, type SharedCopy } from '#machines/chat/shared-thread.machine';
import { sharesMachine } from '#machines/chat/shares.machine';
import { ANSWERED_WITHIN_MS } from '../base/answered-within.ts';
import type { ChatCalls } from './chat-calls.ts';
import type { ChatTexts } from './chat-texts.ts';

export interface ChatWindowPorts {
  readonly calls: ChatCalls;
  readonly texts: ChatTexts;
}

/** Most bytes of a file that is read in, all of which the page holds meanwhile. */
export const CHAT_FILE_BYTES = 100_000_000;
/** Of what one call carries of it: it has room for a megabyte. */
const PORTION_BYTES = 1_000_000;

const NOBODY: ChatFormResult = { conversations: 0, messages: 0, tooLong: 0 };

/** The logics of the chat's windows, and the files that wait to be read in; code that comes with the first of them. */
export function chatWindows({ calls: { call, area }, texts }: ChatWindowPorts) {
  const endpoints = chatCallsOf(area);
  const files = new Map<string, File>();
  /** How far a file has come that could not be sent to its end: whoever tries again goes on there. */
  const sentOf = new WeakMap<File, { readonly portions: number; readonly result: ChatFormResult }>();

  /** Each portion comes in whole or not at all. */
  async function readIn(file: File, options: { readonly signal: AbortSignal; readonly timeoutMs: number }): Promise<ChatFormResult> {
    if (file.size > CHAT_FILE_BYTES) throw rejection('chatWindows.import.tooLarge');
    const found = filePortions(await file.text(), PORTION_BYTES);
    if (found === null) throw rejection('chatWindows.import.unknown');
    let { portions: sent, result } = sentOf.get(file) ?? { portions: 0, result: { ...NOBODY, tooLong: found.tooLong } };
    for (const { file: portion } of found.portions.slice(sent)) {
      const { conversations, messages } = await call(endpoints.import, { file: portion }, options);
      sent += 1;
      result = { ...result, conversations: result.conversations + conversations, messages: result.messages + messages };
      sentOf.set(file, { portions: sent, result });
    }
    sentOf.delete(file);
    return result;
  }

  async function send(form: ChatForm, signal: AbortSignal): Promise<ChatFormResult> {
    // The window is held until then.
    const held = { signal, timeoutMs: ANSWERED_WITHIN_MS };
    switch (form.kind) {
      case 'rate':
        await call(endpoints.rate, { message: form.message, verdict: 'bad', reasons: [...form.reasons], note: form.chatText }, held);
        return NOBODY;
      case 'report':
        await call(endpoints.report, { message: form.message, reasons: [...form.reasons], note: form.chatText }, held);
        return NOBODY;
      case 'clearOthers':
        return {
          ...NOBODY,
          conversations: (await call(endpoints.clearOthers, { conversation: form.conversation }, held)).conversations,
        };
      case 'import': {
        const file = files.get(form.fileId);
        if (!file) throw new Error('the file is not held');
        return readIn(file, held);
      }
      default:
        return form satisfies never;
    }
  }

  async function readShared(share: string, signal: AbortSignal): Promise<SharedCopy | null> {
    try {
      const { title, isLabelled, createTime, messages } = await call(endpoints.shared, { share }, { signal, quietErrors: true });
      const named = messages.map((message, index) => ({ ...message, uuid: `${share}:${index}` }));
      for (const { uuid, text, sources } of named) texts.put(uuid, null, { ...EMPTY_ANSWER, text, sources, state: 'complete' });
      return { chatTitle: title, isLabelled, createTime, messages: named.map(({ uuid, role }) => ({ uuid, role })) };
    } catch (error) {
      if (error instanceof FailureError && error.failure.kind === 'rejected') return null;
      throw error;
    }
  }

  return {
    form: chatFormMachine.provide({ actors: { sendForm: fromPromise(({ input, signal }) => send(input, signal)) } }),
    /** @returns what names the file in an event */
    hold(file: File): string {
      files.clear();
      const id = `${file.size}-${file.lastModified}`;
      files.set(id, file);
      return id;
    },
    shares: sharesMachine.provide({
      actors: {
        listShares: fromPromise(async ({ input: { conversation }, signal }) => {
          const { list } = await call(endpoints.shares, { conversation }, { signal, quietErrors: true, duplicates: 'allowed' });
          return list;
        }),
        changeShares: fromPromise(async ({ input: { conversation, message, share }, signal }) => {
          if (share === null)
            await call(endpoints.share, { conversation, ...(message !== null && { message }) }, { signal, timeoutMs: ANSWERED_WITHIN_MS });
          else await call(endpoints.unshare, { share }, { signal, timeoutMs: ANSWERED_WITHIN_MS });
        }),
      },
    }),
    shared: sharedThreadMachine.provide({
      actors: { readShared: fromPromise(({ input: { share }, signal }) => readShared(share, signal)) },
    }),
  };
}
export type ChatWindowLogics = ReturnType<typeof chatWindows>;
