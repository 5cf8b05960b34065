import type { Channel } from './channel.ts';
import type { Issue, Issues } from '../base/issue.ts';
import { isAccount, isBlank, isEmail, isMobile } from '../base/validation.ts';
import { checkPassword } from '../session/password-rules.ts';

const issuesOf = (found: Readonly<Record<string, Issue | null>>): Issues =>
  Object.fromEntries(Object.entries(found).filter((entry): entry is [string, Issue] => entry[1] !== null));

const REQUIRED: Issue = { key: 'validation.required' };

/** An address that codes can be sent to. Source: specification §5, "Mobile", "E-mail". */
export function checkAddress(channel: Channel, address: string): Issue | null {
  if (isBlank(address)) return REQUIRED;
  const isFine = channel === 'email' ? isEmail(address.trim()) : isMobile(address.trim());
  return isFine ? null : { key: `validation.${channel}` };
}

export const checkNewAccount = (username: string): Issue | null =>
  isBlank(username) ? REQUIRED : isAccount(username.trim()) ? null : { key: 'validation.account' };

export const checkNewPassword = (password: string, username: string): Issue | null =>
  password === '' ? REQUIRED : checkPassword(password, username.trim());

export const checkCode = (code: string): Issue | null => (isBlank(code) ? REQUIRED : null);

export interface RegistrationFields {
  readonly username: string;
  readonly address: string;
  readonly code: string;
  readonly password: string;
}

export const checkRegistration = (channel: Channel, { username, address, code, password }: RegistrationFields): Issues =>
  issuesOf({
    username: checkNewAccount(username),
    address: checkAddress(channel, address),
    code: checkCode(code),
    password: checkNewPassword(password, username),
  });

export const checkCodeSignIn = (channel: Channel, { address, code }: Pick<RegistrationFields, 'address' | 'code'>): Issues =>
  issuesOf({ address: checkAddress(channel, address), code: checkCode(code) });
