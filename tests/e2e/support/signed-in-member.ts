import { signIn } from './admin-calls.ts';

export interface SignedInMember {
  /** What the browser's storage has of the sign-in. */
  readonly stored: Readonly<Record<string, unknown>>;
  /** @returns the data of a call, by POST where it has a body. @throws Error with what was answered where it was refused */
  readonly call: (path: string, body?: object) => Promise<any>; // oxlint-disable-line typescript/no-explicit-any -- replies are read freely in tests
}

/** Adds a member, who signs in. */
export async function addSignedInMember(url: string, username: string): Promise<SignedInMember> {
  const person = { username, password: 'Morgentau7' };
  const { code, msg } = await (await signIn(url)).post('user.User/add', { ...person, nickname: username, group_id: 1 });
  if (code !== 1) throw new Error(`the member was not added: ${msg}`);
  const callWith = async (headers: Readonly<Record<string, string>>, path: string, body?: object) => {
    const response = await fetch(`${url}/api/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { server: '1', 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const reply = (await response.json()) as { code: number; msg: string; data: any }; // oxlint-disable-line typescript/no-explicit-any -- replies are read freely in tests
    if (reply.code !== 1) throw new Error(`${path}: ${reply.msg}`);
    return reply.data;
  };
  const { userInfo } = await callWith({}, 'user/checkIn', { tab: 'login', ...person, keep: true });
  return {
    stored: { userInfo: { ...userInfo, refreshToken: userInfo.refresh_token } },
    call: (path, body) => callWith({ 'ba-user-token': userInfo.token }, path, body),
  };
}
