import { isPlainObject } from '#domain/base/plain-value';
import { jsonSize } from '../../../routing/json-size.ts';
import { MESSAGE_STATES, FOLDER_LENGTH, TITLE_LENGTH } from '#domain/chat/answer';
import { ANSWER_LENGTH, CHAT_MESSAGES, CHAT_MESSAGES_OF_A_FILE } from '../base/limits.ts';
import type { StoredSource } from '../../../db/tables/chat-tables.ts';
import { type FiledConversation, type FiledMessage, FORMAT } from './chat-file.ts';
import { messagesInOrder, type JsonMap, seconds, textUpTo } from './chat-json.ts';
import { foreignConversation } from './foreign-conversation.ts';

/** More than what a file may hold: of one conversation, or of all. */
export class TooManyMessages extends Error {
  override readonly name = 'TooManyMessages';
  readonly most: number;

  constructor(most: number) {
    super(`more than ${most} messages`);
    this.most = most;
  }
}

/** Lists, objects and values of a file: more than so many messages come with, and far fewer than a megabyte has room for. */
const FILE_SIZE = { containers: 60_000, values: 250_000 } as const;

/** Measured before anything is made of it: each list and object costs more to make than to send. @throws TooManyMessages */
function measureText(file: string): void {
  const { containers, values } = jsonSize(new TextEncoder().encode(file), FILE_SIZE);
  if (containers > FILE_SIZE.containers || values > FILE_SIZE.values) throw new TooManyMessages(CHAT_MESSAGES_OF_A_FILE);
}

/** Those that have messages, measured before anything is read of them. @throws TooManyMessages */
function measure(conversations: readonly JsonMap[], countOf: (one: JsonMap) => number): readonly JsonMap[] {
  let all = 0;
  const some: JsonMap[] = [];
  for (const one of conversations) {
    const count = countOf(one);
    if (count > CHAT_MESSAGES) throw new TooManyMessages(CHAT_MESSAGES);
    if (count > 0) some.push(one);
    all += count;
  }
  if (all > CHAT_MESSAGES_OF_A_FILE) throw new TooManyMessages(CHAT_MESSAGES_OF_A_FILE);
  return some;
}

/**
 * Conversations of a file: our own, or the `conversations.json` that ChatGPT exports. What cannot be read of them is left out; no
 * message is more than was in the file.
 * @returns null for a text that is neither
 * @throws TooManyMessages
 */
export function readChatFile(file: string, nowSeconds: number): readonly FiledConversation[] | null {
  measureText(file);
  let read: unknown;
  try {
    read = JSON.parse(file);
  } catch {
    return null;
  }
  if (isPlainObject(read) && read['format'] === FORMAT && Array.isArray(read['conversations']))
    return measure(read['conversations'].filter(isPlainObject), ({ messages }) => (Array.isArray(messages) ? messages.length : 0)).map(
      (one) => ownConversation(one, nowSeconds),
    );
  if (Array.isArray(read) && read.every((one) => isPlainObject(one) && isPlainObject(one['mapping'])))
    return measure(read as readonly JsonMap[], ({ mapping }) => Object.keys(mapping as JsonMap).length).map((one) =>
      foreignConversation(one, nowSeconds),
    );
  return null;
}

function ownConversation(one: JsonMap, now: number): FiledConversation {
  const messages = Array.isArray(one['messages']) ? one['messages'].filter(isPlainObject) : [];
  return messagesInOrder({
    title: textUpTo(one['title'], TITLE_LENGTH),
    folder: textUpTo(one['folder'], FOLDER_LENGTH),
    isPinned: one['isPinned'] === true,
    leaf: typeof one['leaf'] === 'string' ? one['leaf'] : null,
    createTime: seconds(one['createTime'], now),
    updateTime: seconds(one['updateTime'], now),
    messages: messages.flatMap((message) => ownMessage(message, now) ?? []),
  });
}

function ownMessage(message: JsonMap, now: number): FiledMessage | null {
  const { id, parent, role, state } = message;
  if (typeof id !== 'string' || (role !== 'user' && role !== 'assistant')) return null;
  const known = MESSAGE_STATES.find((one) => one === state && one !== 'running') ?? 'complete';
  const thinking = textUpTo(message['thinking'], ANSWER_LENGTH);
  const sources = Array.isArray(message['sources']) ? message['sources'].flatMap((source) => sourceIn(source) ?? []) : [];
  return {
    id,
    parent: typeof parent === 'string' ? parent : null,
    role,
    state: role === 'user' ? 'complete' : known,
    text: textUpTo(message['text'], ANSWER_LENGTH),
    ...(thinking !== '' && { thinking }),
    ...(sources.length > 0 && { sources }),
    ...(role === 'assistant' && { model: textUpTo(message['model'], 60) }),
    time: seconds(message['time'], now),
  };
}

/** Addresses of this site only: a file must not lead elsewhere under our name. */
function sourceIn(source: unknown): StoredSource | null {
  if (!isPlainObject(source)) return null;
  const { kind, address, slug, isSuggestion } = source;
  if ((kind !== 'help' && kind !== 'record' && kind !== 'page') || typeof address !== 'string' || !/^(?:\/(?![/\\])|$)/u.test(address))
    return null;
  return {
    kind,
    title: textUpTo(source['title'], 200),
    address: textUpTo(address, 500),
    ...(typeof slug === 'string' && { slug: textUpTo(slug, 100) }),
    ...(isSuggestion === true && { isSuggestion }),
  };
}
