import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPasswordHasher } from '#server/adapters/password-hasher';
import { sha256 } from '#server/base/digest';
import { createCaptchaService } from '#server/features/session/captcha/captcha.service';
import { testDatabaseKinds } from '#tests/support/database.ts';
import { effort } from '#tests/support/effort.ts';
import { addMember } from '#tests/support/members.ts';
import { createTestServer, TEST_PASSWORD, type RawReply, type TestServer } from '#tests/support/server.ts';

const CALLS = 200;
const WARM_UP = 10;
const CODES = 'codes to retrieve a password';
/** How far apart the medians may lie. */
const APART = 0.05;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Answers about names and addresses that somebody has, and about others: the same bytes, by the same work, in the same time. Source: security.md rules 6, 7, 8. */
describe.each(testDatabaseKinds)('what is known and what is not on %s', (kind) => {
  let server: TestServer;
  const statements: string[] = [];
  let count = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements.push(node.kind);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  beforeAll(async () => {
    server = await createTestServer({
      kind,
      sampleData: false,
      // What people's passwords are hashed with, where times are compared.
      ...effort({}, { ports: { passwords: createPasswordHasher() } }),
      wrap: (database) => ({
        ...database,
        kysely: database.kysely.withPlugin(plugin),
        transaction: (work) => database.transaction((trx) => work(trx.withPlugin(plugin))),
      }),
    });
    const { id } = await server.addAdmin('known', []);
    const hash = await server.ports.passwords.hash(TEST_PASSWORD);
    await server.database.kysely.updateTable('admin_password').set({ hash }).where('admin_id', '=', id).execute();
    await addMember(server, 'known', { email: 'known@example.com' });
  });
  afterAll(() => server.close());

  /** From a network that has asked for nothing yet. */
  const nextNetwork = (): string => {
    count += 1;
    return `10.${count >> 16}.${(count >> 8) & 255}.${count & 255}`;
  };
  async function solved(address: string) {
    const captchaId = crypto.randomUUID();
    await createCaptchaService(server.ports).draw(captchaId, { ip: address, userAgent: '', language: 'en' });
    const { targets } = await server.database.kysely
      .selectFrom('captcha')
      .select('targets')
      .where('id_hash', '=', await sha256(captchaId))
      .executeTakeFirstOrThrow();
    const points = targets.map(({ x, y, width, height }) => `${x + width / 2},${y + height / 2}`).join('-');
    return { captchaId, captchaInfo: `${points};350;200` };
  }

  const DOORS: Readonly<
    Record<string, (name: string) => Promise<{ readonly path: string; readonly json: object; readonly address: string }>>
  > = {
    'the sign-in of administrators': async (username) => ({
      path: '/api/admin/Index/login',
      json: { username, password: 'wrong-one', keep: false },
      address: nextNetwork(),
    }),
    'the sign-in of members': async (username) => ({
      path: '/api/user/checkIn',
      json: { tab: 'login', username, password: 'wrong-one', keep: false },
      address: nextNetwork(),
    }),
    [CODES]: async (name) => {
      const address = nextNetwork();
      return {
        path: '/api/Ems/send',
        json: { email: `${name}@example.com`, event: 'user_retrieve_pwd', ...(await solved(address)) },
        address,
      };
    },
    'a wrong code to retrieve a password': async (name) => {
      const address = nextNetwork();
      const json = { email: `${name}@example.com`, event: 'user_retrieve_pwd', ...(await solved(address)) };
      await server.request('/api/Ems/send', { method: 'POST', json, address });
      await server.app.settled();
      return {
        path: '/api/account/retrievePassword',
        json: { type: 'email', account: `${name}@example.com`, captcha: 'ABCDEF', password: 'Blue-whale-8' },
        address,
      };
    },
  };

  /** A day later no limit is used up. */
  const fresh = async (): Promise<void> => {
    await server.app.settled();
    server.clock.advanceSeconds(2 * 86_400);
  };

  async function knock(
    door: string,
    name: string,
  ): Promise<{ readonly body: RawReply['body']; readonly ms: number; readonly kinds: readonly string[] }> {
    const { path, json, address } = await DOORS[door]!(name);
    await server.app.settled();
    statements.length = 0;
    const begun = performance.now();
    const { body } = await server.request(path, { method: 'POST', json, address });
    // What goes on after the reply is nobody's to measure.
    return { body, ms: performance.now() - begun, kinds: door === CODES ? [] : [...statements] };
  }

  it.each(Object.keys(DOORS))('does the same at %s', async (door) => {
    await fresh();
    // What is remembered from the first call on is the same for both.
    await knock(door, 'nobody');
    await knock(door, 'known');
    const [known, unknown] = [await knock(door, 'known'), await knock(door, 'nobody')];
    expect(known.body).toEqual(unknown.body);
    expect(known.kinds).toEqual(unknown.kinds);
  });

  it.runIf(effort(false, true)).each(Object.keys(DOORS))('takes the same time at %s', { timeout: 600_000 }, async (door) => {
    const times = { known: [] as number[], nobody: [] as number[] };
    for (let call = -WARM_UP; call < CALLS; call += 1) {
      if (call % 20 === 0) await fresh();
      // In turn, so that both meet whatever else the machine does.
      for (const name of call % 2 === 0 ? (['known', 'nobody'] as const) : (['nobody', 'known'] as const)) {
        const { ms } = await knock(door, name);
        if (call >= 0) times[name].push(ms);
      }
    }
    const [known, unknown] = [median(times.known), median(times.nobody)];
    expect(Math.abs(known - unknown) / Math.min(known, unknown), `${known} ms, ${unknown} ms`).toBeLessThan(APART);
  });
});
