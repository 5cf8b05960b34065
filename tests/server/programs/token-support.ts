import { issueApiToken } from '#api/contract/programs/api-tokens';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { apiToken } from '#sections/api-token/api-token.resource.ts';
import { TEST_PASSWORD, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';

export const tokenCalls = resourceEndpoints(apiToken);
export const DAY = 86_400;

export interface TokenWish {
  /** Names of rules, or `*`. */
  readonly rules: readonly string[] | '*';
  readonly isReadOnly?: boolean;
  readonly endsAt?: number;
  readonly callsPerMinute?: number;
}

/** Ids of rules by their names, as a form sends them. */
export async function ruleIds(server: TestServer, names: readonly string[]): Promise<string[]> {
  const rules = await server.database.kysely
    .selectFrom('admin_rule')
    .select('id')
    .where('name', 'in', [...names, ''])
    .execute();
  return rules.map(({ id }) => String(id));
}

/** An entry as somebody makes it. @returns its id */
export async function addToken(
  server: TestServer,
  owner: string,
  { rules, isReadOnly = false, endsAt = TEST_START_SECONDS + 30 * DAY, callsPerMinute = 120 }: TokenWish,
): Promise<number> {
  const row = {
    name: 'Import',
    read_only: isReadOnly ? '1' : '0',
    rules: rules === '*' ? ['*'] : await ruleIds(server, rules),
    end_time: endsAt,
    calls_per_minute: callsPerMinute,
    status: '1',
  };
  return (await server.call(tokenCalls.add, row, { token: owner }))?.id ?? 0;
}

/** An entry and its token. */
export async function makeToken(
  server: TestServer,
  owner: string,
  wish: TokenWish,
): Promise<{ readonly id: number; readonly token: string }> {
  const id = await addToken(server, owner, wish);
  return { id, ...(await server.call(issueApiToken, { id, password: TEST_PASSWORD }, { token: owner })) };
}

/** A call as another program makes it. */
export const asProgram = (server: TestServer, token: string, path: string, json?: unknown, method = json === undefined ? 'GET' : 'POST') =>
  server.request(path, { method, headers: { authorization: `Bearer ${token}` }, ...(json !== undefined && { json }) });
