import type { Kysely } from 'kysely';
import type { ChatEndpoints } from '#api/contract/chat/chat';
import type { OutputOf, ParsedInputOf } from '#api/contract/base/endpoint';
import { rejection } from '#domain/base/failure';
import { notFound } from '../../base/refusal.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { KnownOwner } from './base/owner.ts';
import { type Conversation, type Message, MESSAGE_COLUMNS, ownMessage, pathTo } from './base/thread.ts';
import { messagesFor, summaryOf } from './replies.ts';

/** A question with its answer, as whoever asked is told of them. */
export type QuestionAndAnswer = OutputOf<ChatEndpoints['send']>;

/** Questions and answers that are there, as whatever begins another answer looks them up. */
export function createExchanges(kysely: Kysely<Tables>) {
  /** An answer that was asked for before under this uuid. @throws not found where it is somebody else's */
  async function known(uuid: string, owner: KnownOwner): Promise<QuestionAndAnswer | null> {
    const there = await kysely.selectFrom('chat_message').select('id').where('uuid', '=', uuid).executeTakeFirst();
    return there ? exchangeOf(uuid, owner) : null;
  }

  async function exchangeOf(uuid: string, owner: KnownOwner): Promise<QuestionAndAnswer> {
    const { message, conversation } = await ownMessage(kysely, owner, uuid);
    const asked = await kysely
      .selectFrom('chat_message')
      .select(MESSAGE_COLUMNS)
      .where('id', '=', message.parent_id ?? 0)
      .executeTakeFirst();
    if (!asked || message.role !== 'assistant') throw notFound();
    const [question, answer] = await messagesFor(kysely, [asked, message]);
    return { conversation: await summaryOf(kysely, conversation), question: question!, answer: answer! };
  }

  /** What an answer answers. @throws not found where it is no question */
  async function questionOf(message: Message): Promise<Message> {
    const question = message.role === 'user' ? message : (await pathTo(kysely, message.id, 2))[0];
    if (question?.role !== 'user') throw notFound();
    return question;
  }

  /** Which answer a question follows. */
  async function parentOf(
    { parent }: ParsedInputOf<ChatEndpoints['send']>,
    conversation: Conversation | null,
    owner: KnownOwner,
  ): Promise<number | null> {
    if (parent === null || conversation === null) return null;
    if (parent === undefined) {
      const leaf = conversation.leaf_id;
      const end = leaf === null ? undefined : (await pathTo(kysely, leaf, 1))[0];
      if (end?.state === 'running') throw rejection('refusals.chat.running');
      return leaf;
    }
    const found = await ownMessage(kysely, owner, parent);
    if (found.conversation.id !== conversation.id || found.message.role !== 'assistant') throw notFound();
    if (found.message.state === 'running') throw rejection('refusals.chat.running');
    return found.message.id;
  }

  return { known, exchangeOf, questionOf, parentOf };
}
