/**
 * The messages that pass by. Owned by the page's start; a message that comes again is counted, not repeated. It folds events into a value.
 * Source: specification §8; readings 8.7.
 */
import { fromTransition, type ActorRefFrom } from 'xstate';

export type NoticeKind = 'success' | 'warning' | 'failure';

export interface Notice {
  readonly kind: NoticeKind;
  /** Text in the page's language. With the kind it is the notice's id. */
  readonly text: string;
  readonly count: number;
}

export type NoticesEvent =
  | { readonly type: 'notice.raised'; readonly kind: NoticeKind; readonly text: string }
  | { readonly type: 'notice.dismissed'; readonly id: string };

/** Older ones make room. */
const SHOWN_AT_ONCE = 5;

export const noticeId = ({ kind, text }: Pick<Notice, 'kind' | 'text'>): string => `${kind} ${text}`;

export const noticesLogic = fromTransition((notices: readonly Notice[], event: NoticesEvent): readonly Notice[] => {
  if (event.type === 'notice.dismissed') return notices.filter((notice) => noticeId(notice) !== event.id);
  if (event.type !== 'notice.raised') return notices;
  const id = noticeId(event);
  const known = notices.find((notice) => noticeId(notice) === id);
  if (known) return notices.map((notice) => (notice === known ? { ...known, count: known.count + 1 } : notice));
  return [...notices, { kind: event.kind, text: event.text, count: 1 }].slice(-SHOWN_AT_ONCE);
}, []);

export type NoticesRef = ActorRefFrom<typeof noticesLogic>;
