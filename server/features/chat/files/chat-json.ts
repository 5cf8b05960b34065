import type { FiledConversation, FiledMessage } from './chat-file.ts';

/** What a file says, none of which is what it seems until it was looked at. */
export type JsonMap = Readonly<Record<string, unknown>>;

export const textUpTo = (value: unknown, length: number): string =>
  typeof value === 'string' ? value.replaceAll('\u0000', '').slice(0, length).toWellFormed() : '';
/** Unix seconds of the past; nothing that was written in the future would ever be too old to be kept. */
export const seconds = (value: unknown, now: number, standard = now): number =>
  typeof value === 'number' && value > 0 ? Math.min(Math.floor(value), now) : standard;

/** Each message after the one that it follows, and else in the order of the file; what follows nothing that is there begins a branch. */
export function messagesInOrder(conversation: FiledConversation): FiledConversation {
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
  return { ...conversation, messages: [...placed.values()] };
}
