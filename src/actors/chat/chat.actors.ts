import { map, merge } from 'rxjs';
import { fromCallback, fromPromise } from 'xstate';
import { chatMachine, type ChatEvent, type ChatOffer } from '#machines/chat/chat.machine';
import { attachmentsMachine } from '#machines/chat/attachments.machine';
import { composerMachine } from '#machines/chat/composer.machine';
import type { Exchange } from '#machines/chat/exchange';
import { conversationsMachine, type ConversationList } from '#machines/chat/conversations.machine';
import { threadMachine } from '#machines/chat/thread.machine';
import type { NavigationRef } from '#machines/app/navigation.machine';
import type { ClockPort, FilesPort } from '../base/ports.ts';
import { answerLogic } from './answer.actors.ts';
import type { AskedAtHome } from './asked-at-home.ts';
import { placeOf, type ChatAddress } from './chat-address.ts';
import type { ChatCalls } from './chat-calls.ts';
import type { ChatDrafts } from './chat-drafts.ts';
import { chatTabs, tellChatTabs } from './chat-tabs.ts';
import type { ChatTexts } from './chat-texts.ts';
import type { SendKeyStore } from './send-key-store.ts';
import { readConversation, readMessage, readPart } from './read-wire.ts';

export interface ChatLogicPorts {
  readonly calls: ChatCalls;
  readonly texts: ChatTexts;
  readonly drafts: ChatDrafts;
  readonly asked: AskedAtHome;
  readonly address: ChatAddress;
  readonly clock: Pick<ClockPort, 'now'>;
  readonly files: Pick<FilesPort, 'read' | 'forget'>;
  readonly navigation: () => NavigationRef;
  readonly sendKeys: SendKeyStore;
  /** Lets the browser save a file. */
  readonly saveFile: (name: string, content: Blob) => void;
}

/** Conversations that one portion of the list holds. */
const A_PORTION = 50;
/** A call answers no more. */
const MOST_A_CALL = 100;

/** When the reader's day began, in Unix seconds. */
const dayStartOf = (nowMs: number): number => Math.floor(new Date(nowMs).setHours(0, 0, 0, 0) / 1000);

const quietly = (signal: AbortSignal) => ({ signal, quietErrors: true, duplicates: 'allowed' }) as const;

/** Comes with the first thing that is done to a conversation or a message, and with what is rare. */
const deeds = () => import('./chat-deeds.ts');

/** Comes with the first file. */
const attachmentActors = () => import('./attachments.actors.ts');

const attachmentsLogic = (ports: ChatLogicPorts): typeof attachmentsMachine =>
  attachmentsMachine.provide({
    actors: {
      sendAttachment: fromPromise(async ({ input, signal }) => (await attachmentActors()).sendAttachment(ports, input.fileId, signal)),
    },
    actions: {
      drop: (_, { files, isSent }) => {
        if (files.length > 0) void attachmentActors().then((actors) => actors.dropAttachments(ports, files, isSent));
      },
    },
  });

export function composerLogic(ports: ChatLogicPorts): typeof composerMachine {
  const {
    calls: { call, endpoints },
    texts,
    drafts,
    asked,
  } = ports;
  return composerMachine.provide({
    actors: {
      attachments: attachmentsLogic(ports),
      sendQuestion: fromPromise(async ({ input, signal }): Promise<Exchange> => {
        const { conversation, edited, chatText: text, model, isTemporary } = input;
        const attachments = [...input.attachments];
        asked.forget();
        // A tab that is loaded anew before the reply has come has the words alone, and sends them again.
        const isNamed = edited === null && attachments.length === 0;
        const answer = isNamed ? drafts.send(conversation, text, input.answer) : input.answer;
        const asking =
          edited === null
            ? call(endpoints.send, { conversation, text, model, answer, isTemporary, attachments })
            : deeds().then(({ askAnew }) => askAnew(ports.calls, { message: edited, text, model, answer, attachments }, signal));
        const reply = await asking.catch((error: unknown) => {
          drafts.settle(conversation, answer, false);
          throw error;
        });
        drafts.settle(conversation, answer, true);
        if (signal.aborted) {
          // Whoever has gone to another conversation has asked all the same.
          tellChatTabs();
          signal.throwIfAborted();
        }
        texts.show(reply.conversation.uuid);
        return {
          conversation: readConversation(reply.conversation),
          question: readMessage(reply.question, texts),
          answer: readMessage(reply.answer, texts),
        };
      }),
      provePerson: fromPromise(async ({ input: { id, info }, signal }) => {
        await (await deeds()).proveVisitor(call, { captchaId: id, captchaInfo: info }, signal);
      }),
    },
    actions: {
      keepDraft: (_, { conversation, edited, chatText }) => {
        if (edited === null) drafts.keep(conversation, chatText);
      },
    },
  });
}

const threadLogic = (ports: ChatLogicPorts): typeof threadMachine => {
  const {
    calls: { call, endpoints },
    texts,
  } = ports;
  return threadMachine.provide({
    actors: {
      answer: answerLogic(ports),
      readThread: fromPromise(async ({ input: { uuid, message, before }, signal }) => {
        const wanted = { uuid, ...(message !== null && { message }), ...(before !== null && { before }) };
        return readPart(await call(endpoints.conversation, wanted, quietly(signal)), texts);
      }),
      changeThread: fromPromise(async ({ input, signal }) => (await deeds()).changeThread(ports, input, signal)),
    },
  });
};

export const conversationsLogic = ({
  calls: { call, area, endpoints },
  clock,
  saveFile,
}: Pick<ChatLogicPorts, 'calls' | 'clock' | 'saveFile'>): typeof conversationsMachine =>
  conversationsMachine.provide({
    actors: {
      listConversations: fromPromise(async ({ input: { chatSearch, chatFolder, portions }, signal }): Promise<ConversationList> => {
        const search = chatSearch.trim();
        const wanted = { limit: MOST_A_CALL, ...(chatFolder !== null && { folder: chatFolder }), ...(search !== '' && { search }) };
        const shown = portions * A_PORTION;
        const pageOf = (page: number) => call(endpoints.conversations, { ...wanted, page }, quietly(signal));
        const furtherCount = Math.ceil(shown / MOST_A_CALL) - 1;
        const [first, ...further] = await Promise.all([
          pageOf(1),
          ...Array.from({ length: furtherCount }, (_, index) => pageOf(index + 2)),
        ]);
        const { total, folders } = first;
        // One that moves on between two calls stands in both.
        const found = new Map([first, ...further].flatMap(({ list }) => list.map((one) => [one.uuid, one] as const)));
        const list = [...found.values()].slice(0, shown);
        return {
          list: list.map(({ hit, ...one }) => ({
            ...readConversation(one),
            hit: hit && { message: hit.message, chatExcerpt: hit.excerpt },
          })),
          total,
          folders: folders.map(({ name, count }) => ({ chatFolder: name, count })),
          dayStart: dayStartOf(clock.now()),
        };
      }),
      changeConversation: fromPromise(async ({ input, signal }) =>
        (await deeds()).changeConversation({ call, area, saveFile }, input, signal),
      ),
    },
  });

async function startChat({ call, endpoints, visitor }: ChatCalls, signal: AbortSignal): Promise<ChatOffer> {
  const { owner, visitorToken, models, balance, starters, commands, quota, isLabelled } = await call(endpoints.start, {}, quietly(signal));
  if (visitorToken !== null) visitor.keep(visitorToken);
  const token = visitor.read();
  if (owner === 'member' && token !== null) await (await deeds()).adopt(call, token, visitor.forget);
  const { answersAtOnce: _answersAtOnce, ...limits } = quota;
  return { owner, models, balance, starters, commands, ...limits, isLabelled };
}

export function chatLogic(ports: ChatLogicPorts): typeof chatMachine {
  return chatMachine.provide({
    actors: {
      startChat: fromPromise(({ signal }) => startChat(ports.calls, signal)),
      conversations: conversationsLogic(ports),
      thread: threadLogic(ports),
      composer: composerLogic(ports),
      watchOutside: fromCallback<ChatEvent>(({ sendBack }) => {
        const places = ports.address.searches(ports.navigation()).pipe(map((search) => placeOf(search, ports.drafts)));
        const heard = merge(
          places.pipe(map((place) => ({ type: 'chat.addressed', ...place }) as const)),
          ports.sendKeys.changes.pipe(map((sendKey) => ({ type: 'chat.sendKeyHeard', sendKey }) as const)),
        ).subscribe(sendBack);
        return () => heard.unsubscribe();
      }),
      watchTabs: chatTabs,
    },
    actions: {
      showAddress: (_, { conversation }) =>
        ports.navigation().send({ type: 'navigation.requested', to: ports.address.href(conversation), mode: 'replace' }),
      keepSendKey: (_, { sendKey }) => ports.sendKeys.keep(sendKey),
    },
  });
}
