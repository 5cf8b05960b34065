import type { BrowserContextOptions } from 'playwright-core';
import { signIn } from '#tests/e2e/support/admin-calls.ts';

const MEMBER = { username: 'visitor', password: 'Morgentau7' } as const;

export interface SignedInMember {
  /** What the browser keeps of the sign-in. */
  readonly storageState: NonNullable<BrowserContextOptions['storageState']>;
  /** What calls carry that are the member's. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Adds a member, who then signs in. */
export async function signedInMember(url: string): Promise<SignedInMember> {
  const added = await (await signIn(url)).post('user.User/add', { ...MEMBER, nickname: MEMBER.username, group_id: 1 });
  if (added.code !== 1) throw new Error(added.msg);
  const reply = await fetch(`${url}/api/user/checkIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', server: '1' },
    body: JSON.stringify({ tab: 'login', ...MEMBER, keep: true }),
  });
  const { userInfo } = ((await reply.json()) as { readonly data: { readonly userInfo: Readonly<Record<string, string>> } }).data;
  const value = JSON.stringify({ version: 1, value: { ...userInfo, refreshToken: userInfo['refresh_token'] } });
  return {
    storageState: { cookies: [], origins: [{ origin: url, localStorage: [{ name: 'userInfo', value }] }] },
    headers: { 'ba-user-token': userInfo['token'] ?? '' },
  };
}
