import type { ChatEndpoints } from '#api/contract/chat/chat';
import type { OutputOf } from '#api/contract/base/endpoint';
import type { Kysely } from 'kysely';
import { MESSAGES_A_PAGE } from '#domain/chat/answer';
import type { Row, Tables } from '../../db/tables/tables.ts';
import { attachedAs } from './attachments/attachments.service.ts';
import { questionFiles } from './attachments/question-files.ts';
import { type Conversation, type Message, pathTo, siblingMessages } from './base/thread.ts';

export type Summary = OutputOf<ChatEndpoints['rename']>;
export type MessageReply = OutputOf<ChatEndpoints['send']>['answer'];
export type ThreadReply = OutputOf<ChatEndpoints['conversation']>;

/** Conversations as the wire has them, with whether something is being answered in them. */
export async function summariesOf(kysely: Kysely<Tables>, conversations: readonly Conversation[]): Promise<readonly Summary[]> {
  const ids = conversations.map(({ id }) => id);
  const running =
    ids.length === 0
      ? []
      : await kysely
          .selectFrom('chat_run')
          .innerJoin('chat_message', 'chat_message.id', 'chat_run.message_id')
          .select('conversation_id')
          .where('chat_run.status', '=', 'running')
          .where('conversation_id', 'in', ids)
          .execute();
  const isRunning = new Set(running.map((run) => run.conversation_id));
  return conversations.map((one) => ({
    uuid: one.uuid,
    title: one.title,
    folder: one.folder,
    isPinned: one.is_pinned,
    isTemporary: one.is_temporary,
    modelId: one.model_id,
    isRunning: isRunning.has(one.id),
    createTime: one.create_time,
    updateTime: one.update_time,
  }));
}

export async function summaryOf(kysely: Kysely<Tables>, conversation: Conversation): Promise<Summary> {
  const [summary] = await summariesOf(kysely, [conversation]);
  return summary!;
}

/** Messages of one conversation as the wire has them. */
export async function messagesFor(kysely: Kysely<Tables>, messages: readonly Message[]): Promise<MessageReply[]> {
  if (messages.length === 0) return [];
  const ids = messages.map(({ id }) => id);
  const siblings = await siblingMessages(kysely, messages);
  const runs = await kysely
    .selectFrom('chat_run')
    .select(['uuid', 'message_id'])
    .where('message_id', 'in', ids)
    .where('status', '=', 'running')
    .execute();
  const ratings = await kysely
    .selectFrom('chat_feedback')
    .select(['message_id', 'verdict'])
    .where('message_id', 'in', ids)
    .where('kind', '=', 'rating')
    .execute();
  const files = await questionFiles(kysely, ids);
  const proposals = await kysely.selectFrom('chat_proposal').selectAll().where('message_id', 'in', ids).orderBy('id').execute();
  const parents = await kysely
    .selectFrom('chat_message')
    .select(['id', 'uuid'])
    .where(
      'id',
      'in',
      messages.map(({ parent_id: parent }) => parent ?? 0),
    )
    .execute();
  const uuidOf = new Map(parents.map((parent) => [parent.id, parent.uuid]));
  return messages.map((one) => ({
    uuid: one.uuid,
    parent: one.parent_id === null ? null : (uuidOf.get(one.parent_id) ?? null),
    role: one.role,
    state: one.state,
    text: one.text,
    thinking: one.parts.thinking ?? '',
    sources: (one.parts.sources ?? []).map((source) => ({ ...source })),
    answer: runs.find((run) => run.message_id === one.id)?.uuid ?? null,
    tools: (one.parts.tools ?? []).map((tool) => ({ ...tool })),
    proposals: proposals.filter((proposal) => proposal.message_id === one.id).map(proposalFor),
    model: one.model_id === null ? null : { id: one.model_id, name: one.model_name },
    siblings: [...(siblings.get(one.id) ?? [])],
    finishReason: one.finish_reason,
    usage:
      one.role === 'user' || one.state === 'running'
        ? null
        : { inputTokens: one.input_tokens, outputTokens: one.output_tokens, cost: one.cost },
    charged: { score: one.charged_score, money: one.charged_money },
    firstWordMs: one.first_word_ms,
    totalMs: one.total_ms,
    verdict: ratings.find((rating) => rating.message_id === one.id)?.verdict ?? null,
    attachments: (files.get(one.id) ?? []).map(attachedAs),
    createTime: one.create_time,
  }));
}

const proposalFor = (row: Row<'chat_proposal'>): MessageReply['proposals'][number] => ({
  uuid: row.uuid,
  resource: row.resource,
  action: row.action,
  record: row.record_id,
  title: row.title,
  values: { ...row.input, ...row.step?.sets },
  before: { ...row.before },
  step: row.step && { event: row.step.event, label: { ...row.step.label }, comment: row.step.comment },
  names: { ...row.names },
  state: row.state,
  change: row.write_id,
  createTime: row.create_time,
});

/** A page of the branch that ends with a message, and whether there is more before it. */
export async function threadTo(kysely: Kysely<Tables>, conversation: Conversation, endId: number | null): Promise<ThreadReply> {
  const path = endId === null ? [] : await pathTo(kysely, endId, MESSAGES_A_PAGE + 1);
  const messages = path.slice(-MESSAGES_A_PAGE);
  return {
    conversation: await summaryOf(kysely, conversation),
    messages: await messagesFor(kysely, messages),
    hasMore: path.length > messages.length,
  };
}
