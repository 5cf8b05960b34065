import { checkBirthday } from './member-rules.ts';
import type { Issue, Issues } from '../base/issue.ts';
import { isAccount, isBlank, lengthInCodePoints } from '../base/validation.ts';

export const NICKNAME_MAX = 50;
export const MOTTO_MAX = 255;

/** Chinese characters, letters with the marks that belong to them, digits, `_` and `-`. */
const NICKNAME = /^[\p{Script=Han}\p{L}\p{M}\p{N}_-]+$/u;
/** What makes a name look like another: signs that nobody sees, and a mark without a letter below it. */
const UNSEEN = /^\p{M}|\p{Default_Ignorable_Code_Point}/u;

/** Both ends go by it. An empty text is none. Source: wire protocol §2.10, "profile". */
export const isNickname = (text: string): boolean => NICKNAME.test(text) && !UNSEEN.test(text);

export type ProfileField = 'nickname' | 'username' | 'birthday' | 'motto';

/** @param before what was loaded: a name that once was allowed may stay. */
export function checkProfile(values: Readonly<Record<string, unknown>>, before: Readonly<Record<string, unknown>>, today: string): Issues {
  const found: Readonly<Record<ProfileField, Issue | null>> = {
    nickname: nicknameIssue(values['nickname']),
    username: values['username'] === before['username'] ? null : accountIssue(values['username']),
    birthday: checkBirthday(values['birthday'], today),
    motto: mottoIssue(values['motto']),
  };
  return Object.fromEntries(Object.entries(found).filter((entry): entry is [string, Issue] => entry[1] !== null));
}

function nicknameIssue(value: unknown): Issue | null {
  if (typeof value !== 'string' || isBlank(value)) return { key: 'validation.required' };
  if (lengthInCodePoints(value) > NICKNAME_MAX) return { key: 'validation.maxLength', params: { max: NICKNAME_MAX } };
  return isNickname(value) ? null : { key: 'memberPages.profile.nicknameRule' };
}

const accountIssue = (value: unknown): Issue | null =>
  typeof value === 'string' && isAccount(value) ? null : { key: isBlank(value) ? 'validation.required' : 'validation.account' };

const mottoIssue = (value: unknown): Issue | null =>
  typeof value === 'string' && lengthInCodePoints(value) > MOTTO_MAX ? { key: 'validation.maxLength', params: { max: MOTTO_MAX } } : null;
