import { distinctUntilChanged, filter, map, skip, type Observable } from 'rxjs';
import { queryOf, searchPartOf } from '#domain/base/addresses/query';
import { QUESTION_LENGTH } from '#domain/chat/answer';
import { selectRoute, type NavigationRef } from '#machines/app/navigation.machine';
import type { ChatPlace } from '#machines/chat/chat.machine';
import { snapshots } from '../base/snapshots.ts';
import type { ChatDrafts } from './chat-drafts.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;

const uuidIn = (value: unknown): string | null => (typeof value === 'string' && UUID.test(value) ? value : null);

/** The addresses of a chat that stands at this path. */
export const chatAddress = (path: string) => ({
  /** Of a conversation, of a message in it, or of a new one. */
  href: (conversation: string | null, message: string | null = null): string =>
    path + (conversation === null ? '' : searchPartOf({ c: conversation, ...(message !== null && { m: message }) })),
  /** The address under which others read a copy. */
  sharedHref: (share: string): string => path + searchPartOf({ s: share }),
  /** Each change of the chat's address, from now on. */
  searches: (navigation: NavigationRef): Observable<string> =>
    snapshots(navigation).pipe(
      map((snapshot) => selectRoute(snapshot)),
      filter((route) => route?.path === path),
      map((route) => route?.search ?? ''),
      distinctUntilChanged(),
      skip(1),
    ),
});
export type ChatAddress = ReturnType<typeof chatAddress>;

/** The copy that an address leads to; null for the chat itself. */
export const shareIn = (search: string): string | null => uuidIn(queryOf(search)['s']);

/** What an address asks of a conversation that begins; '' for nothing. */
export function questionIn(search: string): string {
  const { c, q } = queryOf(search);
  return uuidIn(c) === null && typeof q === 'string' ? q.slice(0, QUESTION_LENGTH) : '';
}

/** Where an address leads. A question in it fills the box. */
export function placeOf(search: string, drafts: ChatDrafts): ChatPlace {
  const { c, m } = queryOf(search);
  const conversation = uuidIn(c);
  return { conversation, message: conversation === null ? null : uuidIn(m), chatText: questionIn(search) || drafts.read(conversation) };
}
