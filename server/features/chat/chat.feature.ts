import { approveProposal, declineProposal, undoProposal } from '#api/contract/chat/proposals';
import { tryModel } from '#api/contract/chat/model-trial';
import { mountForAdmin } from '../../routing/mount.ts';
import type { AdminCaller } from '../../base/caller.ts';
import type { FeatureContext } from '../base/feature.ts';
import type { Help } from '../help/help.service.ts';
import type { MemberSessions } from '../members/sign-in/member-sessions.service.ts';
import type { CaptchaService } from '../session/captcha/captcha.service.ts';
import type { SessionService } from '../session/session.service.ts';
import type { ChatModel } from './answer/chat-model.ts';
import type { AnswerTimes } from './answer/record-answer.ts';
import { type Answers, createAnswers } from './answers.ts';
import { createAttachments } from './attachments/attachments.service.ts';
import { createBuiltInModel } from './built-in/built-in-model.ts';
import { createExamples } from './built-in/examples.ts';
import { createRecordSearch } from './built-in/records.ts';
import { createWishes } from './built-in/wishes.ts';
import { chatRoutes } from './chat.routes.ts';
import { createConversations } from './conversations.service.ts';
import { createFeedback } from './feedback.service.ts';
import { createChatExport } from './files/export.service.ts';
import { createChatImport } from './files/import.service.ts';
import { followRoutes } from './follow.routes.ts';
import { createModels, type ModelRow } from './models.service.ts';
import { createOwnerOf } from './owner-of.ts';
import { createQuestions } from './questions.service.ts';
import { CHAT_RETRY_MS } from './base/limits.ts';
import { createQuotas } from './base/quotas.ts';
import { createModelTrial } from './providers/model-trial.service.ts';
import { createProviderModel } from './providers/provider-model.ts';
import { hidingPersonal } from './providers/hiding-personal.ts';
import { createChatSettings } from './base/settings.ts';
import { memberChats } from './own-data/member-chats.ts';
import { createProposals } from './tools/proposals.service.ts';
import { createToolBox } from './tools/section-tools.ts';
import { createShares } from './shares.service.ts';
import { createVisitors } from './visitors.ts';
import { createSiteWords } from './words.ts';

export interface ChatOptions {
  /** Between two phrases of the built-in answerer. */
  readonly paceMs?: number;
  readonly times?: AnswerTimes;
  /** Before a provider is asked again. */
  readonly retryMs?: number;
  /** What answers in the place of the models that there are. */
  readonly model?: ChatModel;
}

const PACE_MS = 25;

/** The chat of visitors, members and administrators. @returns the answers that go on by themselves */
export function mountChat(
  context: FeatureContext & {
    readonly sessions: SessionService;
    readonly members: MemberSessions;
    readonly help: Help;
    readonly captcha: Pick<CaptchaService, 'consume'>;
  },
  { paceMs = PACE_MS, times, retryMs = CHAT_RETRY_MS, model }: ChatOptions = {},
): Answers {
  const { table, raw, ports, resources, members, help, memberData, captcha } = context;
  const settings = createChatSettings(ports);
  const visitors = createVisitors(ports);
  const ownerOf = createOwnerOf(members, visitors);
  const models = createModels(ports);
  const quotas = createQuotas(ports, settings);
  const answers = createAnswers(ports, times);
  const records = createRecordSearch(ports, resources);
  const builtIn = createBuiltInModel(ports, {
    help,
    quotas,
    paceMs,
    records,
    examplesFor: createExamples({ help, records, messages: ports.messages }),
    wishesIn: createWishes(ports.messages, resources),
  });
  const modelOf = (row: ModelRow): ChatModel => {
    if (model) return model;
    if (row.protocol === 'builtIn') return builtIn;
    const provider = createProviderModel(ports, row, retryMs);
    return row.mask_personal === '1' ? hidingPersonal(provider) : provider;
  };
  const proposals = createProposals(ports, resources);
  const toolsFor = (caller: AdminCaller, messageId: number) => createToolBox(ports, resources, proposals, caller, messageId);
  const services = {
    ownerOf,
    visitors,
    captcha,
    settings,
    models,
    quotas,
    answers,
    questions: createQuestions(ports, { answers, models, quotas, visitors, settings, words: createSiteWords(ports), modelOf, toolsFor }),
    conversations: createConversations(ports, (place) => answers.stopIn(place)),
    feedback: createFeedback(ports, resources),
    shares: createShares(ports, settings),
    exports: createChatExport(ports, settings),
    imports: createChatImport(ports, settings),
    attachments: createAttachments(ports),
  };
  chatRoutes(table, services, ports);
  const tryOut = createModelTrial(ports);
  mountForAdmin(table, tryModel, ({ id }, caller) => tryOut(id, caller));
  mountForAdmin(table, approveProposal, ({ proposal }, caller) => proposals.approve(proposal, caller));
  mountForAdmin(table, declineProposal, ({ proposal }, caller) => proposals.decline(proposal, caller));
  mountForAdmin(table, undoProposal, ({ proposal }, caller) => proposals.undo(proposal, caller));
  memberData.add(memberChats(ports));
  followRoutes(raw, { ...context, ownerOf, answers, settings }, ports);
  return answers;
}
