import { sql, type Transaction } from 'kysely';
import type { ChatEndpoints } from '#api/contract/chat/chat';
import type { OutputOf, ParsedInputOf } from '#api/contract/base/endpoint';
import { UNDO_SECONDS } from '#domain/chat/answer';
import { rejection } from '#domain/base/failure';
import type { Tables } from '../../db/tables/tables.ts';
import { notFound } from '../../base/refusal.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { pageOf } from '../base/page.ts';
import { requireAccount } from './base/account.ts';
import type { AnswerPlace } from './answers.ts';
import type { ChatOwner, KnownOwner } from './base/owner.ts';
import { excerptAround, searched } from './search.ts';
import { summariesOf, type Summary, summaryOf, type Thread, threadTo } from './replies.ts';
import { type Conversation, conversationOf, messageOf, newestEnd, pathTo, subtreeOf } from './base/thread.ts';
import { titleFrom } from './base/title.ts';

type Input<Name extends keyof ChatEndpoints> = ParsedInputOf<ChatEndpoints[Name]>;
type Output<Name extends keyof ChatEndpoints> = OutputOf<ChatEndpoints[Name]>;

/** The list of conversations and their trees. Those of others are not found. */
export interface Conversations {
  list(query: Input<'conversations'>, owner: ChatOwner): Promise<Output<'conversations'>>;
  /** Those in which something was said last; temporary ones are not told of. */
  recent(owner: ChatOwner, count: number): Promise<readonly Summary[]>;
  read(wanted: Input<'conversation'>, owner: ChatOwner): Promise<Thread>;
  select(choice: Input<'select'>, owner: ChatOwner): Promise<Thread>;
  rename(wish: Input<'rename'>, owner: ChatOwner): Promise<Summary>;
  pin(wish: Input<'pin'>, owner: ChatOwner): Promise<Summary>;
  move(wish: Input<'move'>, owner: ChatOwner): Promise<Summary>;
  remove(target: Input<'remove'>, owner: ChatOwner): Promise<Output<'remove'>>;
  putBack(target: Input<'putBack'>, owner: ChatOwner): Promise<Output<'putBack'>>;
  clearOthers(wish: Input<'clearOthers'>, owner: ChatOwner): Promise<Output<'clearOthers'>>;
  /** @returns how many a member has taken over from a visitor */
  adopt(visitorId: number, member: KnownOwner): Promise<number>;
}

const MAX_PAGE = 10_000;

/** What its owner says of a conversation. */
type OwnFacts = Partial<Pick<Conversation, 'title' | 'is_own_title' | 'is_pinned' | 'folder'>>;

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
export function createConversations(
  ports: Pick<ServerPorts, 'database' | 'clock'>,
  stopIn: (place: AnswerPlace) => Promise<void>,
): Conversations {
  const { database } = ports;
  const { kysely } = database;

  /** Nothing of a visitor who has asked nothing. */
  const ownRows = (owner: ChatOwner) =>
    kysely
      .selectFrom('chat_conversation')
      .where('owner_type', '=', owner.kind)
      .where('owner_id', '=', owner.id ?? -1)
      .where('delete_time', 'is', null);

  async function change(uuid: string, owner: ChatOwner, values: OwnFacts): Promise<Summary> {
    const found = await conversationOf(kysely, owner, uuid);
    const changed = await kysely.updateTable('chat_conversation').set(values).where('id', '=', found.id).returningAll().executeTakeFirst();
    if (!changed) throw notFound();
    return summaryOf(kysely, changed);
  }

  async function firstTitle(conversation: Conversation): Promise<string> {
    const first = await kysely
      .selectFrom('chat_message')
      .select('text')
      .where('conversation_id', '=', conversation.id)
      .where('parent_id', 'is', null)
      .orderBy('id')
      .executeTakeFirst();
    return titleFrom(first?.text ?? '');
  }

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
    const { message, conversation } = await messageOf(kysely, owner, uuid);
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
    const { message, conversation } = await messageOf(kysely, owner, uuid, true);
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
    async list({ page, limit, folder, search = '' }, owner) {
      const text = search.trim();
      const rows = ownRows(owner)
        .$if(folder !== undefined, (query) => query.where('folder', '=', folder ?? ''))
        .$if(text !== '', (query) => query.where('is_temporary', '=', false).where(searched(text)));
      const { total } = await rows.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      const { limit: count, offset } = pageOf({ page, limit }, MAX_PAGE);
      const found = await rows
        .selectAll()
        .orderBy('is_pinned', 'desc')
        .orderBy('update_time', 'desc')
        .orderBy('id', 'desc')
        .limit(count)
        .offset(offset)
        .execute();
      const summaries = await summariesOf(kysely, found);
      const hits = text === '' ? new Map<number, never>() : await excerptAround(kysely, found, text);
      const folders = await ownRows(owner)
        .where('folder', '<>', '')
        .select(['folder as name', (select) => select.fn.countAll<number>().as('count')])
        .groupBy('folder')
        .orderBy('folder')
        .execute();
      return { list: summaries.map((one, index) => ({ ...one, hit: hits.get(found[index]!.id) ?? null })), total, folders };
    },

    async recent(owner, count) {
      const found = await ownRows(owner)
        .selectAll()
        .where('is_temporary', '=', false)
        .orderBy('update_time', 'desc')
        .orderBy('id', 'desc')
        .limit(count)
        .execute();
      return summariesOf(kysely, found);
    },

    async read({ uuid, before, message }, owner) {
      const conversation = await conversationOf(kysely, owner, uuid);
      const within = async (named: string): Promise<number> => {
        const found = await messageOf(kysely, owner, named);
        if (found.conversation.id !== conversation.id) throw notFound();
        return found.message.id;
      };
      if (message !== undefined) return threadTo(kysely, conversation, await newestEnd(kysely, await within(message)));
      if (before === undefined) return threadTo(kysely, conversation, conversation.leaf_id);
      const [above] = await pathTo(kysely, await within(before), 2);
      const isFirst = above?.uuid === before;
      return threadTo(kysely, conversation, isFirst ? null : (above?.id ?? null));
    },

    async select({ conversation: uuid, message }, owner) {
      const found = await messageOf(kysely, owner, message);
      if (found.conversation.uuid !== uuid) throw notFound();
      const leaf = await newestEnd(kysely, found.message.id);
      await kysely.updateTable('chat_conversation').set({ leaf_id: leaf }).where('id', '=', found.conversation.id).execute();
      return threadTo(kysely, found.conversation, leaf);
    },

    async rename({ conversation, title }, owner) {
      const own = title.trim();
      const given = own === '' ? await firstTitle(await conversationOf(kysely, owner, conversation)) : own;
      return change(conversation, owner, { title: given, is_own_title: own !== '' });
    },

    pin: ({ conversation, isPinned }, owner) => change(conversation, owner, { is_pinned: isPinned }),
    move: ({ conversation, folder }, owner) => change(conversation, owner, { folder: folder.trim() }),

    async remove({ conversation, message }, owner) {
      const now = nowSeconds(ports);
      const messages =
        message === undefined
          ? await removeConversations([(await conversationOf(kysely, owner, required(conversation))).id], now)
          : await removeMessage(message, owner, now);
      return { messages, undoUntil: now + UNDO_SECONDS };
    },

    async putBack({ conversation, message }, owner) {
      if (message !== undefined) return { messages: await putMessageBack(message, owner) };
      const { id, delete_time: deleteTime } = await conversationOf(kysely, owner, required(conversation), true);
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
      const kept = conversation === null ? null : await conversationOf(kysely, owner, conversation);
      const rows = await ownRows(owner)
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

    adopt: (visitorId, member) =>
      database.transaction(async (trx) => {
        await requireAccount(trx, member);
        const adopted = await trx
          .updateTable('chat_conversation')
          .set({ owner_type: 'member', owner_id: member.id })
          .where('owner_type', '=', 'visitor')
          .where('owner_id', '=', visitorId)
          .where('is_temporary', '=', false)
          .where('delete_time', 'is', null)
          .returning('id')
          .execute();
        // An answer under way is the member's from now on, and no longer ends for want of readers.
        await sql`update chat_run set owner_type = 'member', owner_id = ${member.id} from chat_message as message
          where message.id = message_id and status = 'running' and message.conversation_id = any(${adopted.map(({ id }) => id)}::bigint[])`.execute(
          trx,
        );
        // So is what they said of answers: it is found and erased with their account.
        await trx
          .updateTable('chat_feedback')
          .set({ owner_type: 'member', owner_id: member.id })
          .where('owner_type', '=', 'visitor')
          .where('owner_id', '=', visitorId)
          .execute();
        return adopted.length;
      }),
  };
}
