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
  /** As far as it is to be drawn. */
  readonly read: (message: string) => AnswerDraft;
  readonly subscribe: (listener: () => void) => () => void;
}

interface HeldText {
  readonly run: string | null;
  readonly draft: AnswerDraft;
  /** As far as it is drawn. */
  readonly shown: AnswerDraft;
}

/** Most characters of an answer that are drawn anew with a frame: what comes faster, or waited in a hidden page, would hold up the page. */
export const SHOWN_A_FRAME = 600;

/** What is drawn next of an answer of which so much is drawn; it goes on for the reader until all of it is. */
function nextShown({ draft, shown }: HeldText): AnswerDraft {
  const { text } = draft;
  const length = shown.text.length + SHOWN_A_FRAME;
  if (text.length <= length || !text.startsWith(shown.text)) return draft;
  const beginning = text.slice(0, length);
  // No character is cut in half.
  return { ...draft, text: beginning.isWellFormed() ? beginning : text.slice(0, length + 1), state: 'running', finishReason: null };
}

export function createChatTexts(onFrame: OnFrame): ChatTexts {
  const held = new Map<string, HeldText>();
  let shown: string | null = null;
  const { notify, subscribe } = createFrameListeners(onFrame, showMore);
  function showMore(): void {
    for (const [message, one] of held) {
      if (one.shown === one.draft) continue;
      const next = nextShown(one);
      held.set(message, { ...one, shown: next });
      if (next !== one.draft) notify();
    }
  }
  return {
    show(conversation) {
      if (shown !== null && shown !== conversation) held.clear();
      shown = conversation;
    },
    put(message, run, draft) {
      if (run !== null && held.get(message)?.run === run) return;
      const whole = { ...draft, seq: 0 };
      held.set(message, { run, draft: whole, shown: whole });
      notify();
    },
    add(message, run, seq, news) {
      const known = held.get(message);
      const draft = withNews(known?.run === run ? known.draft : EMPTY_ANSWER, seq, news);
      held.set(message, { run, draft, shown: news.kind === 'replace' ? draft : (known?.shown ?? EMPTY_ANSWER) });
      notify();
      return draft;
    },
    seqOf: (message, run) => {
      const known = held.get(message);
      return known?.run === run ? known.draft.seq : 0;
    },
    read: (message) => held.get(message)?.shown ?? EMPTY_ANSWER,
    subscribe,
  };
}
