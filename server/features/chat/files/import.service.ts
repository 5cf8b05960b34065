import { sql, type Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import { sha256 } from '../../../base/digest.ts';
import { FieldsRefused } from '../../../base/refusal.ts';
import type { Tables } from '../../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import { requireAccount } from '../base/account.ts';
import { CHAT_CONVERSATIONS } from '../base/limits.ts';
import { type KnownOwner, lockOwner } from '../base/owner.ts';
import type { ChatSettings } from '../base/settings.ts';
import { titleFrom } from '../base/title.ts';
import type { FiledConversation } from './chat-file.ts';
import { readChatFile, TooManyMessages } from './read-chat-file.ts';

const ROWS_AT_ONCE = 500;

/** Conversations that have messages. @throws FieldsRefused at `file` */
function conversationsIn(file: string, now: number): readonly FiledConversation[] {
  try {
    const filed = readChatFile(file, now);
    if (filed) return filed.filter(({ messages }) => messages.length > 0);
  } catch (error) {
    if (!(error instanceof TooManyMessages)) throw error;
    throw new FieldsRefused({ file: { key: 'refusals.chat.fileTooLong', params: { count: error.most } } });
  }
  throw new FieldsRefused({ file: { key: 'refusals.chat.noChatFile' } });
}

/** Rows under names of their own, with the places of those that they follow. */
async function messageRows({ messages }: FiledConversation) {
  const placeOf = new Map(messages.map(({ id }, place) => [id, place]));
  const rows = await Promise.all(
    messages.map(async ({ role, state, text, thinking, sources, model, time }) => ({
      uuid: crypto.randomUUID(),
      role,
      state,
      text,
      parts: JSON.stringify({ ...(thinking !== undefined && { thinking }), ...(sources !== undefined && { sources }) }),
      model_id: null,
      model_name: model ?? '',
      first_word_ms: null,
      total_ms: null,
      finish_reason: null,
      text_sha256: await sha256(text),
      create_time: time,
      delete_time: null,
    })),
  );
  return { rows, parents: messages.map(({ parent }) => placeOf.get(parent ?? '')), placeOf };
}

async function addMessages(
  trx: Transaction<Tables>,
  conversationId: number,
  { rows, parents, placeOf }: Awaited<ReturnType<typeof messageRows>>,
  leaf: string | null,
): Promise<void> {
  const ids: number[] = [];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const added = await trx
      .insertInto('chat_message')
      .values(rows.slice(from, from + ROWS_AT_ONCE).map((row) => ({ ...row, conversation_id: conversationId, parent_id: null })))
      .returning('id')
      .execute();
    ids.push(...added.map(({ id }) => id).toSorted((one, other) => one - other));
  }
  const pairs = parents.flatMap((place, index) => (place === undefined ? [] : [{ id: ids[index]!, parent: ids[place]! }]));
  await sql`update chat_message set parent_id = pair.parent
    from unnest(${pairs.map(({ id }) => id)}::bigint[], ${pairs.map(({ parent }) => parent)}::bigint[]) as pair (id, parent)
    where chat_message.id = pair.id`.execute(trx);
  const end = ids[placeOf.get(leaf ?? '') ?? ids.length - 1] ?? null;
  await trx.updateTable('chat_conversation').set({ leaf_id: end }).where('id', '=', conversationId).execute();
}

async function requireRoom(trx: Transaction<Tables>, owner: KnownOwner, added: number): Promise<void> {
  const { stored } = await trx
    .selectFrom('chat_conversation')
    .select((select) => select.fn.countAll<number>().as('stored'))
    .where('owner_type', '=', owner.kind)
    .where('owner_id', '=', owner.id)
    .executeTakeFirstOrThrow();
  if (stored + added > CHAT_CONVERSATIONS[owner.kind]) throw rejection('refusals.chat.full');
}

/** Adds conversations from a file to those of their owner: all of them or none. */
export function createChatImport(ports: Pick<ServerPorts, 'database' | 'clock'>, settings: () => Promise<Pick<ChatSettings, 'daysOf'>>) {
  const { database } = ports;

  return {
    /** @throws FieldsRefused at `file` for a text that is no such file, or holds too many messages */
    async read(file: string, owner: KnownOwner): Promise<{ conversations: number; messages: number }> {
      const now = nowSeconds(ports);
      const found = conversationsIn(file, now);
      const isKept = (await settings()).daysOf[owner.kind] === 0;
      // Where conversations are kept for so many days, what comes in has those days before it; the order stays as it was.
      const filed = isKept ? found : newestLast(found).map((one) => ({ ...one, updateTime: now }));
      const messages = await Promise.all(filed.map(messageRows));
      if (filed.length > 0)
        await database.transaction(async (trx) => {
          await requireAccount(trx, owner);
          await lockOwner(trx, owner);
          await requireRoom(trx, owner, filed.length);
          const conversations: { id: number }[] = [];
          for (let from = 0; from < filed.length; from += ROWS_AT_ONCE)
            conversations.push(...(await addConversations(trx, owner, filed.slice(from, from + ROWS_AT_ONCE))));
          for (const [index, { id }] of conversations.entries()) await addMessages(trx, id, messages[index]!, filed[index]!.leaf);
        });
      return { conversations: filed.length, messages: messages.reduce((sum, { rows }) => sum + rows.length, 0) };
    },
  };
}

const newestLast = (filed: readonly FiledConversation[]): FiledConversation[] =>
  filed.toSorted((one, other) => one.updateTime - other.updateTime);

async function addConversations(
  trx: Transaction<Tables>,
  owner: KnownOwner,
  filed: readonly FiledConversation[],
): Promise<readonly { id: number }[]> {
  const added = await trx
    .insertInto('chat_conversation')
    .values(
      filed.map((one) => ({
        uuid: crypto.randomUUID(),
        owner_type: owner.kind,
        owner_id: owner.id,
        title: one.title || titleFrom(one.messages[0]?.text ?? ''),
        is_own_title: one.title !== '',
        folder: one.folder,
        is_pinned: one.isPinned,
        model_id: null,
        leaf_id: null,
        create_time: one.createTime,
        update_time: one.updateTime,
        delete_time: null,
      })),
    )
    .returning('id')
    .execute();
  return added.toSorted((one, other) => one.id - other.id);
}
