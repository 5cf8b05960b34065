import { textOrEmpty } from '#domain/base/plain-value';
import type { Area } from '#domain/base/area';
import { adminInfoOf, tokenPairOf } from './admin-info.ts';
import { memberInfoOf } from './member-info.ts';
import type { AdminInfo, MemberInfo, Person, TokenPair } from '#domain/session/people';
import type { SessionInput, SessionSnapshot } from '#machines/session/session.machine';
import { selectPerson, selectTokens } from '#machines/session/session.machine';

interface StoredTokens {
  readonly token: string;
  readonly refreshToken: string;
}

/** What an area's storage slice holds, in the specification's own names. Source: specification §3 "Admin info", "User info", §9. */
export type StoredSession = StoredTokens &
  (
    | (Omit<AdminInfo, 'lastLoginTime'> & { readonly lastlogintime: string })
    | (Omit<MemberInfo, 'lastLoginTime' | 'lastLoginIp' | 'joinTime'> & {
        readonly lastlogintime: number | null;
        readonly lastloginip: string;
        readonly jointime: number | null;
      })
  );

/** The slice to keep; null when nobody is signed in. Besides the transport this alone reveals tokens. */
export function storedSessionOf(snapshot: SessionSnapshot): StoredSession | null {
  const [person, tokens] = [selectPerson(snapshot), selectTokens(snapshot)];
  if (!person || !tokens) return null;
  return { ...storedPersonOf(person), ...storedTokensOf(tokens) };
}

function storedPersonOf(person: Person) {
  if ('super' in person) {
    const { lastLoginTime, ...rest } = person;
    return { ...rest, lastlogintime: lastLoginTime };
  }
  const { lastLoginTime, lastLoginIp, joinTime, ...rest } = person;
  return { ...rest, lastlogintime: lastLoginTime, lastloginip: lastLoginIp, jointime: joinTime };
}

export const storedTokensOf = ({ token, refreshToken }: TokenPair): StoredTokens => ({
  token: token.reveal(),
  refreshToken: refreshToken?.reveal() ?? '',
});

/** Reads a slice part by part. Without both id and token nobody is signed in. Source: specification §4; readings 4.7. */
export function restoreSession(area: Area, stored: unknown): SessionInput {
  const slice: Readonly<Record<string, unknown>> = typeof stored === 'object' && stored !== null ? { ...stored } : {};
  const { id, token } = slice;
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 1 || textOrEmpty(token) === '') return { area, person: null, tokens: null };
  const person = (area === 'admin' ? adminIn : memberIn)(id, slice);
  return { area, person, tokens: tokenPairOf(textOrEmpty(token), textOrEmpty(slice['refreshToken'])) };
}

type Stored = Readonly<Record<string, unknown>>;
const numberIn = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);

const adminIn = (id: number, slice: Stored): AdminInfo =>
  adminInfoOf({
    id,
    username: textOrEmpty(slice['username']),
    nickname: textOrEmpty(slice['nickname']),
    avatar: textOrEmpty(slice['avatar']),
    last_login_time: textOrEmpty(slice['lastlogintime']),
    position: textOrEmpty(slice['position']),
    column: Array.isArray(slice['column']) ? slice['column'] : [],
    super: slice['super'] === true,
  });

const memberIn = (id: number, slice: Stored): MemberInfo =>
  memberInfoOf({
    id,
    username: textOrEmpty(slice['username']),
    nickname: textOrEmpty(slice['nickname']),
    email: textOrEmpty(slice['email']),
    mobile: textOrEmpty(slice['mobile']),
    avatar: textOrEmpty(slice['avatar']),
    gender: numberIn(slice['gender']) ?? 0,
    birthday: textOrEmpty(slice['birthday']),
    money: textOrEmpty(slice['money']) || '0.00',
    score: numberIn(slice['score']) ?? 0,
    join_time: numberIn(slice['jointime']),
    last_login_time: numberIn(slice['lastlogintime']),
    last_login_ip: textOrEmpty(slice['lastloginip']),
    motto: textOrEmpty(slice['motto']),
  });
