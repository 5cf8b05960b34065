import { sql } from 'kysely';
import type { ChatEndpoints } from '#api/contract/chat/chat';
import type { OutputOf, ParsedInputOf } from '#api/contract/base/endpoint';
import { notFound } from '../../base/refusal.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { pageOf } from '../base/page.ts';
import { requireAccount } from './base/account.ts';
import type { AnswerPlace } from './answers.ts';
import type { ChatOwner, KnownOwner } from './base/owner.ts';
import { excerptsOf, searched } from './search.ts';
import { createRemovals, type Removals } from './remove-conversations.ts';
import { summariesOf, type Summary, summaryOf, type ThreadReply, threadTo } from './replies.ts';
import { type Conversation, ownConversation, ownMessage, newestEnd, ownConversations, pathTo } from './base/thread.ts';
import { titleFrom } from './base/title.ts';

type Input<Name extends keyof ChatEndpoints> = ParsedInputOf<ChatEndpoints[Name]>;
type Output<Name extends keyof ChatEndpoints> = OutputOf<ChatEndpoints[Name]>;

/** The list of conversations and their trees. Those of others are not found. */
export interface Conversations extends Removals {
  list(query: Input<'conversations'>, owner: ChatOwner): Promise<Output<'conversations'>>;
  /** Those in which something was said last; temporary ones are not told of. */
  recent(owner: ChatOwner, count: number): Promise<readonly Summary[]>;
  read(wanted: Input<'conversation'>, owner: ChatOwner): Promise<ThreadReply>;
  select(choice: Input<'select'>, owner: ChatOwner): Promise<ThreadReply>;
  rename(wish: Input<'rename'>, owner: ChatOwner): Promise<Summary>;
  pin(wish: Input<'pin'>, owner: ChatOwner): Promise<Summary>;
  move(wish: Input<'move'>, owner: ChatOwner): Promise<Summary>;
  /** @returns how many a member has taken over from a visitor */
  adopt(visitorId: number, member: KnownOwner): Promise<number>;
}

const MAX_PAGE = 10_000;

/** What its owner says of a conversation. */
type OwnFacts = Partial<Pick<Conversation, 'title' | 'is_own_title' | 'is_pinned' | 'folder'>>;

/** @param stopIn ends what is being answered there */
export function createConversations(
  ports: Pick<ServerPorts, 'database' | 'clock'>,
  stopIn: (place: AnswerPlace) => Promise<void>,
): Conversations {
  const { database } = ports;
  const { kysely } = database;

  async function change(uuid: string, owner: ChatOwner, values: OwnFacts): Promise<Summary> {
    const found = await ownConversation(kysely, owner, uuid);
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

  return {
    async list({ page, limit, folder, search = '' }, owner) {
      const text = search.trim();
      const rows = ownConversations(kysely, owner)
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
      const hits = text === '' ? new Map<number, never>() : await excerptsOf(kysely, found, text);
      const folders = await ownConversations(kysely, owner)
        .where('folder', '<>', '')
        .select(['folder as name', (select) => select.fn.countAll<number>().as('count')])
        .groupBy('folder')
        .orderBy('folder')
        .execute();
      return { list: summaries.map((one, index) => ({ ...one, hit: hits.get(found[index]!.id) ?? null })), total, folders };
    },

    async recent(owner, count) {
      const found = await ownConversations(kysely, owner)
        .selectAll()
        .where('is_temporary', '=', false)
        .orderBy('update_time', 'desc')
        .orderBy('id', 'desc')
        .limit(count)
        .execute();
      return summariesOf(kysely, found);
    },

    async read({ uuid, before, message }, owner) {
      const conversation = await ownConversation(kysely, owner, uuid);
      const within = async (named: string): Promise<number> => {
        const found = await ownMessage(kysely, owner, named);
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
      const found = await ownMessage(kysely, owner, message);
      if (found.conversation.uuid !== uuid) throw notFound();
      const leaf = await newestEnd(kysely, found.message.id);
      await kysely.updateTable('chat_conversation').set({ leaf_id: leaf }).where('id', '=', found.conversation.id).execute();
      return threadTo(kysely, found.conversation, leaf);
    },

    async rename({ conversation, title }, owner) {
      const own = title.trim();
      const given = own === '' ? await firstTitle(await ownConversation(kysely, owner, conversation)) : own;
      return change(conversation, owner, { title: given, is_own_title: own !== '' });
    },

    pin: ({ conversation, isPinned }, owner) => change(conversation, owner, { is_pinned: isPinned }),
    move: ({ conversation, folder }, owner) => change(conversation, owner, { folder: folder.trim() }),

    ...createRemovals(ports, stopIn),
    adopt: (visitorId, member) => adoptConversations(database, visitorId, member),
  };
}

const adoptConversations = (database: ServerPorts['database'], visitorId: number, member: KnownOwner): Promise<number> =>
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
  });
