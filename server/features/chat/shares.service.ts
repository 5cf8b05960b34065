import { type Kysely, sql } from 'kysely';
import type { ChatEndpoints } from '#api/contract/chat/chat';
import type { ChatArea } from '#api/contract/chat/first-calls';
import type { OutputOf } from '#api/contract/base/endpoint';
import { rejection } from '#domain/base/failure';
import { CHAT_MESSAGES, CHAT_SHARES_OF_A_CONVERSATION } from './base/limits.ts';
import { notFound, SessionEnded } from '../../base/refusal.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { requireAccount } from './base/account.ts';
import { isKnown, lockOwner, type ChatOwner } from './base/owner.ts';
import type { ChatSettings } from './base/settings.ts';
import { ownConversation, ownMessage, pathTo } from './base/thread.ts';

type Shared = OutputOf<ChatEndpoints['shared']>;

/** Copies of branches that others read; what happens in the conversation afterwards does not change them. */
export interface Shares {
  /** @param message where the copied branch ends; null for the end of the shown one */
  share(conversation: string, message: string | null, owner: ChatOwner): Promise<OutputOf<ChatEndpoints['share']>>;
  list(conversation: string, owner: ChatOwner): Promise<OutputOf<ChatEndpoints['shares']>>;
  unshare(share: string, owner: ChatOwner): Promise<void>;
  /** What administrators share is for those who may chat in the back office. Nobody reads what those shared for whom the chat is switched off. */
  read(share: string, area: ChatArea): Promise<Shared>;
}

/** @throws not found for a message that is not of this conversation */
async function idIn(kysely: Kysely<Tables>, owner: ChatOwner, conversationId: number, uuid: string): Promise<number> {
  const { message } = await ownMessage(kysely, owner, uuid);
  if (message.conversation_id !== conversationId) throw notFound();
  return message.id;
}

export function createShares(ports: Pick<ServerPorts, 'database' | 'clock'>, settings: () => Promise<ChatSettings>): Shares {
  const { kysely } = ports.database;
  return {
    async share(uuid, message, owner) {
      await ownConversation(kysely, owner, uuid);
      if (owner.kind === 'visitor' || !isKnown(owner)) throw new SessionEnded('member');
      return ports.database.transaction(async (trx) => {
        await requireAccount(trx, owner);
        await lockOwner(trx, owner);
        const conversation = await ownConversation(trx, owner, uuid);
        const { shares } = await trx
          .selectFrom('chat_share')
          .select((select) => select.fn.countAll<number>().as('shares'))
          .where('conversation_id', '=', conversation.id)
          .executeTakeFirstOrThrow();
        if (shares >= CHAT_SHARES_OF_A_CONVERSATION) throw rejection('refusals.chat.shares', { count: CHAT_SHARES_OF_A_CONVERSATION });
        const endId = message === null ? conversation.leaf_id : await idIn(trx, owner, conversation.id, message);
        const path = endId === null ? [] : await pathTo(trx, endId, CHAT_MESSAGES);
        // A file may say anything; under our name only what was written here is shown to others.
        if (path.some(({ role, model_id: model }) => role === 'assistant' && model === null)) throw rejection('refusals.chat.sharedImport');
        const snapshot = {
          title: conversation.title,
          messages: path.map(({ role, text, parts, model_name: modelName }) => ({ role, text, sources: parts.sources ?? [], modelName })),
        };
        const share = crypto.randomUUID();
        const createTime = nowSeconds(ports);
        await trx
          .insertInto('chat_share')
          .values({ uuid: share, conversation_id: conversation.id, snapshot: JSON.stringify(snapshot), create_time: createTime })
          .execute();
        return { share, createTime };
      });
    },

    async list(uuid, owner) {
      const { id } = await ownConversation(kysely, owner, uuid);
      const found = await kysely
        .selectFrom('chat_share')
        .select(['uuid', 'create_time', sql<number>`jsonb_array_length(snapshot -> 'messages')`.as('messages')])
        .where('conversation_id', '=', id)
        .orderBy('create_time', 'desc')
        .orderBy('uuid')
        .execute();
      return { list: found.map(({ uuid: share, create_time: createTime, messages }) => ({ share, createTime, messages })) };
    },

    async unshare(share, owner) {
      const found = await kysely
        .selectFrom('chat_share')
        .innerJoin('chat_conversation', 'chat_conversation.id', 'conversation_id')
        .select(['owner_type', 'owner_id'])
        .where('chat_share.uuid', '=', share)
        .executeTakeFirst();
      if (!found || found.owner_type !== owner.kind || found.owner_id !== owner.id) throw notFound();
      await kysely.deleteFrom('chat_share').where('uuid', '=', share).execute();
    },

    async read(share, area) {
      const { isLabelled, isOnFor } = await settings();
      const kinds = (area === 'admin' ? (['admin', 'member'] as const) : (['member'] as const)).filter((kind) => isOnFor[kind]);
      if (kinds.length === 0) throw notFound();
      const found = await kysely
        .selectFrom('chat_share')
        .innerJoin('chat_conversation', 'chat_conversation.id', 'conversation_id')
        .select(['snapshot', 'chat_share.create_time'])
        .where('chat_share.uuid', '=', share)
        .where('delete_time', 'is', null)
        .where('owner_type', 'in', kinds)
        .executeTakeFirst();
      if (!found) throw notFound();
      return { ...(found.snapshot as Pick<Shared, 'title' | 'messages'>), isLabelled, createTime: found.create_time };
    },
  };
}
