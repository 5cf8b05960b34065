import { sql, type Transaction } from 'kysely';
import { localText } from '#domain/base/zone-time';
import type { Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { readSiteSettings } from '../../resources/base/site-settings.ts';
import type { EndedAnswer } from './answer/record-answer.ts';
import type { ModelRow } from './models.service.ts';

/** Adds what an answer has used to the sums of its owner's day, in the transaction that ends it. */
export async function addUsage(
  ports: Pick<ServerPorts, 'clock'>,
  trx: Transaction<Tables>,
  messageId: number,
  model: Pick<ModelRow, 'id'>,
  { usage, firstWordMs }: Pick<EndedAnswer, 'usage' | 'firstWordMs'>,
): Promise<void> {
  // Whose it is now: a visitor may have become a member meanwhile.
  const whose = await trx
    .selectFrom('chat_message')
    .innerJoin('chat_conversation', 'chat_conversation.id', 'conversation_id')
    .select(['owner_type', 'owner_id'])
    .where('chat_message.id', '=', messageId)
    .executeTakeFirst();
  if (!whose) return;
  const { timeZone } = await readSiteSettings(trx);
  const added = {
    answers: 1,
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cost: usage.cost,
    first_word_ms_sum: firstWordMs ?? 0,
  };
  await trx
    .insertInto('chat_usage')
    .values({ day: localText(nowSeconds(ports), timeZone).slice(0, 10), ...whose, model_id: model.id, ...added })
    .onConflict((conflict) =>
      conflict
        .constraint('chat_usage_of_day')
        .doUpdateSet(
          Object.fromEntries(Object.entries(added).map(([name, value]) => [name, sql`${sql.ref(`chat_usage.${name}`)} + ${value}`])),
        ),
    )
    .execute();
}
