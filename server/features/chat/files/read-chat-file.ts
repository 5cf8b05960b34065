import { MESSAGE_STATES, FOLDER_LENGTH, TITLE_LENGTH } from '#domain/chat/answer';
import { ANSWER_LENGTH, CHAT_MESSAGES } from '../base/limits.ts';
import type { StoredSource } from '../../../db/tables/chat-tables.ts';
import { type FiledConversation, type FiledMessage, FORMAT } from './chat-file.ts';

type Json = Readonly<Record<string, unknown>>;

const isMap = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown, length: number): string =>
  typeof value === 'string' ? value.replaceAll('\u0000', '').slice(0, length).toWellFormed() : '';
const seconds = (value: unknown, standard: number): number =>
  typeof value === 'number' && value > 0 && value < 253_402_300_800 ? Math.floor(value) : standard;

/**
 * Conversations of a file: our own, or the `conversations.json` that ChatGPT exports. What cannot be read of them is left out; no
 * message is more than was in the file.
 * @returns null for a text that is neither
 */
export function readChatFile(file: string, nowSeconds: number): readonly FiledConversation[] | null {
  let read: unknown;
  try {
    read = JSON.parse(file);
  } catch {
    return null;
  }
  if (isMap(read) && read['format'] === FORMAT && Array.isArray(read['conversations']))
    return read['conversations'].filter(isMap).map((one) => ownConversation(one, nowSeconds));
  if (Array.isArray(read) && read.every((one) => isMap(one) && isMap(one['mapping'])))
    return (read as readonly Json[]).map((one) => foreignConversation(one, nowSeconds));
  return null;
}

function ownConversation(one: Json, now: number): FiledConversation {
  const messages = Array.isArray(one['messages']) ? one['messages'].filter(isMap) : [];
  return inOrder({
    title: text(one['title'], TITLE_LENGTH),
    folder: text(one['folder'], FOLDER_LENGTH),
    isPinned: one['isPinned'] === true,
    leaf: typeof one['leaf'] === 'string' ? one['leaf'] : null,
    createTime: seconds(one['createTime'], now),
    updateTime: seconds(one['updateTime'], now),
    messages: messages.flatMap((message) => ownMessage(message, now) ?? []),
  });
}

function ownMessage(message: Json, now: number): FiledMessage | null {
  const { id, parent, role, state } = message;
  if (typeof id !== 'string' || (role !== 'user' && role !== 'assistant')) return null;
  const known = MESSAGE_STATES.find((one) => one === state && one !== 'running') ?? 'complete';
  const thinking = text(message['thinking'], ANSWER_LENGTH);
  const sources = Array.isArray(message['sources']) ? message['sources'].flatMap((source) => sourceIn(source) ?? []) : [];
  return {
    id,
    parent: typeof parent === 'string' ? parent : null,
    role,
    state: role === 'user' ? 'complete' : known,
    text: text(message['text'], ANSWER_LENGTH),
    ...(thinking !== '' && { thinking }),
    ...(sources.length > 0 && { sources }),
    ...(role === 'assistant' && { model: text(message['model'], 60) }),
    time: seconds(message['time'], now),
  };
}

/** Addresses of this site only: a file must not lead elsewhere under our name. */
function sourceIn(source: unknown): StoredSource | null {
  if (!isMap(source)) return null;
  const { kind, address, slug, isSuggestion } = source;
  if ((kind !== 'help' && kind !== 'record' && kind !== 'page') || typeof address !== 'string' || !/^\/(?![/\\])/u.test(address))
    return null;
  return {
    kind,
    title: text(source['title'], 200),
    address: text(address, 500),
    ...(typeof slug === 'string' && { slug: text(slug, 100) }),
    ...(isSuggestion === true && { isSuggestion }),
  };
}

/** Nodes without words, such as those of tools, are passed over; what follows them follows what they followed. */
function foreignConversation(one: Json, now: number): FiledConversation {
  const nodes = one['mapping'] as Json;
  const messageOf = (id: unknown): FiledMessage | null => {
    const node = typeof id === 'string' && Object.hasOwn(nodes, id) ? nodes[id] : null;
    return isMap(node) ? foreignMessage(id as string, node, now) : null;
  };
  const parentOf = (id: string): string | null => {
    const seen = new Set([id]);
    for (let above = isMap(nodes[id]) ? nodes[id]['parent'] : null; typeof above === 'string' && !seen.has(above);) {
      if (messageOf(above)) return above;
      seen.add(above);
      const node = Object.hasOwn(nodes, above) ? nodes[above] : null;
      above = isMap(node) ? node['parent'] : null;
    }
    return null;
  };
  const messages = Object.keys(nodes).flatMap((id) => {
    const message = messageOf(id);
    return message ? [{ ...message, parent: parentOf(id) }] : [];
  });
  const end = one['current_node'];
  const createTime = seconds(one['create_time'], now);
  return inOrder({
    title: text(one['title'], TITLE_LENGTH),
    folder: '',
    isPinned: false,
    leaf: typeof end === 'string' && messageOf(end) ? end : null,
    createTime,
    updateTime: seconds(one['update_time'], createTime),
    messages,
  });
}

function foreignMessage(id: string, { message }: Json, now: number): FiledMessage | null {
  if (!isMap(message) || !isMap(message['author']) || !isMap(message['content'])) return null;
  const { role } = message['author'];
  const { parts } = message['content'];
  const words = (Array.isArray(parts) ? parts : []).filter((part) => typeof part === 'string').join('\n\n');
  if ((role !== 'user' && role !== 'assistant') || words.trim() === '') return null;
  return { id, parent: null, role, state: 'complete', text: text(words, ANSWER_LENGTH), time: seconds(message['create_time'], now) };
}

/** Each message after the one that it follows, and else in the order of the file; what follows nothing that is there begins a branch. */
function inOrder(conversation: FiledConversation): FiledConversation {
  const byId = new Map(conversation.messages.map((message) => [message.id, message]));
  const placed = new Map<string, FiledMessage>();
  for (const message of conversation.messages) {
    const chain: FiledMessage[] = [];
    const seen = new Set<string>();
    for (let one: FiledMessage | undefined = message; one && !placed.has(one.id) && !seen.has(one.id); one = byId.get(one.parent ?? '')) {
      seen.add(one.id);
      chain.push(one);
    }
    for (const one of chain.toReversed()) {
      const parent = one.parent !== null && placed.has(one.parent) ? one.parent : null;
      placed.set(one.id, { ...one, parent });
    }
  }
  return { ...conversation, messages: [...placed.values()].slice(0, CHAT_MESSAGES) };
}
