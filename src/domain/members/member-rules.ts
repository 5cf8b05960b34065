import { isRuleName } from '../rights/admin-rules.ts';
import type { AnyRecord } from '../fields/field.ts';
import type { Issue, Issues } from '../base/issue.ts';
import { isFollowable, isFrameable } from '../base/addresses/link.ts';
import { checkPassword } from '../session/password-rules.ts';
import { isBlank } from '../base/validation.ts';

const FIRST_BIRTHDAY = '1900-01-01';

/** @param today where it is known; who knows no clock judges the beginning only. Both are `YYYY-MM-DD`, so their texts compare. */
export function checkBirthday(birthday: unknown, today: string | null): Issue | null {
  if (typeof birthday !== 'string' || birthday === '') return null;
  return birthday < FIRST_BIRTHDAY || (today !== null && birthday > today) ? { key: 'validation.birthday' } : null;
}

/** A new member needs a password; without one, an edited member keeps theirs. Source: wire protocol §5.7; security.md rule 6. */
export function checkMember({ id, username, password, birthday }: AnyRecord): Issues {
  const isNew = id === undefined || id === null;
  const early = checkBirthday(birthday, null);
  const weak = isNew && isBlank(password) ? ({ key: 'validation.required' } satisfies Issue) : checkPassword(password, username);
  return { ...(early && { birthday: early }), ...(weak && { password: weak }) };
}

/** An entry that leads outside has an address, and only one that may be followed or framed. Source: wire protocol §5.9; security.md 18, 21. */
export function checkMemberRule({ type, menuType, url, name }: AnyRecord): Issues {
  if (typeof name === 'string' && name !== '' && !isRuleName(name)) return { name: { key: 'validation.ruleName' } };
  const address = typeof url === 'string' ? url : '';
  const leadsOutside = ['menu', 'nav', 'nav_user_menu'].includes(String(type)) && menuType !== 'tab';
  if (leadsOutside && isBlank(address)) return { url: { key: 'validation.required' } };
  const isFine = leadsOutside && menuType === 'iframe' ? isFrameable(address) : address === '' || isFollowable(address);
  return isFine ? {} : { url: { key: 'validation.url' } };
}
