import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '#server/base/digest';
import { SESSIONS_OF_AN_ACCOUNT, TOKENS_OF_A_SESSION } from '#server/base/limits';
import { sweepSessions } from '#server/features/session/sweep-sessions';
import { dealtKinds } from '#tests/support/dealt.ts';
import { createTestServer, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';

const DAY = 86_400;

const token = (hash: string, family: string, at: number, type: 'admin' | 'user' = 'admin') => ({
  hash,
  type,
  account_id: 1,
  family_id: family,
  session_created_at: TEST_START_SECONDS,
  create_time: at,
  expire_time: TEST_START_SECONDS + DAY,
  seen_at: at,
  ip: '',
  useragent: '',
});
const numbered = (count: number, prefix: string, familyOf: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => token(`${prefix}${index}`, familyOf(index), TEST_START_SECONDS - count + index));
const ahead = (rows: readonly ReturnType<typeof token>[]) =>
  rows.map((row) => ({ ...row, create_time: row.create_time + DAY, seen_at: row.seen_at + DAY }));

describe.each(dealtKinds())('how many tokens there are, on %s', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
  });
  afterAll(() => server.close());

  async function insert(rows: readonly ReturnType<typeof token>[]): Promise<void> {
    for (let start = 0; start < rows.length; start += 1000)
      await server.database.kysely
        .insertInto('token')
        .values(rows.slice(start, start + 1000))
        .execute();
  }
  /** Those of the given ones that are there no more. */
  async function goneOf(rows: readonly ReturnType<typeof token>[]): Promise<readonly string[]> {
    const left = new Set((await server.database.kysely.selectFrom('token').select('hash').execute()).map(({ hash }) => hash));
    return rows.map(({ hash }) => hash).filter((hash) => !left.has(hash));
  }

  it('lets an account have so many sign-ins, those that were used last, and touches nobody else', async () => {
    const many = numbered(SESSIONS_OF_AN_ACCOUNT + 2, 's', (index) => `family ${index}`);
    const other = token('member', 'member', TEST_START_SECONDS - DAY, 'user');
    await insert([...many, other]);
    await server.signIn();
    expect(await goneOf([...many, other])).toEqual(['s0', 's1', 's2']);
  });

  it('lets a sign-in have so many tokens of a kind, the newest, at each renewal', async () => {
    const { token: access, refreshToken } = await server.signIn();
    const { family_id: family } = await server.database.kysely
      .selectFrom('token')
      .select('family_id')
      .where('hash', '=', await sha256(refreshToken))
      .executeTakeFirstOrThrow();
    const renewed = numbered(TOKENS_OF_A_SESSION, 'r', () => family);
    await insert(renewed);
    const reply = await server.request('/api/api/common/refreshToken', { method: 'POST', json: { refreshToken }, token: access });
    expect(reply.body?.code).toBe(1);
    // The token of the sign-in and that of the renewal are newer.
    expect(await goneOf(renewed)).toEqual(['r0', 'r1']);
  });

  it('forgets a sign-in that is over', async () => {
    const old = { ...token('old', 'old', TEST_START_SECONDS), session_created_at: TEST_START_SECONDS - 400 * DAY };
    await insert([old]);
    await sweepSessions(server.ports);
    expect(await goneOf([old])).toEqual(['old']);
    expect((await server.database.kysely.selectFrom('token').select('hash').where('hash', '=', 'r2').execute()).length).toBe(1);
  });

  it('keeps what was issued just now, also where the clock was set back since', async () => {
    const { token: first, refreshToken } = await server.signIn();
    const { family_id: family } = await server.database.kysely
      .selectFrom('token')
      .select('family_id')
      .where('hash', '=', await sha256(refreshToken))
      .executeTakeFirstOrThrow();
    await insert(ahead(numbered(TOKENS_OF_A_SESSION + 1, 'a', () => family)));
    await insert(ahead(numbered(SESSIONS_OF_AN_ACCOUNT + 1, 'b', (index) => `ahead ${index}`)));
    const { body } = await server.request('/api/api/common/refreshToken', { method: 'POST', json: { refreshToken }, token: first });
    const renewed = body?.data as { readonly token: string };
    const { token: again } = await server.signIn();
    for (const one of [renewed.token, again]) expect((await server.request('/admin/Index/index', { token: one })).body?.code).toBe(1);
  });
});
