import { weakPassword } from './admin-rules.ts';
import type { AnyRecord } from './field.ts';
import type { Issues } from './issue.ts';
import { isFollowable, isFrameable } from './link.ts';
import { isBlank } from './validation.ts';

/** A new member needs a password; without one, an edited member keeps his. Source: wire protocol §5.7; security.md rule 6. */
export function checkMember({ id, username, password }: AnyRecord): Issues {
  const isNew = id === undefined || id === null;
  if (isNew && isBlank(password)) return { password: { key: 'validation.required' } };
  const weak = weakPassword(password, username);
  return weak ? { password: weak } : {};
}

/** An entry that leads outside has an address, and only one that may be followed or framed. Source: wire protocol §5.9; security.md 18, 21. */
export function checkMemberRule({ type, menuType, url }: AnyRecord): Issues {
  const address = typeof url === 'string' ? url : '';
  const leadsOutside = ['menu', 'nav', 'nav_user_menu'].includes(String(type)) && menuType !== 'tab';
  if (leadsOutside && isBlank(address)) return { url: { key: 'validation.required' } };
  const isFine = leadsOutside && menuType === 'iframe' ? isFrameable(address) : address === '' || isFollowable(address);
  return isFine ? {} : { url: { key: 'validation.url' } };
}
