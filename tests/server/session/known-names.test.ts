import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPasswordHasher } from '#server/adapters/password-hasher';
import { sha256 } from '#server/base/digest';
import { createCaptchaService } from '#server/features/session/captcha/captcha.service';
import { dealtKinds } from '#tests/support/dealt.ts';
import { effort } from '#tests/support/effort.ts';
import { addMember } from '#tests/support/members.ts';
import { compareTimes } from '#tests/support/same-time.ts';
import { createTestServer, TEST_PASSWORD, type RawReply, type TestServer } from '#tests/support/server.ts';

/** The number of whoever has this name. */
const MOBILES: Readonly<Record<string, string>> = { known: '13800000001', nobody: '13800000002' };
/** What codes are asked for without being signed in. */
const PURPOSES = { user_retrieve_pwd: 'retrieve a password', user_login: 'sign in', user_register: 'register' } as const;
type Purpose = keyof typeof PURPOSES;

/** Answers about names and addresses that somebody has, and about others: the same bytes, by the same work, in the same time. Source: security.md rules 6, 7, 8. */
describe.each(dealtKinds())('what is known and what is not on %s', (kind) => {
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
      // Where times are compared passwords are hashed as they are for people, but with less of it: what is done beside weighs more then. Pictures are not drawn.
      ...effort(
        {},
        {
          ports: {
            passwords: createPasswordHasher({ memory: 4096, passes: 1, parallelism: 1 }),
            rasterise: () => Promise.resolve(new Uint8Array()),
          },
        },
      ),
      wrap: (database) => ({
        ...database,
        kysely: database.kysely.withPlugin(plugin),
        transaction: (work) => database.transaction((trx) => work(trx.withPlugin(plugin))),
      }),
    });
    const { id } = await server.addAdmin('known', []);
    const hash = await server.ports.passwords.hash(TEST_PASSWORD);
    await server.database.kysely.updateTable('admin_password').set({ hash }).where('admin_id', '=', id).execute();
    await addMember(server, 'known', { email: 'known@example.com', mobile: MOBILES['known']! });
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

  interface Knock {
    readonly path: string;
    readonly json: object;
    readonly address: string;
  }
  type Door = (name: string) => Promise<Knock>;
  const askCode =
    (purpose: Purpose, channel: 'email' | 'mobile'): Door =>
    async (name) => {
      const address = nextNetwork();
      const to =
        channel === 'email' ? { email: `${name}@example.com`, event: purpose } : { mobile: MOBILES[name]!, template_code: purpose };
      return { path: channel === 'email' ? '/api/Ems/send' : '/api/Sms/send', json: { ...to, ...(await solved(address)) }, address };
    };
  /** With a code that was asked for from the same network, and is another. */
  const tryCode =
    (purpose: Purpose, path: string, json: (email: string) => object): Door =>
    async (name) => {
      const { path: sending, json: wish, address } = await askCode(purpose, 'email')(name);
      await server.request(sending, { method: 'POST', json: wish, address });
      await server.app.settled();
      return { path, json: json(`${name}@example.com`), address };
    };
  const sendings = Object.fromEntries(
    Object.entries(PURPOSES).flatMap(([purpose, what]) =>
      (['email', 'mobile'] as const).map((channel) => [`a code by ${channel} to ${what}`, askCode(purpose as Purpose, channel)] as const),
    ),
  );

  /** Each call without a sign-in that is given the name or the address of somebody. */
  const DOORS: Readonly<Record<string, Door>> = {
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
    'the sign-in of members by mobile number': async (name) => ({
      path: '/api/user/checkIn',
      json: { tab: 'login', username: MOBILES[name]!, password: 'wrong-one', keep: false },
      address: nextNetwork(),
    }),
    ...sendings,
    'a wrong code to retrieve a password': tryCode('user_retrieve_pwd', '/api/account/retrievePassword', (account) => ({
      type: 'email',
      account,
      captcha: 'ABCDEF',
      password: 'Blue-whale-8',
    })),
    'a wrong code to sign in': tryCode('user_login', '/api/user/signInByCode', (account) => ({
      type: 'email',
      account,
      captcha: 'ABCDEF',
    })),
    'a wrong code to register': tryCode('user_register', '/api/user/checkIn', (email) => ({
      tab: 'register',
      username: 'newcomer',
      password: 'Blue-whale-8',
      registerType: 'email',
      email,
      captcha: 'ABCDEF',
    })),
  };

  /** A day later no limit is used up. */
  const fresh = async (): Promise<void> => {
    await server.app.settled();
    server.clock.advanceSeconds(2 * 86_400);
  };

  async function knock(
    door: string,
    name: string,
  ): Promise<{ readonly body: RawReply['body']; readonly ms: number; readonly workMs: number; readonly kinds: readonly string[] }> {
    const { path, json, address } = await DOORS[door]!(name);
    await server.app.settled();
    statements.length = 0;
    const worked = process.cpuUsage();
    const begun = performance.now();
    const { body } = await server.request(path, { method: 'POST', json, address });
    const ms = performance.now() - begun;
    const { user, system } = process.cpuUsage(worked);
    // What goes on after the reply is nobody's to measure.
    return { body, ms, workMs: (user + system) / 1000, kinds: Object.hasOwn(sendings, door) ? [] : [...statements] };
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
    let tried = 0;
    const told = await compareTimes(async () => {
      if (tried % 20 === 0) await fresh();
      tried += 1;
      // Who comes first is drawn by lot, so that neither follows the other more often.
      const names = Math.random() < 0.5 ? (['known', 'nobody'] as const) : (['nobody', 'known'] as const);
      const clock = { known: 0, nobody: 0 };
      const work = { known: 0, nobody: 0 };
      for (const name of names) ({ ms: clock[name], workMs: work[name] } = await knock(door, name));
      return { work: [work.known, work.nobody], clock: [clock.known, clock.nobody] };
    });
    expect(told).toMatchObject({ verdict: 'same' });
  });
});
