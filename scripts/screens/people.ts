import { signIn, signInReply } from '#tests/e2e/support/admin-calls.ts';
import { ADMIN_PASSWORD } from '#tests/e2e/support/server-process.ts';

/** What the browser keeps of whoever is signed in, by its key. */
export type Kept = Readonly<Record<string, unknown>>;

const MEMBER = { username: 'linxiaoyu', password: 'Morgentau7' };

export async function adminOf(url: string): Promise<Kept> {
  const { userInfo } = await signInReply(url, 'admin', ADMIN_PASSWORD);
  return { adminInfo: { ...userInfo, refreshToken: userInfo.refresh_token } };
}

/** Opens the member centre, gives a member of the samples a password, and signs in as this one. */
export async function memberOf(url: string): Promise<Kept> {
  await fetch(`${url}/test-controls/set-config`, { method: 'POST', body: JSON.stringify({ name: 'open_member_center', value: '1' }) });
  const calls = await signIn(url);
  const listed = (await calls.get(`user.User/index?quickSearch=${MEMBER.username}`)).data?.['list'] as readonly { readonly id: number }[];
  await calls.post('user.User/edit', { id: listed[0]?.id, password: MEMBER.password });
  const reply = await fetch(`${url}/api/user/checkIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', server: '1' },
    body: JSON.stringify({ tab: 'login', ...MEMBER, keep: true }),
  });
  const { data, msg } = (await reply.json()) as { readonly data: { readonly userInfo?: Kept } | null; readonly msg: string };
  if (!data?.userInfo) throw new Error(`the member cannot sign in: ${msg}`);
  return { userInfo: { ...data.userInfo, refreshToken: data.userInfo['refresh_token'] } };
}
