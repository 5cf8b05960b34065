import type { MessageReply } from './replies.ts';

/** What calls answer with that may hold messages. */
interface WithMessages {
  readonly question?: MessageReply;
  readonly answer?: MessageReply;
  readonly messages?: readonly MessageReply[] | number;
}

const withoutCost = (message: MessageReply): MessageReply =>
  message.usage ? { ...message, usage: { ...message.usage, cost: 0 } } : message;

/** A reply to somebody who is not told what answers cost: nothing costs anything in it. */
export function withoutCosts<Reply>(reply: Reply): Reply {
  if (typeof reply !== 'object' || reply === null) return reply;
  const { question, answer, messages } = reply as WithMessages;
  return {
    ...reply,
    ...(question && { question: withoutCost(question) }),
    ...(answer && { answer: withoutCost(answer) }),
    ...(Array.isArray(messages) && { messages: (messages as readonly MessageReply[]).map(withoutCost) }),
  };
}

/** The same for the data of an event, which is JSON where it may tell a cost. */
export function eventWithoutCosts(kind: string, data: string): string {
  if (kind !== 'usage' && kind !== 'replace') return data;
  const told = JSON.parse(data) as { readonly usage?: { readonly cost: number } | null };
  if (kind === 'usage') return JSON.stringify({ ...told, cost: 0 });
  return told.usage ? JSON.stringify({ ...told, usage: { ...told.usage, cost: 0 } }) : data;
}
