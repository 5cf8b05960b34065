import type { Area } from '#domain/base/area';
import { QUESTION_LENGTH } from '#domain/chat/answer';
import { STORAGE_KEY, readSlice, writeSlice, type Slice } from '../base/persistence.ts';
import type { AppPorts } from '../base/ports.ts';

/**
 * What is typed and not sent, by conversation; null for a new one. In this tab, and gone with a sign-out. It is that of whoever has typed it:
 * another member does not read it. What a visitor has typed goes along with their sign-in, as what they have asked does.
 */
export interface ChatDrafts {
  readonly read: (conversation: string | null) => string;
  readonly keep: (conversation: string | null, text: string) => void;
  /** What names the answer to this text, if it is on its way to the server; null otherwise. */
  readonly sentAs: (conversation: string | null, text: string) => string | null;
  /** The text is on its way, under the name that it has already, else under `answer`. @returns its name */
  readonly send: (conversation: string | null, text: string, answer: string) => string;
  /** What was on its way under this name has arrived and goes, or it has not and stays. Something else that was typed meanwhile is not touched. */
  readonly settle: (conversation: string | null, answer: string, hasArrived: boolean) => void;
}

export interface ChatDraftsPorts {
  readonly tabStorage: AppPorts['tabStorage'];
  /** Whose drafts: an administrator's are not the member's. */
  readonly area: Area;
  readonly personOf: (area: Area) => number | null;
  readonly log: (message: string) => void;
}

/** The newest of them are kept. */
const MOST_DRAFTS = 20;
const NEW = 'new';
const VISITOR = 0;

/** `answer` is '' where the text is not on its way. */
type Draft = readonly [conversation: string, text: string, answer: string];

interface Stored {
  readonly account: number;
  readonly drafts: readonly Draft[];
  /** Of a member whose session has ended and who may come back, while a visitor types. */
  readonly kept?: Omit<Stored, 'kept'> | undefined;
}

export function chatDrafts({ tabStorage, area, personOf, log }: ChatDraftsPorts): ChatDrafts {
  const slice: Slice = { key: area === 'admin' ? STORAGE_KEY.staffChatDrafts : STORAGE_KEY.chatDrafts, version: 2 };
  const account = () => personOf(area) ?? VISITOR;
  const stored = () => readSlice(tabStorage, slice) as Stored | undefined;
  const store = (drafts: readonly Draft[], kept?: Stored['kept']) => {
    try {
      writeSlice(tabStorage, slice, drafts.length === 0 && !kept ? null : { account: account(), drafts, kept });
    } catch {
      log('not stored: drafts of the chat');
    }
  };
  const all = (): readonly Draft[] => {
    const { account: whose = VISITOR, drafts = [], kept } = stored() ?? {};
    const me = account();
    const typed = whose === me || whose === VISITOR ? drafts : [];
    // Of two in the same conversation the later one goes on: the other would be in sight, and both gone with the next letter.
    const before = (kept?.account === me ? kept.drafts : []).filter(([one]) => !typed.some(([other]) => other === one));
    const own = [...before, ...typed];
    // Whoever has come back has all that is theirs; what is another's goes.
    if (me !== VISITOR && (kept || (whose !== me && whose !== VISITOR))) store(own);
    return own;
  };
  const find = (conversation: string | null): Draft | undefined => all().find(([one]) => one === (conversation ?? NEW));
  const write = (conversation: string | null, text: string, answer: string) => {
    const key = conversation ?? NEW;
    const others = all().filter(([one]) => one !== key);
    const typed: Draft = [key, text.slice(0, 2 * QUESTION_LENGTH), answer];
    const drafts = text === '' ? others : [typed, ...others].slice(0, MOST_DRAFTS);
    const before = account() === VISITOR ? stored() : undefined;
    store(drafts, before?.account === VISITOR ? before.kept : before);
  };
  const sentAs = (conversation: string | null, text: string): string | null => {
    const [, kept, name = ''] = find(conversation) ?? [];
    return name !== '' && kept?.trim() === text.trim() ? name : null;
  };
  return {
    read: (conversation) => find(conversation)?.[1] ?? '',
    keep: (conversation, text) => write(conversation, text, ''),
    sentAs,
    send(conversation, text, answer) {
      const name = sentAs(conversation, text) ?? answer;
      write(conversation, text, name);
      return name;
    },
    settle(conversation, answer, hasArrived) {
      const [, text = '', name] = find(conversation) ?? [];
      if (name === answer) write(conversation, hasArrived ? '' : text, '');
    },
  };
}
