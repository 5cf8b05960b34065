import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { areaOf, type Endpoint } from '#api/contract/base/endpoint';
import { pastLives } from '#server/db/sections/guard-lives';
import { dump } from '#tests/support/databases/database-dump.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { addMember, type TestMember } from '#tests/support/members.ts';
import { createTestServer, TEST_PASSWORD, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';

/** Stands in everything that the other member has, and in no reply to anybody else. */
/** A server elsewhere is there for as long as the test takes: the database's clock tells. */
const HEARD_OF_MS = Date.now() + 3_600_000;
const PLANTED = 'quetzal';
/** Everything of the other member has this number, or one of these two names, whatever it is: a conversation, a question, a run, a file. */
const NUMBER = 424_242;
const UUIDS = ['0f0f0f0f-1111-4222-8333-444444444444', '0f0f0f0f-5555-4666-8777-888888888888'] as const;
const SHA1 = 'ab'.repeat(20);
/** Nobody's. */
const NO_NUMBER = 737_373;
const NO_UUID = '7a7a7a7a-1111-4222-8333-444444444444';
const NO_SHA1 = 'cd'.repeat(20);

/** What is sent beside an identity, so that a call gets as far as looking for it. */
const FILLED: Readonly<Record<string, unknown>> = {
  text: 'question', title: 'mine now', folder: 'mine', isPinned: true, verdict: 'good', reasons: [], note: '', format: 'json', name: 'mine now', kind: 'system', by_mail: false,
  in_app: false, password: TEST_PASSWORD, page: 1, limit: 10, purpose: 'add', endOthers: false, origin: 'http://localhost:8000', topic: 'default', driver: 'local', size: 10,
  type: 'image/png', model: null, area: 'user',
}; // prettier-ignore
/** Where a uuid is one that the caller draws for what comes into being. */
const DRAWN = 'answer';

type Schema = { readonly properties?: Readonly<Record<string, { readonly type?: unknown }>> };

const schemaOf = ({ input }: Endpoint): NonNullable<Schema['properties']> =>
  (z.toJSONSchema(input as never, { unrepresentable: 'any', io: 'input' }) as Schema).properties ?? {};

describe.each(dealtKinds())('what another member has, on %s', (kind) => {
  let server: TestServer;
  let [one, two]: TestMember[] = [];
  let sessionOfTwo = '';

  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    one = await addMember(server, 'member_one');
    two = await addMember(server, 'member_two');
    await plant(two.id);
    const { token } = await two.signIn();
    const reply = await server.request('/api/account/sessions', { headers: { 'ba-user-token': token } });
    sessionOfTwo = String(reply.body?.data.list[0].id);
  });
  afterAll(() => server.close());

  /** One of everything that a member can have. */
  async function plant(memberId: number): Promise<void> {
    const now = TEST_START_SECONDS;
    const [first, second] = UUIDS;
    const statements = [
      sql`insert into member_group (id, name, rules, create_time, update_time) values (${NUMBER}, ${PLANTED}, '*', ${now}, ${now})`,
      sql`insert into notice (id, title, title_en, body, body_en, audience, group_id, status, publish_time, create_time, update_time)
        values (${NUMBER}, ${PLANTED}, ${PLANTED}, ${PLANTED}, ${PLANTED}, 'members', ${NUMBER}, 'on', ${now}, ${now}, ${now})`,
      sql`insert into member_message (id, member_id, kind, text_key, params, language, create_time) overriding system value
        values (${NUMBER}, ${memberId}, 'system', 'exportReady', jsonb_build_object('time', ${PLANTED}::text), 'en', ${now})`,
      sql`insert into passkey (id, member_id, credential_id, rp_id, public_key, counter, transports, is_synced, name, create_time) overriding system value
        values (${NUMBER}, ${memberId}, ${PLANTED}, 'localhost', 'key', 0, '', false, ${PLANTED}, ${now})`,
      sql`insert into external_identity (id, account_type, account_id, issuer, subject, label, create_time) overriding system value
        values (${NUMBER}, 'user', ${memberId}, 'https://elsewhere.example', ${PLANTED}, ${PLANTED}, ${now})`,
      sql`insert into member_export (id, uuid, member_id, state, language, size, file_id, expire_time, create_time) overriding system value
        values (${NUMBER}, ${first}, ${memberId}, 'ready', 'en', 7, ${PLANTED}, ${now + 80_000}, ${now})`,
      sql`insert into attachment (id, topic, admin_id, user_id, url, name, suffix, size, mimetype, storage, sha1, last_upload_time, create_time) overriding system value
        values (${NUMBER}, 'default', 0, ${memberId}, ${`/storage/${PLANTED}.png`}, ${`${PLANTED}.png`}, 'png', 10, 'image/png', 'local', ${SHA1}, ${now}, ${now})`,
      sql`insert into money_log (id, user_id, money, before, after, memo, create_time, reason, ref) overriding system value
        values (${NUMBER}, ${memberId}, 100, 0, 100, ${PLANTED}, ${now}, 'adjustment', ${PLANTED})`,
      sql`update member set money = 100 where id = ${memberId}`,
      sql`insert into chat_conversation (id, uuid, owner_type, owner_id, title, folder, create_time, update_time) overriding system value
        values (${NUMBER}, ${first}, 'member', ${memberId}, ${PLANTED}, ${PLANTED}, ${now}, ${now})`,
      sql`insert into chat_message (id, uuid, conversation_id, role, state, text, create_time) overriding system value
        values (${NUMBER}, ${first}, ${NUMBER}, 'user', 'complete', ${PLANTED}, ${now})`,
      sql`insert into chat_message (id, uuid, conversation_id, parent_id, role, state, text, create_time) overriding system value
        values (${NUMBER + 1}, ${second}, ${NUMBER}, ${NUMBER}, 'assistant', 'running', ${PLANTED}, ${now})`,
      sql`insert into chat_run (id, uuid, message_id, owner_type, owner_id, owner, seen_at_ms, reader_seen_ms, create_time) overriding system value
        values (${NUMBER}, ${second}, ${NUMBER + 1}, 'member', ${memberId}, 'elsewhere', ${HEARD_OF_MS}, ${now * 1000}, ${now})`,
      sql`update chat_conversation set leaf_id = ${NUMBER + 1} where id = ${NUMBER}`,
      sql`insert into chat_attachment (id, uuid, owner_type, owner_id, name, kind, mime_type, size, file_id, text, create_time) overriding system value
        values (${NUMBER}, ${first}, 'member', ${memberId}, ${PLANTED}, 'text', 'text/plain', 7, ${PLANTED}, ${PLANTED}, ${now})`,
    ];
    await server.database.transaction(async (trx) => {
      await pastLives(trx);
      // oxlint-disable-next-line no-await-in-loop -- one names the next
      for (const statement of statements) await statement.execute(trx);
    });
  }

  /** Each row in which something of the other member stands. */
  const kept = async (): Promise<readonly string[]> =>
    [...(await dump(server.database))].flatMap(([table, text]) =>
      text
        .split('\n')
        .filter((row) => row.includes(PLANTED) || UUIDS.some((uuid) => row.includes(uuid)))
        .map((row) => `${table}: ${row}`),
    );

  const IDENTITIES: ReadonlySet<string> = new Set([
    'id', 'ids', 'uuid', 'conversation', 'message', 'before', 'parent', 'share', 'attachment', 'attachments', 'sha1', DRAWN,
  ]); // prettier-ignore
  type Identity = { readonly plain: string | number; readonly sha1: string };
  function inputOf(endpoint: Endpoint, { plain, sha1 }: Identity): Readonly<Record<string, unknown>> {
    const filled = Object.entries(schemaOf(endpoint)).flatMap(([name, { type }]): (readonly [string, unknown])[] => {
      if (name === 'sha1') return [[name, sha1]];
      if (IDENTITIES.has(name)) return [[name, type === 'array' ? [plain] : plain]];
      return Object.hasOwn(FILLED, name) ? [[name, FILLED[name]]] : [];
    });
    return Object.fromEntries(filled);
  }

  async function ask(token: string, endpoint: Endpoint, identity: Identity): Promise<{ readonly said: string; readonly text: string }> {
    const { method, path } = endpoint;
    await server.database.kysely.deleteFrom('throttle_counter').execute();
    // Some calls ask for a proof of presence before they look.
    await server.request('/api/account/prove', { method: 'POST', headers: { 'ba-user-token': token }, json: { password: TEST_PASSWORD } });
    const input = inputOf(endpoint, identity);
    const query = method === 'GET' ? `?${new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))}` : '';
    const reply = await server.request(path + query, {
      method,
      headers: { 'ba-user-token': token },
      ...(method === 'POST' && { json: input }),
    });
    return { said: `${reply.body?.code ?? reply.text.slice(0, 40)} ${reply.body?.msg ?? ''}`, text: reply.text };
  }

  it('is not found by any call of members, whatever names it, and stays as it was', { timeout: 240_000 }, async () => {
    const routes = server.app
      .routes()
      .map(({ endpoint }) => endpoint)
      .filter((endpoint) => areaOf(endpoint) === 'member' && endpoint.body !== 'file')
      .filter((endpoint) => Object.keys(schemaOf(endpoint)).some((name) => IDENTITIES.has(name)))
      // Pictures of captchas, areas, goods and modules are nobody's own.
      .filter(({ path }) => /^\/api\/(?:account|chat|external|ajax|Alioss)\//u.test(path));
    expect(routes.length).toBeGreaterThan(25);
    const before = await kept();
    expect(before.length).toBeGreaterThan(12);
    const told: unknown[] = [];
    for (const endpoint of routes) {
      const pairs: (readonly [theirs: Identity, nobodys: Identity])[] = [
        [{ plain: NUMBER, sha1: SHA1 }, { plain: NO_NUMBER, sha1: NO_SHA1 }],
        ...UUIDS.map((plain) => [{ plain, sha1: SHA1 }, { plain: NO_UUID, sha1: NO_SHA1 }] as const),
        [{ plain: sessionOfTwo, sha1: SHA1 }, { plain: `${sessionOfTwo.slice(1)}${sessionOfTwo.slice(0, 1)}`, sha1: NO_SHA1 }],
      ]; // prettier-ignore
      const { token } = await one!.signIn();
      for (const [theirs, nobodys] of pairs) {
        const [hers, none] = [await ask(token, endpoint, theirs), await ask(token, endpoint, nobodys)];
        if (hers.said !== none.said) told.push([endpoint.path, theirs.plain, hers.said, none.said]);
        if (hers.text.includes(PLANTED)) told.push([endpoint.path, theirs.plain, hers.text.slice(0, 200)]);
      }
    }
    expect(told).toEqual([]);
    expect(await kept()).toEqual(before);
  });
});
