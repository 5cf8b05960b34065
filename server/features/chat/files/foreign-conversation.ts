import { isPlainObject } from '#domain/base/plain-value';
import { TITLE_LENGTH } from '#domain/chat/answer';
import { ANSWER_LENGTH } from '../base/limits.ts';
import type { FiledConversation, FiledMessage } from './chat-file.ts';
import { messagesInOrder, type JsonMap, seconds, textUpTo } from './chat-json.ts';

/**
 * A conversation as ChatGPT exports it. Nodes without words, such as those of tools, are passed over; what follows them follows what they
 * followed. Each node is judged once and walked once, however they hang together.
 */
export function foreignConversation(one: JsonMap, now: number): FiledConversation {
  const nodes = one['mapping'] as JsonMap;
  const nodeOf = (id: string): JsonMap | null => {
    const node = Object.hasOwn(nodes, id) ? nodes[id] : null;
    return isPlainObject(node) ? node : null;
  };
  const messages = new Map(
    Object.keys(nodes).flatMap((id) => {
      const node = nodeOf(id);
      const message = node && foreignMessage(id, node, now);
      return message ? [[id, message] as const] : [];
    }),
  );
  /** Where the way up from a node without words leads to. */
  const leadsTo = new Map<string, string | null>();
  const nearest = (from: unknown): string | null => {
    const walked: string[] = [];
    let found: string | null = null;
    for (let at = from; typeof at === 'string'; at = nodeOf(at)?.['parent']) {
      const known = messages.has(at) ? at : leadsTo.get(at);
      if (known !== undefined) {
        found = known;
        break;
      }
      // Whoever comes round to it once more finds nothing.
      leadsTo.set(at, null);
      walked.push(at);
    }
    for (const id of walked) leadsTo.set(id, found);
    return found;
  };
  const end = one['current_node'];
  const createTime = seconds(one['create_time'], now);
  return messagesInOrder({
    title: textUpTo(one['title'], TITLE_LENGTH),
    folder: '',
    isPinned: false,
    leaf: typeof end === 'string' && messages.has(end) ? end : null,
    createTime,
    updateTime: seconds(one['update_time'], now, createTime),
    messages: [...messages].map(([id, message]) => {
      const parent = nearest(nodeOf(id)?.['parent']);
      return { ...message, parent: parent === id ? null : parent };
    }),
  });
}

function foreignMessage(id: string, { message }: JsonMap, now: number): FiledMessage | null {
  if (!isPlainObject(message) || !isPlainObject(message['author']) || !isPlainObject(message['content'])) return null;
  const { role } = message['author'];
  const { parts } = message['content'];
  if (role !== 'user' && role !== 'assistant') return null;
  const words = (Array.isArray(parts) ? parts : []).filter((part) => typeof part === 'string').join('\n\n');
  if (words.trim() === '') return null;
  return { id, parent: null, role, state: 'complete', text: textUpTo(words, ANSWER_LENGTH), time: seconds(message['create_time'], now) };
}
