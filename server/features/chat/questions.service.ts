import type { Transaction } from 'kysely';
import type { ChatEndpoints } from '#api/contract/chat/chat';
import type { OutputOf, ParsedInputOf } from '#api/contract/base/endpoint';
import { rejection } from '#domain/base/failure';
import { notFound } from '../../base/refusal.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import type { Draft } from './answer/draft.ts';
import { gatesInOrder, seamCut, wholeCharacters } from './answer/text-gate.ts';
import type { Answers } from './answers.ts';
import { type AskedWith, createAsking } from './ask-model.ts';
import { type CheckedBy, createQuestionChecks } from './question-checks.ts';
import type { ModelRow, Models } from './models.service.ts';
import { filesNamed, wholeFilesOf } from './attachments/question-files.ts';
import { type KnownOwner } from './base/owner.ts';
import { ownConversation, type Message, ownMessage } from './base/thread.ts';
import { createExchanges, type QuestionAndAnswer } from './exchanges.ts';
import { leadTo, requireChatRoom, storeQuestion, type WantedAnswer } from './store-question.ts';

type Input<Name extends keyof ChatEndpoints> = ParsedInputOf<ChatEndpoints[Name]>;
type Answered = OutputOf<ChatEndpoints['regenerate']>;

/** Whatever begins an answer. Each is answered once for its `answer`, however often it comes. */
export interface Questions {
  send(question: Input<'send'>, owner: KnownOwner): Promise<QuestionAndAnswer>;
  edit(question: Input<'edit'>, owner: KnownOwner): Promise<QuestionAndAnswer>;
  regenerate(wish: Input<'regenerate'>, owner: KnownOwner): Promise<Answered>;
  goOn(wish: Input<'continue'>, owner: KnownOwner): Promise<Answered>;
}

interface Surroundings extends CheckedBy, AskedWith {
  readonly answers: Answers;
  readonly models: Models;
}

export function createQuestions(
  ports: Pick<ServerPorts, 'database' | 'clock' | 'files' | 'logger'>,
  { answers, models, quotas, visitors, settings, words, modelOf, toolsFor }: Surroundings,
): Questions {
  const { kysely } = ports.database;
  const { requireWords, requireFiles, requirePerson } = createQuestionChecks({ quotas, visitors, settings, words });
  const { known, exchangeOf, questionOf, parentOf } = createExchanges(kysely);
  const ask = createAsking(ports, { models, words, modelOf, toolsFor });

  const filesOfOne = (messageId: number) => wholeFilesOf(kysely, messageId);

  async function begin(
    owner: KnownOwner,
    uuid: string,
    model: ModelRow,
    prepare: (trx: Transaction<Tables>) => Promise<{ readonly messageId: number; readonly before?: Draft } | null>,
  ): Promise<void> {
    await requirePerson(owner);
    const counted = await quotas.spend(owner, model);
    const site = await words();
    let prepared: { readonly messageId: number; readonly before?: Draft } | null = null;
    let isStarted = false;
    try {
      isStarted = await answers.start({
        uuid,
        owner,
        model,
        prepare: async (trx) => (prepared = await prepare(trx)),
        ask: (signal) => ask(owner, model, prepared!.messageId, prepared!.before ?? { text: '', thinking: '', sources: [] }, signal),
        gates: (before) => ({
          text: gatesInOrder(wholeCharacters(), seamCut(before.text), site.gate()),
          thinking: gatesInOrder(wholeCharacters(), site.gate()),
        }),
        ended: ({ isFree }) => {
          // The question stays counted then; nothing else is lost.
          if (isFree) counted.takeBackOfOwner().catch((error: unknown) => ports.logger.warn('chat.questionNotUncounted', { error }));
        },
      });
      if (isStarted && owner.kind === 'visitor') await visitors.noteQuestion(owner.id);
    } finally {
      if (!isStarted) await counted.takeBack();
    }
  }

  async function exchange(owner: KnownOwner, wanted: WantedAnswer): Promise<QuestionAndAnswer> {
    await requireWords(wanted.question, owner);
    await requireFiles(wanted);
    const { answers_at_once: most } = await quotas.of(owner);
    await begin(owner, wanted.answer, wanted.model, async (trx) => {
      const messageId = await storeQuestion(trx, owner, wanted, most, nowSeconds(ports));
      return messageId === null ? null : { messageId };
    });
    return exchangeOf(wanted.answer, owner);
  }

  return {
    async send(input, owner) {
      const before = await known(input.answer, owner);
      if (before) return before;
      const conversation = input.conversation === null ? null : await ownConversation(kysely, owner, input.conversation);
      const parentId = await parentOf(input, conversation, owner);
      const model = await models.choose(owner, input.model, conversation?.model_id ?? null);
      const { answer, text, isTemporary } = input;
      const files = await filesNamed(kysely, owner, input.attachments);
      return exchange(owner, { answer, model, conversation, isTemporary, question: { text, parentId }, files });
    },

    async edit({ message: uuid, text, model: wanted, answer, attachments }, owner) {
      const before = await known(answer, owner);
      if (before) return before;
      const { message, conversation } = await ownMessage(kysely, owner, uuid);
      if (message.role !== 'user') throw notFound();
      const model = await models.choose(owner, wanted, conversation.model_id);
      const files = attachments === undefined ? await filesOfOne(message.id) : await filesNamed(kysely, owner, attachments);
      return exchange(owner, { answer, model, conversation, isTemporary: false, question: { text, parentId: message.parent_id }, files });
    },

    async regenerate({ message: uuid, model: wanted, answer }, owner) {
      const before = await known(answer, owner);
      if (before) return before;
      const { message, conversation } = await ownMessage(kysely, owner, uuid);
      const question = await questionOf(message);
      const model = await models.choose(owner, wanted, conversation.model_id);
      const files = await filesOfOne(question.id);
      return exchange(owner, { answer, model, conversation, isTemporary: false, question, files });
    },

    async goOn({ message: uuid, model: wanted, answer }, owner) {
      const { message, conversation } = await ownMessage(kysely, owner, uuid);
      const repeated = await answers.find(answer);
      if (repeated && repeated.message_id !== message.id) throw notFound();
      if (!repeated) {
        if (!isCutOff(message)) throw rejection('refusals.chat.notCutOff');
        const question = await questionOf(message);
        await requireWords(question, owner);
        const model = await models.choose(owner, wanted, message.model_id);
        await requireFiles({ question, model, files: await filesOfOne(question.id) });
        const { answers_at_once: most } = await quotas.of(owner);
        await begin(owner, answer, model, async (trx) => {
          await requireChatRoom(trx, owner, { conversation }, most);
          const taken = await trx
            .updateTable('chat_message')
            .set({ state: 'running', model_id: model.id, model_name: model.name })
            .where('id', '=', message.id)
            .where('state', '=', message.state)
            .returning('id')
            .executeTakeFirst();
          if (!taken) return null;
          await leadTo(trx, conversation.id, message.id, model, nowSeconds(ports));
          const { thinking = '', sources = [], tools = [] } = message.parts;
          return { messageId: message.id, before: { text: message.text, thinking, sources, tools } };
        });
      }
      return exchangeOf(uuid, owner);
    },
  };
}

/** What no model here wrote is not gone on with: it would become its words. */
const isCutOff = ({ role, state, finish_reason: reason, model_id: model }: Message): boolean =>
  role === 'assistant' &&
  model !== null &&
  (state === 'stopped' || state === 'interrupted' || (state === 'complete' && reason === 'length'));
