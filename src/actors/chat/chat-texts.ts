import { EMPTY_ANSWER, withNews, type AnswerDraft, type AnswerNews } from '#domain/chat/answer-draft';
import { createFrameListeners, type OnFrame } from '../base/frame-listeners.ts';

/**
 * The texts of the shown conversation, beside the machines: they are neither events nor context. Views are told once a frame.
 * A text that is being written belongs to a run, whose events it holds up to a number.
 */
export interface ChatTexts {
  /** Another conversation is shown: the texts of the one before go. */
  readonly show: (conversation: string) => void;
  /** What the server has of a message. What a run has told beyond it stays. */
  readonly put: (message: string, run: string | null, draft: Omit<AnswerDraft, 'seq'>) => void;
  readonly add: (message: string, run: string, seq: number, news: AnswerNews) => AnswerDraft;
  /** The number of the last event of a run that is held; 0 before any. */
  readonly seqOf: (message: string, run: string) => number;
  readonly read: (message: string) => AnswerDraft;
  readonly subscribe: (listener: () => void) => () => void;
}

interface HeldText {
  readonly run: string | null;
  readonly draft: AnswerDraft;
}

export function createChatTexts(onFrame: OnFrame): ChatTexts {
  const held = new Map<string, HeldText>();
  let shown: string | null = null;
  const { notify, subscribe } = createFrameListeners(onFrame);
  return {
    show(conversation) {
      if (shown !== null && shown !== conversation) held.clear();
      shown = conversation;
    },
    put(message, run, draft) {
      if (run !== null && held.get(message)?.run === run) return;
      held.set(message, { run, draft: { ...draft, seq: 0 } });
      notify();
    },
    add(message, run, seq, news) {
      const known = held.get(message);
      const draft = withNews(known?.run === run ? known.draft : EMPTY_ANSWER, seq, news);
      held.set(message, { run, draft });
      notify();
      return draft;
    },
    seqOf: (message, run) => {
      const known = held.get(message);
      return known?.run === run ? known.draft.seq : 0;
    },
    read: (message) => held.get(message)?.draft ?? EMPTY_ANSWER,
    subscribe,
  };
}
