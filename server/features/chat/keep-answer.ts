import { sql } from 'kysely';
import { sha256 } from '../../base/digest.ts';
import type { Row } from '../../db/tables/tables.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import type { WithEnd } from '../runs/run-log.ts';
import { addUsage } from './add-usage.ts';
import type { AnswerLog, AnswerLogEvent, ChatRun } from './answer/answer-log.ts';
import { type Draft, foldEvents, stateEvent, type Usage, usageEvent } from './answer/draft.ts';
import type { EndedAnswer } from './answer/record-answer.ts';
import { tokensIn } from './answer/tokens.ts';
import { CHAT_TURNS_TOLD } from './base/limits.ts';
import { pathTo } from './base/thread.ts';
import { setCharge } from './charges.ts';
import { costOf, type ModelRow } from './models.service.ts';

export type KeepAnswerPorts = Pick<ServerPorts, 'database' | 'clock' | 'randomBytes' | 'logger'>;

interface WrittenBy {
  readonly runId: number;
  readonly messageId: number;
  readonly model: ModelRow;
}

const messageValues = async ({ text, thinking, sources, tools = [] }: Draft) => ({
  text,
  parts: JSON.stringify({
    ...(thinking !== '' && { thinking }),
    ...(sources.length > 0 && { sources }),
    ...(tools.length > 0 && { tools }),
  }),
  text_sha256: await sha256(text),
});

const textLength = ({ text, thinking = '' }: Pick<Draft, 'text'> & { readonly thinking?: string }): number => text.length + thinking.length;

/** What is gone on with has had some before. */
const moreTokens = ({ inputTokens, outputTokens, cost }: Usage) => ({
  input_tokens: sql<number>`least(input_tokens::bigint + ${inputTokens}, 2147483647)`,
  output_tokens: sql<number>`least(output_tokens::bigint + ${outputTokens}, 2147483647)`,
  cost: sql<number>`cost + ${cost}`,
});

/** What was gone on with began when its first words came, and took all its times together. */
const moreTime = ({ firstWordMs, totalMs }: Pick<EndedAnswer, 'firstWordMs' | 'totalMs'>) => ({
  first_word_ms: sql<number | null>`coalesce(first_word_ms, ${firstWordMs}::integer)`,
  total_ms: sql<number>`coalesce(total_ms, 0) + ${totalMs}::integer`,
});

/** An answer that has ended becomes its message, with what it cost. */
export function keepAnswer(ports: KeepAnswerPorts, { runId, messageId, model }: WrittenBy): (answer: EndedAnswer) => WithEnd {
  return (answer) => async (trx) => {
    await trx
      .updateTable('chat_message')
      .set({
        ...(await messageValues(answer)),
        state: answer.state,
        finish_reason: answer.finishReason,
        ...moreTokens(answer.usage),
        ...moreTime(answer),
      })
      .where('id', '=', messageId)
      .execute();
    // What was taken back had been read: else whoever knows a word of the site's list reads for nothing.
    const isPaid = !answer.isFree && answer.state !== 'failed' && (answer.state !== 'refused' || answer.wasShown);
    await setCharge(trx, runId, messageId, isPaid ? answer.usage.cost : 0);
    if (!answer.isFree) await addUsage(ports, trx, messageId, model, answer);
  };
}

/**
 * What an answer has used that was killed before its provider could count: what was asked and what came of it, by their length. Where
 * nothing came, nobody knows that it was asked for.
 */
async function usedBy(
  { database: { kysely } }: KeepAnswerPorts,
  messageId: number,
  model: Row<'chat_model'> | undefined,
  events: readonly AnswerLogEvent[],
  draft: Draft,
): Promise<Usage> {
  const before = events.find(({ kind }) => kind === 'replace');
  const said = (draft.text + draft.thinking).length - (before ? textLength(JSON.parse(before.data) as Draft) : 0);
  if (!model || model.protocol === 'builtIn' || said <= 0) return { inputTokens: 0, outputTokens: 0, cost: 0 };
  const path = await pathTo(kysely, messageId, CHAT_TURNS_TOLD + 1);
  const inputTokens = tokensIn(path.filter(({ id }) => id !== messageId).map(({ text }) => text).join('')); // prettier-ignore
  const outputTokens = tokensIn((draft.text + draft.thinking).slice(-said));
  return { inputTokens, outputTokens, cost: costOf(model)({ inputTokens, outputTokens }) };
}

/** What a killed server has left of an answer becomes its message. */
export async function lastWords(ports: KeepAnswerPorts, log: AnswerLog, run: ChatRun) {
  const { kysely } = ports.database;
  const events = await log.all(run.id);
  const draft = foldEvents(events);
  const message = await kysely
    .selectFrom('chat_message')
    .select(['model_id', 'model_name'])
    .where('id', '=', run.message_id)
    .executeTakeFirst();
  const model = await kysely
    .selectFrom('chat_model')
    .selectAll()
    .where('id', '=', message?.model_id ?? 0)
    .executeTakeFirst();
  const usage = await usedBy(ports, run.message_id, model, events, draft);
  const state = { state: 'interrupted', finishReason: 'interrupted' } as const;
  const also: WithEnd = async (trx) => {
    await trx
      .updateTable('chat_message')
      .set({ ...(await messageValues(draft)), ...moreTokens(usage), state: state.state, finish_reason: state.finishReason })
      .where('id', '=', run.message_id)
      .execute();
    await setCharge(trx, run.id, run.message_id, usage.cost);
    if (model && usage.outputTokens > 0) await addUsage(ports, trx, run.message_id, model, { usage, firstWordMs: null });
  };
  const facts = { ...state, model: message?.model_name ?? '', modelId: message?.model_id ?? 0 };
  return { events: [usageEvent(usage), stateEvent(facts)], also };
}
