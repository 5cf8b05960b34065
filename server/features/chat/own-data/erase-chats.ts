import { sql, type Transaction } from 'kysely';
import type { ChatOwnerKind } from '#domain/chat/answer';
import type { Tables } from '../../../db/tables/tables.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import { eraseRecords, type ErasureMark } from '../../../resources/changes/erase-records.ts';
import { leaveBytes } from '../../files/remove-bytes.ts';

/**
 * Erases what accounts have in the chat, with what they shared and what the journal says of their feedback. What was used stays as sums of
 * nobody, and that there was feedback as its verdict. All in the caller's transaction, which holds the accounts' rows: whatever begins an
 * answer waits for them, and finds the sign-in ended.
 */
export async function eraseChats(
  ports: Pick<ServerPorts, 'jobs'>,
  trx: Transaction<Tables>,
  kind: Exclude<ChatOwnerKind, 'visitor'>,
  ownerIds: readonly number[],
  erasure: ErasureMark,
): Promise<void> {
  if (ownerIds.length === 0) return;
  const ids = [...ownerIds];
  const conversations = trx.selectFrom('chat_conversation').select('id').where('owner_type', '=', kind).where('owner_id', 'in', ids);
  // In the order in which an answer that ends takes its locks. What is being written finds nothing of its run, and stops.
  await trx
    .deleteFrom('chat_run')
    .where('message_id', 'in', trx.selectFrom('chat_message').select('id').where('conversation_id', 'in', conversations))
    .execute();
  await trx.deleteFrom('chat_conversation').where('owner_type', '=', kind).where('owner_id', 'in', ids).execute();
  const files = await trx
    .deleteFrom('chat_attachment')
    .where('owner_type', '=', kind)
    .where('owner_id', 'in', ids)
    .returning('file_id')
    .execute();
  await leaveBytes(
    ports,
    trx,
    files.map(({ file_id: fileId }) => fileId),
  );
  // After the conversations: feedback and sums that were being written beside are there by now.
  await eraseFeedback(trx, kind, ids, erasure);
  await sql`insert into chat_usage as kept (day, owner_type, owner_id, model_id, answers, input_tokens, output_tokens, cost, first_word_ms_sum)
    select day, owner_type, 0, model_id, sum(answers), sum(input_tokens), sum(output_tokens), sum(cost), sum(first_word_ms_sum)
    from chat_usage where owner_type = ${kind} and owner_id = any(${ids}::bigint[]) group by day, owner_type, model_id
    on conflict on constraint chat_usage_of_day do update set answers = kept.answers + excluded.answers,
      input_tokens = kept.input_tokens + excluded.input_tokens, output_tokens = kept.output_tokens + excluded.output_tokens,
      cost = kept.cost + excluded.cost, first_word_ms_sum = kept.first_word_ms_sum + excluded.first_word_ms_sum`.execute(trx);
  await trx.deleteFrom('chat_usage').where('owner_type', '=', kind).where('owner_id', 'in', ids).execute();
}

async function eraseFeedback(
  trx: Transaction<Tables>,
  kind: ChatOwnerKind,
  ownerIds: readonly number[],
  erasure: ErasureMark,
): Promise<void> {
  const told = await trx
    .updateTable('chat_feedback')
    .set((set) => ({ owner_id: 0, note: '', excerpt: '', update_time: erasure.at, version: set('version', '+', 1) }))
    .where('owner_type', '=', kind)
    .where('owner_id', 'in', [...ownerIds])
    .returning('id')
    .execute();
  await eraseRecords(trx, { resource: 'chatFeedback', ids: told.map(({ id }) => id) }, erasure);
}
