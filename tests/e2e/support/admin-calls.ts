import { ADMIN_PASSWORD } from './server-process.ts';

/** The protocol by hand, as a stock client speaks it: no code of ours between the test and the wire. */
export interface Reply {
  readonly code: number;
  readonly msg: string;
  readonly data: Readonly<Record<string, unknown>> | null;
}

export interface AdminCalls {
  get(path: string): Promise<Reply>;
  post(path: string, body: Readonly<Record<string, unknown>>, headers?: Readonly<Record<string, string>>): Promise<Reply>;
}

export async function signIn(url: string): Promise<AdminCalls> {
  const send = async (method: string, path: string, body: unknown, headers: Readonly<Record<string, string>>): Promise<Reply> => {
    const response = await fetch(`${url}/api/admin/${path}`, {
      method,
      headers: { server: 'true', 'think-lang': 'en', 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Reply;
  };
  const reply = await send('POST', 'Index/login', { username: 'admin', password: ADMIN_PASSWORD, keep: true }, {});
  const userInfo = reply.data?.['userInfo'] as { readonly token: string } | undefined;
  if (!userInfo) throw new Error(`sign-in refused: ${reply.msg}`);
  const token = { batoken: userInfo.token };
  return {
    get: (path) => send('GET', path, undefined, token),
    post: (path, body, headers = {}) => send('POST', path, body, { ...token, ...headers }),
  };
}
