import type { Area } from '../base/area.ts';

/** Everybody may read it: whoever signs in with it is alone with their own browser. */
export const DEMO_PASSWORD = 'try-troupe';

export type DemoRole = 'super' | 'editor' | 'reader' | 'member';

interface DemoAccount {
  readonly role: DemoRole;
  readonly area: Area;
  readonly username: string;
  readonly nickname: string;
}

/** Whom one can be; the first two of them come with every installation. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  { role: 'super', area: 'admin', username: 'admin', nickname: 'Admin' },
  { role: 'member', area: 'member', username: 'user', nickname: 'User' },
  { role: 'editor', area: 'admin', username: 'editor', nickname: 'Editor' },
  { role: 'reader', area: 'admin', username: 'reader', nickname: 'Reader' },
];
