import { type Kysely, sql } from 'kysely';
import type { Row, Tables } from '../../../db/tables/tables.ts';
import { notFound } from '../../../base/refusal.ts';
import type { ChatOwner } from './owner.ts';

export type Conversation = Row<'chat_conversation'>;
export type Message = Omit<Row<'chat_message'>, 'search_text'>;

export const MESSAGE_COLUMNS = [
  'id',
  'uuid',
  'conversation_id',
  'parent_id',
  'role',
  'state',
  'text',
  'parts',
  'model_id',
  'model_name',
  'input_tokens',
  'output_tokens',
  'first_word_ms',
  'total_ms',
  'cost',
  'charged_score',
  'charged_money',
  'finish_reason',
  'text_sha256',
  'create_time',
  'delete_time',
] as const;

type Reader = Kysely<Tables>;

/** A conversation of the owner. @throws not found for that of somebody else, for none, and for a deleted one unless it is asked for */
export async function ownConversation(kysely: Reader, owner: ChatOwner, uuid: string, isDeleted = false): Promise<Conversation> {
  const found =
    owner.id === null
      ? undefined
      : await kysely
          .selectFrom('chat_conversation')
          .selectAll()
          .where('uuid', '=', uuid)
          .where('owner_type', '=', owner.kind)
          .where('owner_id', '=', owner.id)
          .where('delete_time', isDeleted ? 'is not' : 'is', null)
          .executeTakeFirst();
  if (!found) throw notFound();
  return found;
}

/** All conversations of the owner that are not deleted. Nothing of a visitor who has asked nothing. */
export const ownConversations = (kysely: Reader, owner: ChatOwner) =>
  kysely
    .selectFrom('chat_conversation')
    .where('owner_type', '=', owner.kind)
    .where('owner_id', '=', owner.id ?? -1)
    .where('delete_time', 'is', null);

/** The same for a message, with its conversation, which is not deleted. */
export async function ownMessage(
  kysely: Reader,
  owner: ChatOwner,
  uuid: string,
  isDeleted = false,
): Promise<{ readonly message: Message; readonly conversation: Conversation }> {
  const message = await kysely
    .selectFrom('chat_message')
    .select(MESSAGE_COLUMNS)
    .where('uuid', '=', uuid)
    .where('delete_time', isDeleted ? 'is not' : 'is', null)
    .executeTakeFirst();
  const conversation =
    message && owner.id !== null
      ? await kysely
          .selectFrom('chat_conversation')
          .selectAll()
          .where('id', '=', message.conversation_id)
          .where('owner_type', '=', owner.kind)
          .where('owner_id', '=', owner.id)
          .where('delete_time', 'is', null)
          .executeTakeFirst()
      : undefined;
  if (!message || !conversation) throw notFound();
  return { message, conversation };
}

/** The ids on the way from a message up to the first question, so many of them, in the order in which it is read. */
export async function pathIds(kysely: Reader, id: number, count: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`with recursive path (id, parent_id, depth) as (
      select id, parent_id, 1 from chat_message where id = ${id} and delete_time is null
      union all
      select above.id, above.parent_id, path.depth + 1 from chat_message as above join path on above.id = path.parent_id where path.depth < ${count}
    ) select id from path`.execute(kysely);
  return rows.map((row) => row.id).toReversed();
}

/** These messages, in the order of their ids as they are named. */
export async function messagesWithIds(kysely: Reader, ids: readonly number[]): Promise<readonly Message[]> {
  if (ids.length === 0) return [];
  const messages = await kysely.selectFrom('chat_message').select(MESSAGE_COLUMNS).where('id', 'in', ids).execute();
  const byId = new Map(messages.map((message) => [message.id, message]));
  return ids.flatMap((each) => byId.get(each) ?? []);
}

/** The way from a message up to the first question, so many of it, in the order in which it is read. */
export const pathTo = async (kysely: Reader, id: number, count: number): Promise<readonly Message[]> =>
  messagesWithIds(kysely, await pathIds(kysely, id, count));

/** The newest end behind a message: of each fork the last one that was added. */
export async function newestEnd(kysely: Reader, id: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`with recursive down (id) as (
      select ${id}::bigint
      union all
      select (select max(below.id) from chat_message as below where below.parent_id = down.id and below.delete_time is null)
      from down where down.id is not null
    ) select max(id) as id from down`.execute(kysely);
  return rows[0]?.id ?? id;
}

/** A message and everything below it, on all branches. */
export async function subtreeOf(kysely: Reader, id: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`with recursive below (id) as (
      select ${id}::bigint
      union all
      select child.id from chat_message as child join below on child.parent_id = below.id
    ) select id from below`.execute(kysely);
  return rows.map((row) => row.id);
}

/** All versions at the fork of each of these messages, in the order they were made in. */
export async function siblingMessages(kysely: Reader, messages: readonly Message[]): Promise<ReadonlyMap<number, readonly string[]>> {
  const [first] = messages;
  if (!first) return new Map();
  const parents = messages.flatMap(({ parent_id: parent }) => (parent === null ? [] : [parent]));
  const rows = await kysely
    .selectFrom('chat_message')
    .select(['uuid', 'parent_id'])
    .where('conversation_id', '=', first.conversation_id)
    .where('delete_time', 'is', null)
    .where((where) => where.or([where('parent_id', 'is', null), ...(parents.length > 0 ? [where('parent_id', 'in', parents)] : [])]))
    .orderBy('id')
    .execute();
  const byParent = Map.groupBy(rows, (row) => row.parent_id);
  return new Map(messages.map(({ id, parent_id: parent }) => [id, (byParent.get(parent) ?? []).map(({ uuid }) => uuid)]));
}
