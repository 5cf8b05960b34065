import type { ChatEndpoints } from '#api/contract/chat/chat';
import type { OutputOf } from '#api/contract/base/endpoint';
import type { Branch, BranchMessage } from '#domain/chat/branch';
import type { ChatConversation } from '#domain/chat/conversation';
import type { ThreadPart } from '#machines/chat/thread-deeds';
import type { ChatTexts } from './chat-texts.ts';

type WireThread = OutputOf<ChatEndpoints['conversation']>;
type WireSummary = WireThread['conversation'];
type WireMessage = WireThread['messages'][number];

/** A conversation under names that say what is personal. */
export const readConversation = ({ uuid, title, folder, isPinned, isTemporary, isRunning, updateTime }: WireSummary): ChatConversation => ({
  uuid,
  chatTitle: title,
  chatFolder: folder,
  isPinned,
  isTemporary,
  isRunning,
  updateTime,
});

/** A message for the machines; its text goes beside them. */
export function readMessage(wire: WireMessage, texts: ChatTexts): BranchMessage {
  const { uuid, parent, role, state, answer, model, siblings, finishReason, usage, firstWordMs, totalMs, verdict, createTime } = wire;
  const { text, thinking, sources, tools, proposals, charged } = wire;
  const attachments = wire.attachments.map(({ name: fileName, size: sizeBytes, ...one }) => ({ ...one, fileName, sizeBytes }));
  texts.put(uuid, answer, { text, thinking, sources, tools, proposals, attachments, charged, state, finishReason, usage });
  return { uuid, parent, role, state, answer, model, siblings, finishReason, usage, firstWordMs, totalMs, verdict, createTime };
}

export const readBranch = (messages: readonly WireMessage[], texts: ChatTexts): Branch => messages.map((one) => readMessage(one, texts));

export function readPart({ conversation, messages, hasMore }: WireThread, texts: ChatTexts): ThreadPart {
  texts.show(conversation.uuid);
  return { conversation: readConversation(conversation), messages: readBranch(messages, texts), hasMore };
}
