import { adoptChat, chatCalls, type ChatEndpoints, proveChatVisitor, staffChatCalls } from '#api/contract/chat/chat';
import type { ChatArea } from '#api/contract/chat/first-calls';
import { readRecentChats } from '#api/contract/members/recent-chats';
import { nodeOf, type OutputOf, type ParsedInputOf } from '#api/contract/base/endpoint';
import { rejection } from '#domain/base/failure';
import { CHAT_CHANGES, CHAT_IMPORTS, CHAT_SEARCHES } from './base/limits.ts';
import type { Caller } from '../../base/caller.ts';
import { SessionEnded } from '../../base/refusal.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import type { FileToSend } from '../../routing/file-reply.ts';
import { mount, mountForMember } from '../../routing/mount.ts';
import type { RouteTable } from '../../routing/route-table.ts';
import { countAttempt, type ThrottleKey } from '../base/throttle.ts';
import { BUILT_IN_COMMANDS } from './built-in/built-in-model.ts';
import type { UploadBody } from '../../ports/upload-ports.ts';
import type { Answers } from './answers.ts';
import type { Attachments } from './attachments/attachments.service.ts';
import type { Conversations } from './conversations.service.ts';
import type { Feedback } from './feedback.service.ts';
import type { createChatExport } from './files/export.service.ts';
import type { createChatImport } from './files/import.service.ts';
import type { Models } from './models.service.ts';
import { withoutCosts } from './costs-in-sight.ts';
import { type ChatOwner, isKnown, type KnownOwner, ownerKey } from './base/owner.ts';
import type { OwnerOf } from './owner-of.ts';
import type { Questions } from './questions.service.ts';
import type { Quotas } from './base/quotas.ts';
import type { ChatSettings } from './base/settings.ts';
import type { Shares } from './shares.service.ts';
import { ownMessage } from './base/thread.ts';
import { balanceOf, chargeFor, highestCharge } from './charges.ts';
import type { CaptchaService } from '../session/captcha/captcha.service.ts';
import type { Visitors } from './visitors.ts';

export interface ChatServices {
  readonly ownerOf: OwnerOf;
  readonly visitors: Visitors;
  readonly captcha: Pick<CaptchaService, 'consume'>;
  readonly settings: () => Promise<ChatSettings>;
  readonly models: Models;
  readonly quotas: Quotas;
  readonly answers: Answers;
  readonly questions: Questions;
  readonly conversations: Conversations;
  readonly feedback: Feedback;
  readonly shares: Shares;
  readonly exports: ReturnType<typeof createChatExport>;
  readonly imports: ReturnType<typeof createChatImport>;
  readonly attachments: Attachments;
}

/** A file in the place of the output of a call that replies with one. */
type Reply<Name extends keyof ChatEndpoints> = Name extends 'export' | 'attachment' ? FileToSend : OutputOf<ChatEndpoints[Name]>;
/** What is shared is read by anyone, whoever they are. */
type Handled = Exclude<keyof ChatEndpoints, 'shared'>;
type Handlers = {
  readonly [Name in Handled]: (input: ParsedInputOf<ChatEndpoints[Name]>, owner: ChatOwner, body: UploadBody) => Promise<Reply<Name>>;
};

/** The calls of visitors and members, and the same of administrators. */
export function chatRoutes(table: RouteTable, services: ChatServices, ports: ServerPorts): void {
  mountCalls(table, 'member', services, ports);
  mountCalls(table, 'admin', services, ports);
  mount(table, proveChatVisitor, async ({ captchaId, captchaInfo }, caller) => {
    const owner = await services.ownerOf(caller, 'member');
    if (owner.kind !== 'visitor' || !isKnown(owner)) return null;
    await services.captcha.consume(captchaId, captchaInfo, caller.client, { purpose: 'chat', subject: 'visitor' });
    await services.visitors.prove(owner.id);
    return null;
  });
  mountForMember(table, adoptChat, async ({ visitorToken }, caller) => {
    const visitorId = await services.visitors.find(visitorToken);
    const member = await services.ownerOf(caller, 'member');
    return { conversations: visitorId === null || !isKnown(member) ? 0 : await services.conversations.adopt(visitorId, member) };
  });
  mountForMember(table, readRecentChats, async (_input, caller) => recentChats(services, await services.ownerOf(caller, 'member')));
}

const RECENT_CHATS = 3;

async function recentChats({ settings, quotas, conversations }: ChatServices, owner: ChatOwner): Promise<OutputOf<typeof readRecentChats>> {
  const { isOnFor } = await settings();
  if (!isOnFor[owner.kind]) return { is_on: false, list: [], messages_a_day: null, messages_left: null };
  const { messages_a_day, messagesLeft } = await quotas.left(owner);
  const recent = await conversations.recent(owner, RECENT_CHATS);
  const list = recent.map(({ uuid, title, updateTime: time }) => ({ uuid, title, time }));
  return { is_on: true, list, messages_a_day, messages_left: messagesLeft };
}

/** What reads, and so is not counted with the changes; questions have a quota of their own. */
const UNCOUNTED: ReadonlySet<string> = new Set(['start', 'conversations', 'conversation', 'stop', 'shares', 'attachment']);

/** What stays while the chat is switched off: to see what is one's own, to end it, and to take it away. */
const WHILE_OFF: ReadonlySet<string> = new Set(
  ['start', 'conversations', 'conversation', 'stop', 'remove', 'putBack', 'clearOthers', 'shares', 'unshare', 'export'], // prettier-ignore
);

/** What answers with messages. */
const WITH_MESSAGES: ReadonlySet<string> = new Set(['conversation', 'select', 'send', 'edit', 'regenerate', 'continue']);

/** A visitor is made anew with any token, so that they count together with all of their network. */
const changesOf = (owner: ChatOwner): readonly ThrottleKey[] => [
  ...(isKnown(owner) ? [{ key: `${ownerKey(owner)}:changes`, limit: CHAT_CHANGES }] : []),
  ...(owner.kind === 'visitor' ? [{ key: `chat-changes:${owner.network}`, limit: CHAT_CHANGES }] : []),
];

function mountCalls(table: RouteTable, area: ChatArea, services: ChatServices, ports: ServerPorts): void {
  const handlers = handlersOf(services, ports);
  for (const [name, endpoint] of Object.entries(area === 'admin' ? staffChatCalls : chatCalls)) {
    const handle = async (input: never, caller: Caller, body: UploadBody): Promise<unknown> => {
      if (name === 'shared') return services.shares.read((input as { share: string }).share, area);
      const owner = await services.ownerOf(caller, area);
      const { isOnFor, seesCosts } = await services.settings();
      if (!WHILE_OFF.has(name) && !isOnFor[owner.kind]) throw rejection('refusals.chat.off');
      if (!UNCOUNTED.has(name)) await countAttempt(ports, changesOf(owner));
      const reply = await handlers[name as Handled](input, owner, body);
      return seesCosts[owner.kind] || !WITH_MESSAGES.has(name) ? reply : withoutCosts(reply);
    };
    table.add({ endpoint, node: nodeOf(endpoint), handle });
  }
}

function handlersOf(services: ChatServices, ports: ServerPorts): Handlers {
  const { visitors, settings, models, quotas, answers, questions, conversations, feedback, shares, exports, imports, attachments } =
    services;

  /** Whoever asks for the first time is somebody from then on. */
  async function known(owner: ChatOwner): Promise<KnownOwner> {
    if (isKnown(owner)) return owner;
    const id = await visitors.make(owner.caller.tokens.chatVisitor ?? '', owner.network);
    if (id === null) throw rejection('refusals.chat.noVisitor');
    return { ...owner, id };
  }

  return {
    async start(_input, owner) {
      const { isOnFor, isLabelled } = await settings();
      const isOn = isOnFor[owner.kind];
      const left = await quotas.left(owner);
      const { language } = owner.caller.client;
      const builtIn = BUILT_IN_COMMANDS.map((name) => ({
        name,
        text: ports.messages.text(language, `answers.command.${name}`),
        isBuiltIn: true,
      }));
      const token = owner.caller.tokens.chatVisitor ?? '';
      return {
        owner: owner.kind,
        visitorToken: owner.kind === 'visitor' && !visitors.isToken(token) ? visitors.newToken() : null,
        models: isOn
          ? (await models.offered(owner)).map((row) => ({
              id: row.id,
              name: row.name,
              isBuiltIn: row.protocol === 'builtIn',
              hidesPersonal: row.protocol !== 'builtIn' && row.mask_personal === '1',
              takesImages: row.takes_images === '1',
              showsThinking: row.shows_thinking === '1',
              charge: chargeFor(row, owner),
              highestCharge: chargeFor(row, owner) === 'free' ? 0 : highestCharge(row),
            }))
          : [],
        balance: owner.kind === 'member' && owner.id !== null ? await balanceOf(ports.database.kysely, owner.id) : null,
        starters: isOn ? [...(await models.prompts('starter', owner))] : [],
        commands: isOn
          ? [...builtIn, ...(await models.prompts('command', owner)).map(({ name, text }) => ({ name, text, isBuiltIn: false }))]
          : [],
        quota: {
          messagesADay: left.messages_a_day,
          messagesLeft: left.messagesLeft,
          tokensADay: left.tokens_a_day,
          tokensLeft: left.tokensLeft,
          answersAtOnce: left.answers_at_once,
          inputCharacters: left.input_characters,
        },
        isLabelled,
      };
    },
    async conversations(query, owner) {
      if (query.search && isKnown(owner)) await countAttempt(ports, [{ key: `${ownerKey(owner)}:searches`, limit: CHAT_SEARCHES }]);
      return conversations.list(query, owner);
    },
    conversation: (wanted, owner) => conversations.read(wanted, owner),
    send: async (question, owner) => questions.send(question, await known(owner)),
    edit: async (question, owner) => questions.edit(question, await known(owner)),
    regenerate: async (wish, owner) => questions.regenerate(wish, await known(owner)),
    continue: async (wish, owner) => questions.goOn(wish, await known(owner)),
    async stop({ answer }, owner) {
      const run = await answers.find(answer);
      if (!run || run.owner_type !== owner.kind || run.owner_id !== owner.id) {
        // The run of an answer that ended long ago is forgotten; its message is not.
        return { state: (await ownMessage(ports.database.kysely, owner, answer)).message.state };
      }
      await answers.stop(answer, owner.kind);
      return { state: (await answers.find(answer))?.status ?? run.status };
    },
    select: (choice, owner) => conversations.select(choice, owner),
    rename: (wish, owner) => conversations.rename(wish, owner),
    pin: (wish, owner) => conversations.pin(wish, owner),
    move: (wish, owner) => conversations.move(wish, owner),
    remove: (target, owner) => conversations.remove(target, owner),
    putBack: (target, owner) => conversations.putBack(target, owner),
    clearOthers: (wish, owner) => conversations.clearOthers(wish, owner),
    async rate(rating, owner) {
      await feedback.rate(rating, owner);
      return null;
    },
    async report(report, owner) {
      await feedback.report(report, owner);
      return null;
    },
    shares: ({ conversation }, owner) => shares.list(conversation, owner),
    share: ({ conversation, message }, owner) => shares.share(conversation, message ?? null, owner),
    async unshare({ share }, owner) {
      await shares.unshare(share, owner);
      return null;
    },
    attach: (_input, owner, body) => attachments.attach(body, owner),
    async detach({ attachment }, owner) {
      await attachments.detach(attachment, owner);
      return null;
    },
    attachment: ({ attachment }, owner) => attachments.read(attachment, owner),
    export: ({ conversation, format }, owner) => exports.write(conversation, format, owner),
    async import({ file }, owner) {
      if (owner.kind === 'visitor' || !isKnown(owner)) throw new SessionEnded('member');
      await countAttempt(ports, [{ key: `${ownerKey(owner)}:imports`, limit: CHAT_IMPORTS }]);
      return imports.read(file, owner);
    },
  };
}
