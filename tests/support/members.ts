import { TEST_PASSWORD, TEST_START_SECONDS, type RawReply, type TestServer } from '#tests/support/server.ts';

export interface TestMember {
  readonly id: number;
  readonly username: string;
  /** A new session. */
  signIn(): Promise<{ readonly token: string; readonly refreshToken: string }>;
}

/** A member whose password is TEST_PASSWORD. */
export async function addMember(
  server: TestServer,
  username: string,
  more: { readonly email?: string; readonly mobile?: string; readonly group_id?: number; readonly nickname?: string } = {},
): Promise<TestMember> {
  const { id } = await server.database.kysely
    .insertInto('member')
    .values({ group_id: 1, username, nickname: username, create_time: TEST_START_SECONDS, update_time: TEST_START_SECONDS, ...more })
    .returning('id')
    .executeTakeFirstOrThrow();
  const hash = await server.ports.passwords.hash(TEST_PASSWORD);
  await server.database.kysely.insertInto('member_password').values({ member_id: id, hash, update_time: TEST_START_SECONDS }).execute();
  return {
    id,
    username,
    async signIn() {
      const { body } = await askAsMember(server, 'POST', '/api/user/checkIn', {
        json: { tab: 'login', username, password: TEST_PASSWORD, keep: true },
      });
      return { token: String(body?.data?.userInfo?.token), refreshToken: String(body?.data?.userInfo?.refresh_token) };
    },
  };
}

/** A request as a stock client of members sends it. */
export const askAsMember = (
  server: TestServer,
  method: 'GET' | 'POST',
  path: string,
  {
    token,
    json,
    form,
    headers,
    address,
  }: {
    readonly token?: string | undefined;
    readonly json?: unknown;
    readonly form?: FormData;
    readonly headers?: Readonly<Record<string, string>>;
    readonly address?: string;
  } = {},
): Promise<RawReply> =>
  server.request(path, {
    method,
    ...(json !== undefined && { json }),
    ...(form !== undefined && { body: form }),
    ...(address !== undefined && { address }),
    headers: { ...(token !== undefined && { 'ba-user-token': token }), ...headers },
  });
