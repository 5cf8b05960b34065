import type { Issue } from '../base/issue.ts';
import { isAccount, isBlank, isPassword } from '../base/validation.ts';

export type CredentialField = 'username' | 'password';

/** What is wrong with what somebody signs in with; a field without an entry is fine. */
export type CredentialIssues = { readonly [Field in CredentialField]?: Issue };

/** Accounts of 16 characters were once allowed to be made; they may still sign in. Source: readings 5, "15 or 16 for the account". */
const isKnownAccount = (text: string): boolean =>
  isAccount(text) || (text.length === 16 && /\w$/u.test(text) && isAccount(text.slice(0, 15)));

/** Checks one field of the sign-in form. Source: specification §5, "Account", "Password". */
export function checkCredential(field: CredentialField, value: string): Issue | null {
  if (isBlank(value)) return { key: 'validation.required' };
  const isFine = field === 'username' ? isKnownAccount(value.trim()) : isPassword(value);
  return isFine ? null : { key: `validation.${field === 'username' ? 'account' : 'password'}` };
}

export function checkCredentials(values: Readonly<Record<CredentialField, string>>): CredentialIssues {
  const username = checkCredential('username', values.username);
  const password = checkCredential('password', values.password);
  return { ...(username && { username }), ...(password && { password }) };
}
