import type { Page } from 'playwright-core';
import type { Screen, Word } from './screen.ts';
import { pressing } from './press.ts';

const over = (name: string, page: string, open: Required<Screen>['open']): Screen => ({
  name: `window/member ${name}`,
  area: 'member',
  path: () => `/user/account/${page}`,
  open,
});

/** Asks for what wants a proof of presence: its question comes over whatever has asked. */
const proving =
  (...keys: readonly string[]) =>
  async (page: Page, word: Word): Promise<boolean> => {
    for (const key of keys) if (!(await pressing('body', key)(page, word))) return false;
    await page.getByRole('dialog', { name: word('safety.proof.title') }).waitFor();
    return true;
  };

/** Windows over the pages of the member centre; none of them changes anything. */
export const MEMBER_WINDOWS: readonly Screen[] = [
  over('account', 'overview', pressing('header', 'member.shell.account')),
  over('menu', 'overview', pressing('body', 'member.shell.more')),
  over('mail', 'profile', pressing('main', 'memberPages.bind.emailTitle')),
  over('mobile', 'profile', pressing('main', 'memberPages.bind.mobileTitle')),
  over('not me', 'security', pressing('main', 'safety.security.notMe')),
  over('factor', 'security', pressing('main', 'account.factor.switchOn')),
  // What has asked waits behind it.
  { ...over('proof', 'security', proving('account.factor.switchOn', 'account.factor.goOn')), isRestless: true },
  over('deletion', 'data', pressing('main', 'safety.deletion.start')),
  over('deletion proof', 'data', proving('safety.deletion.start', 'safety.deletion.confirm')),
];
