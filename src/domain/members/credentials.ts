import type { Issue, Issues } from '../base/issue.ts';
import { isBlank, isPassword } from '../base/validation.ts';

const REQUIRED: Issue = { key: 'validation.required' };

/** A member signs in with a name, an address or a number: only what can be none of them is refused here. */
export function checkMemberCredentials({ username, password }: Readonly<Record<'username' | 'password', string>>): Issues {
  const word = password === '' ? REQUIRED : isPassword(password) ? null : { key: 'validation.password' };
  return { ...(isBlank(username) && { username: REQUIRED }), ...(word && { password: word }) };
}

/** What people paste has spaces in it: "123 456". */
export const codeIn = (text: string): string => text.replaceAll(/\s/gu, '');
