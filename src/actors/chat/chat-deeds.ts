import type { Call } from '#api/client';
import type { InputOf, OutputOf } from '#api/contract/base/endpoint';
import { adoptChat, chatCallsOf, proveChatVisitor, type ChatEndpoints } from '#api/contract/chat/chat';
import { FailureError } from '#domain/base/failure';
import type { ConversationDeed } from '#machines/chat/conversations.machine';
import type { ChatMessageDeed, RemovedMessages, ThreadChange, ThreadDeed } from '#machines/chat/thread-deeds';
import type { ChatCalls } from './chat-calls.ts';
import type { ChatTexts } from './chat-texts.ts';
import { readBranch, readConversation, readPart } from './read-wire.ts';

/** A question that is asked anew beside the one that it was. */
export const askAnew = (
  { call, area }: Pick<ChatCalls, 'call' | 'area'>,
  asked: InputOf<ChatEndpoints['edit']>,
  signal: AbortSignal,
): Promise<OutputOf<ChatEndpoints['edit']>> => call(chatCallsOf(area).edit, asked, { signal });

interface ThreadPorts {
  readonly calls: Pick<ChatCalls, 'call' | 'area'>;
  readonly texts: ChatTexts;
}

/** What is done in a conversation. */
export async function changeThread({ calls, texts }: ThreadPorts, deed: ThreadDeed, signal: AbortSignal): Promise<ThreadChange> {
  const { call, area } = calls;
  const endpoints = chatCallsOf(area);
  if (deed.kind === 'select') {
    const { conversation, message } = deed;
    return { ...readPart(await call(endpoints.select, { conversation, message }, { signal }), texts), kind: 'whole', removed: null };
  }
  if (deed.kind === 'rate' || deed.kind === 'remove' || deed.kind === 'putBack') {
    const removed = await changeMessage(calls, deed, signal);
    const read = await call(endpoints.conversation, { uuid: deed.conversation }, { signal, quietErrors: true, duplicates: 'allowed' });
    return { ...readPart(read, texts), kind: 'whole', removed };
  }
  const { message, model, answer } = deed;
  const asked = await call(deed.kind === 'continue' ? endpoints.continue : endpoints.regenerate, { message, model, answer }, { signal });
  const conversation = readConversation(asked.conversation);
  return { conversation, messages: readBranch([asked.answer], texts), kind: 'added', hasMore: false, removed: null };
}

/** @returns what can be put back */
async function changeMessage(
  { call, area }: Pick<ChatCalls, 'call' | 'area'>,
  deed: ChatMessageDeed,
  signal: AbortSignal,
): Promise<RemovedMessages | null> {
  const endpoints = chatCallsOf(area);
  const { message } = deed;
  if (deed.kind === 'rate') await call(endpoints.rate, { message, verdict: deed.verdict, reasons: [], note: '' }, { signal });
  else if (deed.kind === 'putBack') await call(endpoints.putBack, { message }, { signal });
  else return { message, count: (await call(endpoints.remove, { message }, { signal })).messages };
  return null;
}

interface DeedPorts extends Pick<ChatCalls, 'call' | 'area'> {
  /** Lets the browser save a file. */
  readonly saveFile: (name: string, content: Blob) => void;
}

/** What is done to a conversation. */
export async function changeConversation({ call, area, saveFile }: DeedPorts, deed: ConversationDeed, signal: AbortSignal): Promise<void> {
  const endpoints = chatCallsOf(area);
  if (deed.kind === 'export') {
    const { uuid, format } = deed;
    const { name, blob } = await call(endpoints.export, { format, ...(uuid !== null && { conversation: uuid }) }, { signal });
    return saveFile(name, blob);
  }
  const { uuid: conversation } = deed;
  switch (deed.kind) {
    case 'rename':
      await call(endpoints.rename, { conversation, title: deed.chatTitle }, { signal });
      return;
    case 'pin':
      await call(endpoints.pin, { conversation, isPinned: deed.isPinned }, { signal });
      return;
    case 'move':
      await call(endpoints.move, { conversation, folder: deed.chatFolder }, { signal });
      return;
    case 'remove':
    case 'putBack':
      await call(endpoints[deed.kind], { conversation }, { signal });
      return;
    default:
      deed satisfies never;
  }
}

/** Whoever signs in finds what they asked before. Where that does not succeed, it does the next time. */
export async function adopt(call: Call, visitorToken: string, adopted: () => void): Promise<void> {
  try {
    await call(adoptChat, { visitorToken }, { quietErrors: true });
    adopted();
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
  }
}

/** Shows that a visitor is a person. @throws FailureError at the field `captchaInfo` where the answer is refused */
export async function proveVisitor(
  call: Call,
  answer: { readonly captchaId: string; readonly captchaInfo: string },
  signal: AbortSignal,
): Promise<void> {
  await call(proveChatVisitor, answer, { signal, quietErrors: true });
}
