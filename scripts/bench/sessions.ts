import { saveOwnProfile } from '#api/contract/session/own-profile';
import { logout } from '#api/contract/session/session';
import { endOtherSessions } from '#api/contract/session/sessions';
import { nowSeconds } from '#server/ports/ports';
import { sha256 } from '#server/base/digest';
import { testDatabaseKinds, type TestDatabaseKind } from '#tests/support/database.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from '#tests/support/server.ts';
import type { Effort } from './effort.ts';
import { markdownTable } from './markdown-table.ts';

const TRIES: Readonly<Record<Effort, Readonly<Record<TestDatabaseKind, number>>>> = {
  whole: { embedded: 200, postgresql: 1000 },
  short: { embedded: 3, postgresql: 3 },
};
const PERSON = 'clerk';
/** Where a session lives on, somebody has to stop. */
const MOST_RENEWALS = 500;

interface Pair {
  readonly token: string;
  readonly refreshToken: string;
}

interface Ending {
  /** Sessions that are renewed in a loop meanwhile, each by somebody else. */
  readonly stolen: number;
  readonly end: (server: TestServer, own: Pair, stolen: Pair) => Promise<unknown>;
}

const ENDINGS: Readonly<Record<string, Ending>> = {
  'signing out everywhere else': { stolen: 3, end: (server, { token }) => server.call(endOtherSessions, {}, { token }) },
  'a new password': {
    stolen: 3,
    end: (server, { token }) =>
      server.call(saveOwnProfile, { nickname: PERSON, password: 'green-tea-8', oldPassword: TEST_PASSWORD }, { token }),
  },
  'signing out': { stolen: 1, end: (server, _own, { token }) => server.call(logout, {}, { token }) },
};

async function renewed(server: TestServer, { token, refreshToken }: Pair): Promise<Pair | null> {
  const headers = { 'refresh-token-rotation': 'true' };
  const { body } = await server.request('/api/common/refreshToken', { method: 'POST', json: { refreshToken }, token, headers });
  return body?.code === 1 ? (body.data as Pair) : null;
}

/** Renews without a pause until the server refuses. @returns how often it was renewed */
async function renewUntilRefused(server: TestServer, stolen: Pair, begun: () => void): Promise<number> {
  let count = 0;
  for (let pair = await renewed(server, stolen); pair !== null && count < MOST_RENEWALS; pair = await renewed(server, pair)) {
    count += 1;
    begun();
  }
  return count;
}

async function livingTokens(server: TestServer, own: Pair): Promise<number> {
  const rows = await server.database.kysely
    .selectFrom('token')
    .innerJoin('admin', 'admin.id', 'token.account_id')
    .select(['token.hash', 'token.family_id'])
    .where('admin.username', '=', PERSON)
    .where('revoked_at', 'is', null)
    .where('expire_time', '>', nowSeconds(server.ports))
    .execute();
  const hash = await sha256(own.token);
  const kept = rows.find((row) => row.hash === hash)?.family_id;
  return rows.filter((row) => row.family_id !== kept).length;
}

async function tryEnding(server: TestServer, { stolen, end }: Ending): Promise<{ readonly living: number; readonly renewals: number }> {
  const own = await server.signIn(PERSON);
  const first = await server.signIn(PERSON);
  const others = await Promise.all(Array.from({ length: stolen - 1 }, () => server.signIn(PERSON)));
  // The end comes when the renewals are in full swing.
  const swing = Promise.withResolvers<undefined>();
  const loops = [first, ...others].map((pair) => renewUntilRefused(server, pair, () => swing.resolve(undefined)));
  await swing.promise;
  await end(server, own, first);
  const counts = await Promise.all(loops);
  const living = await livingTokens(server, own);
  await server.database.kysely.deleteFrom('token').execute();
  return { living, renewals: counts.reduce((sum, count) => sum + count, 0) };
}

async function rowOf(kind: TestDatabaseKind, name: string, ending: Ending, tries: number): Promise<readonly string[]> {
  // Hashing would only make room between the deeds that are to meet.
  const passwords = { hash: () => Promise.resolve('hash'), verify: () => Promise.resolve(true) };
  const server = await createTestServer({ kind, sampleData: false, ports: { passwords } });
  try {
    await server.addAdmin(PERSON, ['routine/adminInfo/index', 'routine/adminInfo/edit']);
    await server.database.kysely.deleteFrom('token').execute();
    let [alive, renewals] = [0, 0];
    for (let count = 0; count < tries; count += 1) {
      // Out of reach of every limit on attempts.
      server.clock.advanceSeconds(7200);
      const outcome = await tryEnding(server, ending);
      alive += outcome.living;
      renewals += outcome.renewals;
    }
    return [kind, name, String(tries), String(renewals), String(alive)];
  } finally {
    await server.close();
  }
}

/** Ends sessions while somebody renews them in a loop: no token may be left that could still be used. PostgreSQL where TEST_DATABASE_URL is set. */
export async function benchSessions(effort: Effort): Promise<string> {
  const endings = Object.entries(ENDINGS);
  const rows: (readonly string[])[] = [];
  for (const kind of testDatabaseKinds)
    for (const [index, [name, ending]] of endings.entries()) {
      const tries = Math.floor(TRIES[effort][kind] / endings.length) + (index < TRIES[effort][kind] % endings.length ? 1 : 0);
      rows.push(await rowOf(kind, name, ending, tries));
    }
  return markdownTable(['database', 'ended by', 'tries', 'renewals meanwhile', 'tokens still good'], rows);
}
