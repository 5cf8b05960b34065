import type { Area } from '#domain/base/area';
import { adminInfoOf, tokenPairOf } from './admin-info.ts';
import type { TokenPair } from '#domain/session/people';
import type { SessionInput, SessionSnapshot } from '#machines/session/session.machine';
import { selectPerson, selectTokens } from '#machines/session/session.machine';

/** What an area's storage slice holds, in the specification's own names. Source: specification §3 "Admin info", §9. */
export interface StoredSession {
  readonly id: number;
  readonly username: string;
  readonly nickname: string;
  readonly avatar: string;
  readonly lastlogintime: string;
  readonly position: string;
  readonly column: readonly unknown[];
  readonly super: boolean;
  readonly token: string;
  readonly refreshToken: string;
}

/** The slice to keep; null when nobody is signed in. Besides the transport this alone reveals tokens. */
export function storedSessionOf(snapshot: SessionSnapshot): StoredSession | null {
  const [person, tokens] = [selectPerson(snapshot), selectTokens(snapshot)];
  if (!person || !tokens) return null;
  const { lastLoginTime, ...rest } = person;
  return { ...rest, lastlogintime: lastLoginTime, ...storedTokensOf(tokens) };
}

export const storedTokensOf = ({ token, refreshToken }: TokenPair): Pick<StoredSession, 'token' | 'refreshToken'> => ({
  token: token.reveal(),
  refreshToken: refreshToken?.reveal() ?? '',
});

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads a slice part by part. Without both id and token nobody is signed in. Source: specification §4; readings 4.7. */
export function restoreSession(area: Area, stored: unknown): SessionInput {
  const slice: Readonly<Record<string, unknown>> = typeof stored === 'object' && stored !== null ? { ...stored } : {};
  const { id, token } = slice;
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 1 || textIn(token) === '') return { area, person: null, tokens: null };
  const person = adminInfoOf({
    id,
    username: textIn(slice['username']),
    nickname: textIn(slice['nickname']),
    avatar: textIn(slice['avatar']),
    last_login_time: textIn(slice['lastlogintime']),
    position: textIn(slice['position']),
    column: Array.isArray(slice['column']) ? slice['column'] : [],
    super: slice['super'] === true,
  });
  return { area, person, tokens: tokenPairOf(textIn(token), textIn(slice['refreshToken'])) };
}
