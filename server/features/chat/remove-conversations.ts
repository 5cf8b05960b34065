import type { Transaction } from 'kysely';
import type { ChatEndpoints } from '#api/contract/chat/chat';
import type { OutputOf, ParsedInputOf } from '#api/contract/base/endpoint';
import { UNDO_SECONDS } from '#domain/chat/answer';
import { rejection } from '#domain/base/failure';
import type { Tables } from '../../db/tables/tables.ts';
import { notFound } from '../../base/refusal.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import type { AnswerPlace } from './answers.ts';
import type { ChatOwner } from './base/owner.ts';
import { ownConversation, ownMessage, newestEnd, ownConversations, subtreeOf } from './base/thread.ts';

type Input<Name extends keyof ChatEndpoints> = ParsedInputOf<ChatEndpoints[Name]>;
type Output<Name extends keyof ChatEndpoints> = OutputOf<ChatEndpoints[Name]>;

/** Takes conversations and messages away, and brings them back for a while. */
export interface Removals {
  remove(target: Input<'remove'>, owner: ChatOwner): Promise<Output<'remove'>>;
  putBack(target: Input<'putBack'>, owner: ChatOwner): Promise<Output<'putBack'>>;
  clearOthers(wish: Input<'clearOthers'>, owner: ChatOwner): Promise<Output<'clearOthers'>>;
}

function required(conversation: string | undefined): string {
  if (conversation === undefined) throw rejection('refusals.parameter', { name: 'conversation' });
  return conversation;
}

/** What is shown once this message and all below it are gone: the newest end at its fork, else what it answered. */
async function leafWithout(trx: Transaction<Tables>, parentId: number | null, conversationId: number): Promise<number | null> {
  const sibling = await trx
    .selectFrom('chat_message')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where('parent_id', parentId === null ? 'is' : '=', parentId)
    .where('delete_time', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return sibling ? newestEnd(trx, sibling.id) : parentId;
}

/** @param stopIn ends what is being answered there */
export function createRemovals(ports: Pick<ServerPorts, 'database' | 'clock'>, stopIn: (place: AnswerPlace) => Promise<void>): Removals {
  const { database } = ports;
  const { kysely } = database;

  async function removeConversations(ids: readonly number[], now: number): Promise<number> {
    if (ids.length === 0) return 0;
    await stopIn({ conversations: ids });
    const { count } = await kysely
      .selectFrom('chat_message')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('conversation_id', 'in', ids)
      .where('delete_time', 'is', null)
      .executeTakeFirstOrThrow();
    await kysely.updateTable('chat_conversation').set({ delete_time: now }).where('id', 'in', ids).execute();
    return count;
  }

  async function removeMessage(uuid: string, owner: ChatOwner, now: number): Promise<number> {
    const { message, conversation } = await ownMessage(kysely, owner, uuid);
    const ids = await subtreeOf(kysely, message.id);
    await stopIn({ messages: ids });
    return database.transaction(async (trx) => {
      const gone = await trx
        .updateTable('chat_message')
        .set({ delete_time: now })
        .where('id', 'in', ids)
        .where('delete_time', 'is', null)
        .returning('id')
        .execute();
      if (conversation.leaf_id === null || ids.includes(conversation.leaf_id)) {
        const leaf = await leafWithout(trx, message.parent_id, conversation.id);
        await trx.updateTable('chat_conversation').set({ leaf_id: leaf }).where('id', '=', conversation.id).execute();
      }
      return gone.length;
    });
  }

  async function putMessageBack(uuid: string, owner: ChatOwner): Promise<number> {
    const { message, conversation } = await ownMessage(kysely, owner, uuid, true);
    requireRecent(message.delete_time);
    return database.transaction(async (trx) => {
      // What comes back below something deleted would bring that to sight, and vanish with it for good.
      const above = await trx
        .selectFrom('chat_message')
        .select('delete_time')
        .where('id', '=', message.parent_id ?? 0)
        .forShare()
        .executeTakeFirst();
      if ((above?.delete_time ?? null) !== null) throw rejection('refusals.chat.questionDeleted');
      const back = await trx
        .updateTable('chat_message')
        .set({ delete_time: null })
        .where('id', 'in', await subtreeOf(trx, message.id))
        .where('delete_time', '=', message.delete_time)
        .returning('id')
        .execute();
      const leaf = await newestEnd(trx, message.id);
      await trx.updateTable('chat_conversation').set({ leaf_id: leaf }).where('id', '=', conversation.id).execute();
      return back.length;
    });
  }

  function requireRecent(deleteTime: number | null): void {
    if (deleteTime === null || nowSeconds(ports) - deleteTime > UNDO_SECONDS) throw notFound();
  }

  return {
    async remove({ conversation, message }, owner) {
      const now = nowSeconds(ports);
      const messages =
        message === undefined
          ? await removeConversations([(await ownConversation(kysely, owner, required(conversation))).id], now)
          : await removeMessage(message, owner, now);
      return { messages, undoUntil: now + UNDO_SECONDS };
    },

    async putBack({ conversation, message }, owner) {
      if (message !== undefined) return { messages: await putMessageBack(message, owner) };
      const { id, delete_time: deleteTime } = await ownConversation(kysely, owner, required(conversation), true);
      requireRecent(deleteTime);
      await kysely.updateTable('chat_conversation').set({ delete_time: null }).where('id', '=', id).execute();
      const { count } = await kysely
        .selectFrom('chat_message')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('conversation_id', '=', id)
        .where('delete_time', 'is', null)
        .executeTakeFirstOrThrow();
      return { messages: count };
    },

    async clearOthers({ conversation }, owner) {
      const kept = conversation === null ? null : await ownConversation(kysely, owner, conversation);
      const rows = await ownConversations(kysely, owner)
        .select('id')
        .where('id', '<>', kept?.id ?? 0)
        .execute();
      const now = nowSeconds(ports);
      await removeConversations(
        rows.map(({ id }) => id),
        now,
      );
      return { conversations: rows.length, undoUntil: now + UNDO_SECONDS };
    },
  };
}
