import type { AnyRecord } from '../fields/field.ts';
import type { Issue, Issues } from '../base/issue.ts';
import { isFollowable, isFrameable } from '../base/addresses/link.ts';
import { checkPassword } from '../session/password-rules.ts';
import { isBlank } from '../base/validation.ts';

const issue = (key: string): Issue => ({ key: `validation.${key}` });
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** A new administrator needs a password; a stored one keeps theirs when none is entered. Source: wire protocol §5.3. */
export function checkAdmin({ id, username, password }: AnyRecord): Issues {
  if (id === undefined && isBlank(password)) return { password: issue('required') };
  const weak = checkPassword(password, username);
  return weak ? { password: weak } : {};
}

/** What a right, or a page, can be called by: parts between single slashes. Another name would look like a right and open nothing. */
export const isRuleName = (name: string): boolean => /^[a-z][\w-]*(?:\/[a-z\d][\w-]*)*$/iu.test(name);

/** Only addresses that may be followed or framed, and a page needs to have one. Source: wire protocol §5.6; security.md rules 18, 21. */
export function checkMenuRule({ type, menuType, path, url, name }: AnyRecord): Issues {
  if (isText(name) && !isRuleName(name)) return { name: issue('ruleName') };
  if (isText(url) && !isFollowable(url)) return { url: issue('url') };
  if (type !== 'menu') return {};
  if (menuType === 'link' && isBlank(url)) return { url: issue('required') };
  if (menuType === 'iframe' && !(isText(url) && isFrameable(url))) return { url: issue(isBlank(url) ? 'required' : 'url') };
  return menuType === 'tab' && isBlank(path) ? { path: issue('required') } : {};
}
