import type { ChatArea } from '#api/contract/chat/chat';
import { QUESTION_LENGTH } from '#domain/chat/answer';
import { STORAGE_KEY, readSlice, writeSlice, type Slice } from '../base/persistence.ts';
import type { AppPorts } from '../base/ports.ts';

/** What is typed and not sent, by conversation; null for a new one. In this tab, and gone with a sign-out. */
export interface ChatDrafts {
  readonly read: (conversation: string | null) => string;
  readonly keep: (conversation: string | null, text: string) => void;
}

/** The newest of them are kept. */
const MOST_DRAFTS = 20;
const NEW = 'new';

type Stored = readonly (readonly [conversation: string, text: string])[];

const isStored = (value: unknown): value is Stored =>
  Array.isArray(value) &&
  value.every((one) => Array.isArray(one) && one.length === 2 && one.every((part: unknown) => typeof part === 'string'));

/** @param area whose drafts: an administrator's are not the member's */
export function chatDrafts(tabStorage: AppPorts['tabStorage'], area: ChatArea, log: (message: string) => void): ChatDrafts {
  const slice: Slice = { key: area === 'admin' ? STORAGE_KEY.staffChatDrafts : STORAGE_KEY.chatDrafts, version: 1 };
  const all = (): Stored => {
    const stored = readSlice(tabStorage, slice);
    return isStored(stored) ? stored : [];
  };
  return {
    read: (conversation) => all().find(([one]) => one === (conversation ?? NEW))?.[1] ?? '',
    keep(conversation, text) {
      const key = conversation ?? NEW;
      const others = all().filter(([one]) => one !== key);
      const drafts: Stored =
        text === '' ? others : ([[key, text.slice(0, 2 * QUESTION_LENGTH)], ...others].slice(0, MOST_DRAFTS) as unknown as Stored);
      try {
        writeSlice(tabStorage, slice, drafts.length === 0 ? null : drafts);
      } catch {
        log('not stored: drafts of the chat');
      }
    },
  };
}
