import type { Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import { nameFiles, type QuestionFile } from './attachments/question-files.ts';
import { CHAT_CONVERSATIONS, CHAT_MESSAGES } from './base/limits.ts';
import type { UnixSeconds } from '../../db/columns/column-types.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { requireAccount } from './base/account.ts';
import { type KnownOwner, lockOwner } from './base/owner.ts';
import type { Conversation, Message } from './base/thread.ts';
import { titleFrom } from './base/title.ts';
import type { ModelRow } from './models.service.ts';

/** A question that is to be stored with its answer, or an answer of one that is there. */
export interface WantedAnswer {
  readonly answer: string;
  readonly model: ModelRow;
  /** Null begins a conversation. */
  readonly conversation: Conversation | null;
  readonly isTemporary: boolean;
  readonly question: { readonly text: string; readonly parentId: number | null } | Message;
  /** What the question is asked with; of a stored one they are stored. */
  readonly files: readonly QuestionFile[];
}

export const isStored = (question: WantedAnswer['question']): question is Message => 'id' in question;

const NOTHING_YET = {
  model_id: null,
  first_word_ms: null,
  total_ms: null,
  finish_reason: null,
  text_sha256: null,
  delete_time: null,
} as const;

/** One owner's answers begin one after the other. @throws where too many are under way, or too much is kept */
export async function requireChatRoom(
  trx: Transaction<Tables>,
  owner: KnownOwner,
  { conversation }: Pick<WantedAnswer, 'conversation'>,
  most: number,
): Promise<void> {
  await requireAccount(trx, owner);
  await lockOwner(trx, owner);
  const { running } = await trx
    .selectFrom('chat_run')
    .select((select) => select.fn.countAll<number>().as('running'))
    .where('owner_type', '=', owner.kind)
    .where('owner_id', '=', owner.id)
    .where('status', '=', 'running')
    .executeTakeFirstOrThrow();
  if (running >= most) throw rejection('refusals.chat.atOnce', { count: most });
  const { stored } = conversation
    ? await trx
        .selectFrom('chat_message')
        .select((select) => select.fn.countAll<number>().as('stored'))
        .where('conversation_id', '=', conversation.id)
        .executeTakeFirstOrThrow()
    : await trx
        .selectFrom('chat_conversation')
        .select((select) => select.fn.countAll<number>().as('stored'))
        .where('owner_type', '=', owner.kind)
        .where('owner_id', '=', owner.id)
        .executeTakeFirstOrThrow();
  if (conversation && stored >= CHAT_MESSAGES) throw rejection('refusals.chat.fullConversation');
  if (!conversation && stored >= CHAT_CONVERSATIONS[owner.kind]) throw rejection('refusals.chat.full');
}

/** Stores a question, where it is new, and the message of its answer. @returns the latter's id; null where its uuid is taken */
export async function storeQuestion(
  trx: Transaction<Tables>,
  owner: KnownOwner,
  wanted: WantedAnswer,
  most: number,
  now: UnixSeconds,
): Promise<number | null> {
  await requireChatRoom(trx, owner, wanted, most);
  const taken = await trx.selectFrom('chat_message').select('id').where('uuid', '=', wanted.answer).executeTakeFirst();
  if (taken) return null;
  const { question, model } = wanted;
  const conversationId =
    wanted.conversation?.id ??
    (
      await trx
        .insertInto('chat_conversation')
        .values({
          uuid: crypto.randomUUID(),
          owner_type: owner.kind,
          owner_id: owner.id,
          title: titleFrom(question.text),
          is_temporary: wanted.isTemporary,
          model_id: model.id,
          leaf_id: null,
          create_time: now,
          update_time: now,
          delete_time: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const message = { conversation_id: conversationId, create_time: now } as const;
  const questionId = isStored(question)
    ? question.id
    : (
        await trx
          .insertInto('chat_message')
          .values({
            ...message,
            ...NOTHING_YET,
            uuid: crypto.randomUUID(),
            parent_id: question.parentId,
            role: 'user',
            state: 'complete',
            text: question.text,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
  if (!isStored(question)) await nameFiles(trx, questionId, wanted.files);
  const { id } = await trx
    .insertInto('chat_message')
    .values({
      ...message,
      ...NOTHING_YET,
      uuid: wanted.answer,
      parent_id: questionId,
      role: 'assistant',
      state: 'running',
      text: '',
      model_id: model.id,
      model_name: model.name,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await leadTo(trx, conversationId, id, model, now);
  return id;
}

/** Shows an answer from now on. */
export const leadTo = (trx: Transaction<Tables>, conversationId: number, leafId: number, model: ModelRow, now: number) =>
  trx
    .updateTable('chat_conversation')
    .set({ leaf_id: leafId, update_time: now, model_id: model.id })
    .where('id', '=', conversationId)
    .execute();
