import { selectRoute } from '#machines/app/navigation.machine';
import type { ChosenAttachment } from '#machines/chat/attachments.machine';
import type { ChatInput } from '#machines/chat/chat.machine';
import { createFiles } from '../base/files.ts';
import { lazyOnce } from '../base/lazy-code.ts';
import type { AppPorts } from '../base/ports.ts';
import { saveFile } from '../base/save-file.ts';
import { chatLogic, composerLogic, type ChatLogicPorts } from './chat.actors.ts';
import { askedAtHome } from './asked-at-home.ts';
import { chatAddress, placeOf, questionIn, shareIn } from './chat-address.ts';
import { createChatCalls, type ChatCallsOptions } from './chat-calls.ts';
import { chatDrafts } from './chat-drafts.ts';
import { createChatTexts } from './chat-texts.ts';
import { sendKeyStore } from './send-key-store.ts';

export interface ChatBundlePorts
  extends Omit<ChatCallsOptions, 'pause' | 'now'>, Pick<AppPorts, 'clock' | 'notices' | 'tabStorage' | 'onFrame'> {
  readonly navigation: ChatLogicPorts['navigation'];
  readonly newKey: () => string;
}

/** Where each chat stands. */
const PATHS = { member: '/chat', admin: '/admin/chat/chat' } as const;

/** A random key of 32 hexadecimal digits as a UUID. */
const uuidOf = (key: string): string => key.replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-');

/** The chat with its effects bound, the texts beside it, and what its views need to begin. */
export function chatBundle({ tabStorage, onFrame, clock, notices, navigation, newKey, ...options }: ChatBundlePorts) {
  const texts = createChatTexts(onFrame);
  const drafts = chatDrafts({ tabStorage, ...options });
  const address = chatAddress(PATHS[options.area]);
  const files = createFiles(newKey);
  const asked = askedAtHome(tabStorage, options.area);
  const sendKeys = sendKeyStore(options.storage, options.log);
  const newUuid = (): string => uuidOf(newKey());
  const ports: ChatLogicPorts = {
    calls: createChatCalls({ ...options, ...clock }),
    texts,
    drafts,
    asked,
    address,
    clock,
    files,
    navigation,
    sendKeys,
    saveFile,
  };
  return {
    chat: chatLogic(ports),
    /** For a question that is edited where it stands. */
    composer: composerLogic(ports),
    texts,
    /** What the windows do; it comes with the first of them. */
    windows: lazyOnce(async () => (await import('./chat-windows.ts')).chatWindows(ports)),
    /** How files of questions are shown; it comes with the first of them. */
    files: lazyOnce(async () => (await import('./chat-file.actors.ts')).chatFileLogic(ports)),
    /** How answers are said and quoted; it comes with the first of them. */
    aids: lazyOnce(async () => (await import('./thread-aids.ts')).threadAids(texts)),
    /** What is offered behind `/`; it comes with the first that is typed. */
    prompts: lazyOnce(async () => (await import('./prompt-choice.actors.ts')).promptChoiceLogic()),
    /** Keeps files that were chosen, as the machines know them. */
    keepFiles: (chosen: Iterable<File>): readonly ChosenAttachment[] =>
      Array.from(chosen, (file) => {
        const { fileId } = files.keep(file);
        return { fileId, fileName: file.name, sizeBytes: file.size };
      }),
    /** Names an answer. */
    newUuid,
    href: address.href,
    sharedHref: address.sharedHref,
    shareIn,
    /** Puts a text where the reader can paste it from, and says so. */
    copy: (text: string): void =>
      void navigator.clipboard.writeText(text).then(
        () => notices.done('chatPage.thread.copied'),
        () => notices.erred('chatPage.thread.notCopied'),
      ),
    /** What the address says when the page is shown. */
    placeNow: (): ChatInput => {
      const search = selectRoute(navigation().getSnapshot())?.search ?? '';
      const place = placeOf(search, drafts);
      // What was on its way when the page was loaded anew is sent once more, under the name that it has: it is asked once.
      const sentAs = drafts.sentAs(place.conversation, place.chatText);
      return { ...place, asked: sentAs ?? (asked.isThis(questionIn(search)) ? newUuid() : null), sendKey: sendKeys.read() };
    },
  };
}
export type ChatBundle = ReturnType<typeof chatBundle>;
