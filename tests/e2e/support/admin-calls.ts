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

async function send(url: string, method: string, path: string, body: unknown, headers: Readonly<Record<string, string>>): Promise<Reply> {
  const response = await fetch(`${url}/api/admin/${path}`, {
    method,
    headers: { server: 'true', 'think-lang': 'en', 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Reply;
}

interface SignInReply {
  readonly userInfo: { readonly id: number; readonly token: string; readonly refresh_token: string };
}

/** @throws Error where the name and the password are refused */
export async function signInReply(url: string, username: string, password: string): Promise<SignInReply> {
  const { data, msg } = await send(url, 'POST', 'Index/login', { username, password, keep: true }, {});
  if (data?.['userInfo'] === undefined) throw new Error(`sign-in refused: ${msg}`);
  return data as unknown as SignInReply;
}

export async function signIn(url: string): Promise<AdminCalls> {
  return callsWith(url, (await signInReply(url, 'admin', ADMIN_PASSWORD)).userInfo.token);
}

/** The calls of whoever holds this token. */
export function callsWith(url: string, batoken: string): AdminCalls {
  return {
    get: (path) => send(url, 'GET', path, undefined, { batoken }),
    post: (path, body, headers = {}) => send(url, 'POST', path, body, { batoken, ...headers }),
  };
}

const PAGE_ROWS = 1000;

/** The titles of all goods, page by page, or of those that a quick search finds. */
export async function goodsTitles(admin: AdminCalls, quickSearch = ''): Promise<readonly string[]> {
  const titles: string[] = [];
  for (let page = 1; titles.length === (page - 1) * PAGE_ROWS; page += 1) {
    const { data } = await admin.get(`goods.Goods/index?limit=${PAGE_ROWS}&page=${page}&order=id,asc&quickSearch=${quickSearch}`);
    titles.push(...((data?.['list'] ?? []) as readonly { readonly title: string }[]).map(({ title }) => title));
  }
  return titles;
}
