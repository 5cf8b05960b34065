import { type ExpressionBuilder, type ExpressionWrapper, type Kysely, sql, type SqlBool } from 'kysely';
import { excerptAround } from '#domain/chat/plain-words';
import type { Tables } from '../../db/tables/tables.ts';
import type { Conversation } from './base/thread.ts';

const patternOf = (text: string): string => `%${text.toLowerCase().replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`;

type Where = ExpressionBuilder<Tables, 'chat_conversation'>;

/** Conversations that have the words in their title or in a message of any branch. Owners are looked for first, so that nothing else is read. */
export const searched =
  (text: string) =>
  (where: Where): ExpressionWrapper<Tables, 'chat_conversation', SqlBool> => {
    const pattern = patternOf(text);
    return where.or([
      sql<SqlBool>`lower(title) like ${pattern}`,
      where.exists(
        where
          .selectFrom('chat_message')
          .select('chat_message.id')
          .whereRef('chat_message.conversation_id', '=', 'chat_conversation.id')
          .where('chat_message.delete_time', 'is', null)
          .where('chat_message.search_text', 'like', pattern),
      ),
    ]);
  };

/** Where the words stand, in the newest message of each conversation that has them. */
export async function excerptsOf(
  kysely: Kysely<Tables>,
  conversations: readonly Conversation[],
  text: string,
): Promise<ReadonlyMap<number, { readonly message: string; readonly excerpt: string }>> {
  if (conversations.length === 0) return new Map();
  const rows = await kysely
    .selectFrom('chat_message')
    .distinctOn('conversation_id')
    .select(['conversation_id', 'uuid', 'text'])
    .where(
      'conversation_id',
      'in',
      conversations.map(({ id }) => id),
    )
    .where('delete_time', 'is', null)
    .where('search_text', 'like', patternOf(text))
    .orderBy('conversation_id')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.conversation_id, { message: row.uuid, excerpt: excerptAround(row.text, text) }]));
}
