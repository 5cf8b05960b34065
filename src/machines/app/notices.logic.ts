/**
 * The messages that pass by. Owned by the page's start; a message that comes again is counted, not repeated. It folds events into a value.
 * Source: specification §8; readings 8.7.
 */
import { fromTransition, type ActorRefFrom, type ActorSystem } from 'xstate';
import type { UndoOffer } from '#domain/table/undo-offer';

export type NoticeKind = 'success' | 'warning' | 'failure';

export interface Notice {
  readonly kind: NoticeKind;
  /** Text in the page's language. With the kind it is the notice's id. */
  readonly text: string;
  readonly count: number;
  /** What it was about can be taken back. */
  readonly undo?: UndoOffer;
  /** Path of where it can be looked at. */
  readonly history?: string;
}

export type NoticesEvent =
  | {
      readonly type: 'notice.raised';
      readonly kind: NoticeKind;
      readonly text: string;
      readonly undo?: UndoOffer;
      readonly history?: string;
    }
  | { readonly type: 'notice.undoRequested'; readonly id: string }
  | { readonly type: 'notice.dismissed'; readonly id: string };

/** Somebody has taken the offer of a notice. */
export interface UndoTaken {
  readonly type: 'undo.taken';
  readonly offer: UndoOffer;
}

/** Older ones make room. */
const SHOWN_AT_ONCE = 5;

export const noticeId = ({ kind, text, undo }: Pick<Notice, 'kind' | 'text' | 'undo'>): string => `${kind} ${text} ${undo?.change ?? ''}`;

/** Only the last write is offered back: a row of notices that all say "undo" would not say what. */
export const noticesLogic = fromTransition<readonly Notice[], NoticesEvent, ActorSystem<never>, undefined, UndoTaken>(
  (notices, event, { emit }) => {
    if (event.type === 'notice.raised') return raised(notices, event);
    const told = notices.find((notice) => noticeId(notice) === event.id);
    if (event.type === 'notice.undoRequested' && told?.undo) emit({ type: 'undo.taken', offer: told.undo });
    return told ? notices.filter((notice) => notice !== told) : notices;
  },
  [],
);

function raised(notices: readonly Notice[], { kind, text, undo, history }: Omit<Notice, 'count'>): readonly Notice[] {
  const way = history === undefined ? {} : { history };
  if (undo) return [...notices.filter((notice) => !notice.undo), { kind, text, undo, ...way, count: 1 }].slice(-SHOWN_AT_ONCE);
  const known = notices.find((notice) => noticeId(notice) === noticeId({ kind, text }));
  if (known) return notices.map((notice) => (notice === known ? { ...known, count: known.count + 1 } : notice));
  return [...notices, { kind, text, ...way, count: 1 }].slice(-SHOWN_AT_ONCE);
}

export type NoticesRef = ActorRefFrom<typeof noticesLogic>;
