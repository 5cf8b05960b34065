import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areaOf } from '#api/contract/base/endpoint';
import { addToLedger, ledgerDifferences } from '#server/features/members/ledger';
import { dealtKinds } from '#tests/support/dealt.ts';
import { addMember, askAsMember, type TestMember } from '#tests/support/members.ts';
import { effort } from '#tests/support/effort.ts';
import { createTestServer, TEST_START_SECONDS, type RawReply, type TestServer } from '#tests/support/server.ts';

const cents = (text: string): number => Math.round(Number(text) * 100);

const outcomeOf = ({ body }: RawReply): string =>
  body?.code === 401 ? 'forbidden' : body?.code === 302 || body?.code === 303 ? 'led elsewhere' : 'passes';

const storedFile = (userId: number, url: string, mimetype: string) => ({
  topic: 'default', admin_id: 0, user_id: userId, url, full_url: url, name: 'a', suffix: 'png', size: 1, mimetype, storage: 'local', sha1: '', last_upload_time: 0, create_time: 0,
}); // prettier-ignore

/** What members may do, and whose things they see. Source: wire protocol §2.2, §2.10; readings §6. */
/** Of the calls that anyone may send: those of what visitors and members have of their own, where nothing need be said. */
const CALLS_OF_OWNERS: readonly string[] = ['start', 'conversations', 'remove', 'putBack', 'export', 'attach'].map(
  (name) => `/api/chat/${name}`,
);

describe.each(dealtKinds())('the rights of members on %s', (kind) => {
  let server: TestServer;
  let [one, two]: TestMember[] = [];
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    one = await addMember(server, 'member_one', { email: 'one@example.com' });
    two = await addMember(server, 'member_two', { email: 'two@example.com' });
  });
  afterAll(() => server.close());

  const book = (memberId: number, amount: number, ref: string) =>
    server.database.transaction((trx) =>
      addToLedger(trx, 'money', { memberId, amount, memo: ref, reason: 'sample', ref, adminId: 0, ip: '' }, TEST_START_SECONDS),
    );

  it('opens each page to whom the group grants it, and to nobody else', async () => {
    const { id } = await server.database.kysely
      .insertInto('member_group')
      .values({ name: 'few', rules: '1,2', create_time: 0, update_time: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const few = await addMember(server, 'few_one', { group_id: id });
    const asked = server.app.routes().filter(({ endpoint }) => areaOf(endpoint) === 'member' && endpoint.audience === 'permitted');
    expect(asked.length).toBeGreaterThan(8);
    const { token } = await few.signIn();
    const outcomes = await Promise.all(
      asked.map(async ({ endpoint: { method, path }, node }) => {
        const reply = await askAsMember(server, method === 'GET' ? 'GET' : 'POST', path, { token, ...(method === 'POST' && { json: {} }) });
        return [node, outcomeOf(reply)];
      }),
    );
    expect(outcomes).toEqual(asked.map(({ node }) => [node, node === 'account/overview' ? 'passes' : 'forbidden']));
    await server.database.kysely.updateTable('member_rule').set({ status: '0' }).where('name', '=', 'account/overview').execute();
    const all = await one!.signIn();
    expect(outcomeOf(await askAsMember(server, 'GET', '/api/account/overview', { token: all.token }))).toBe('forbidden');
    await server.database.kysely.updateTable('member_rule').set({ status: '1' }).where('name', '=', 'account/overview').execute();
  });

  it('answers every member call to whom its audience says, and to nobody else', { timeout: 120_000 }, async () => {
    const { id } = await server.database.kysely
      .insertInto('member_group')
      .values({ name: 'none', rules: '', create_time: 0, update_time: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const [all, none, off] = [
      await addMember(server, 'with_all'),
      await addMember(server, 'with_none', { group_id: id }),
      await addMember(server, 'switched_off'),
    ];
    const { token: admin } = await server.signIn();
    const enable = (status: 'enable' | 'disable') =>
      server.database.kysely.updateTable('member').set({ status }).where('id', '=', off.id).execute();
    const disabled = async (): Promise<string> => {
      await enable('enable');
      const { token } = await off.signIn();
      await enable('disable');
      return token;
    };
    // Each call has a session of its own: some of them end it.
    const callers: Readonly<Record<string, () => Promise<Readonly<Record<string, string>>>>> = {
      visitor: async () => ({}),
      adminOnly: async () => ({ batoken: admin }),
      disabled: async () => ({ 'ba-user-token': await disabled() }),
      withAll: async () => ({ 'ba-user-token': (await all.signIn()).token }),
      withNone: async () => ({ 'ba-user-token': (await none.signIn()).token }),
    };
    const stranger = 'led elsewhere';
    const expected = {
      anyone: { visitor: 'passes', adminOnly: 'passes', disabled: 'passes', withAll: 'passes', withNone: 'passes' },
      signedIn: { visitor: stranger, adminOnly: stranger, disabled: stranger, withAll: 'passes', withNone: 'passes' },
      permitted: { visitor: stranger, adminOnly: stranger, disabled: stranger, withAll: 'passes', withNone: 'forbidden' },
      super: {},
    } as const;
    const routes = server.app.routes().filter(({ endpoint }) => areaOf(endpoint) === 'member');
    expect(routes.length).toBeGreaterThan(30);
    const unexpected: unknown[] = [];
    for (const [index, { endpoint }] of routes.entries()) {
      const { method, path, audience } = endpoint;
      // Whoever is signed in already is led on, as the protocol says.
      const isDoor = method === 'GET' && path === '/api/user/checkIn';
      for (const [place, [who, headers]] of Object.entries(callers).entries()) {
        // The visitor, and two of the four others by turns: who is let through is judged in one place for all calls.
        if (place > 0 && effort((index + place) % 4 >= 2, false)) continue;
        const json = method === 'POST' && endpoint.body !== 'file' ? { json: {} } : {};
        const reply = await server.request(path, { method, headers: await headers(), ...json });
        // Whoever signed in does not become a visitor unawares, where visitors have things of their own.
        const isOwned = who === 'disabled' && CALLS_OF_OWNERS.includes(path);
        const wanted =
          isOwned || (isDoor && who.startsWith('with')) ? stranger : (expected[audience] as Readonly<Record<string, string>>)[who];
        if (outcomeOf(reply) !== wanted) unexpected.push([method, path, who, wanted, reply.text.slice(0, 120)]);
      }
    }
    expect(unexpected).toEqual([]);
  });

  it('has no call of the back office for a member, and none of the member centre for an administrator', async () => {
    const { token } = await one!.signIn();
    const routes = server.app.routes().filter(({ endpoint }) => areaOf(endpoint) === 'admin' && endpoint.audience !== 'anyone');
    expect(routes.length).toBeGreaterThan(60);
    const open: unknown[] = [];
    for (const { endpoint } of routes) {
      const { method, path } = endpoint;
      const json = method === 'POST' && endpoint.body !== 'file' ? { json: {} } : {};
      const reply = await server.request(path, { method, headers: { 'ba-user-token': token }, ...json });
      if (outcomeOf(reply) !== 'led elsewhere') open.push([method, path, reply.text.slice(0, 120)]);
    }
    expect(open).toEqual([]);
  });

  it('answers with the own things whatever ids are sent, and says of those of others that there are none', async () => {
    await book(one!.id, 1000, 'of one');
    await book(two!.id, 2000, 'of two');
    const [mine, theirs] = [await one!.signIn(), await two!.signIn()];
    const get = async (path: string) => (await askAsMember(server, 'GET', path, { token: mine.token })).body;
    const query = `id=${two!.id}&user_id=${two!.id}&userId=${two!.id}&uid=${two!.id}`;
    expect((await get(`/api/account/balance?${query}`))?.data.list.map(({ memo }: { memo: string }) => memo)).toEqual(['of one']);
    expect((await get(`/api/account/profile?${query}`))?.data.info.username).toBe('member_one');
    const files = await askAsMember(server, 'GET', `/api/account/exportBalance?format=csv&${query}`, { token: mine.token });
    expect(files.text).toContain('of one');
    expect(files.text).not.toContain('of two');
    const sessions = (await askAsMember(server, 'GET', '/api/account/sessions', { token: theirs.token })).body?.data.list as {
      id: string;
    }[];
    const ended = await askAsMember(server, 'POST', '/api/account/endSession', { token: mine.token, json: { id: sessions[0]?.id } });
    const made = await askAsMember(server, 'POST', '/api/account/endSession', { token: mine.token, json: { id: 'made-up' } });
    expect([ended.body?.code, ended.text]).toEqual([0, made.text]);
    expect((await askAsMember(server, 'GET', '/api/account/overview', { token: theirs.token })).body?.code).toBe(1);
    const signIns = (await get('/api/account/signIns'))?.data;
    expect(signIns.list.map(({ outcome }: { outcome: string }) => outcome)).toEqual(
      Array.from({ length: signIns.total }, () => 'signedIn'),
    );
    await askAsMember(server, 'POST', '/api/account/profile', { token: mine.token, json: { id: two!.id, nickname: 'Mine', version: 1 } });
    const { nickname } = await server.database.kysely
      .selectFrom('member')
      .select('nickname')
      .where('id', '=', two!.id)
      .executeTakeFirstOrThrow();
    expect(nickname).toBe('member_two');
  });

  it('takes an avatar that the member has stored, and nobody elses', async () => {
    const files = [
      storedFile(one!.id, '/storage/mine.png', 'image/png'),
      storedFile(two!.id, '/storage/theirs.png', 'image/png'),
      storedFile(one!.id, '/storage/mine.zip', 'application/zip'),
    ];
    await server.database.kysely.insertInto('attachment').values(files).execute();
    const { token } = await one!.signIn();
    const save = async (avatar: string) =>
      (await askAsMember(server, 'POST', '/api/account/profile', { token, json: { avatar, birthday: '' } })).body?.code;
    expect([
      await save('/storage/theirs.png'),
      await save('/storage/mine.zip'),
      await save('/storage/none.png'),
      await save('/storage/mine.png'),
    ]).toEqual([0, 0, 0, 1]);
  });

  it('shows each entry after the one before it while twenty book at once, and sums up to the balance in list and file', async () => {
    const busy = await addMember(server, 'busy_one');
    await book(busy.id, 100_000, 'start');
    const { token } = await busy.signIn();
    const writers = Array.from({ length: 20 }, async (_, writer) => {
      for (let turn = 0; turn < 10; turn += 1) await book(busy.id, ((writer * 7 + turn * 13) % 41) - 20 || 1, `${writer}-${turn}`);
    });
    await Promise.all(writers);
    const rows: { money: string; before: string; after: string }[] = [];
    for (let page = 1; page <= 3; page += 1)
      rows.push(...(await askAsMember(server, 'GET', `/api/account/balance?page=${page}&limit=100`, { token })).body?.data.list);
    expect(rows.length).toBe(201);
    rows.forEach(({ money, before, after }, index) => {
      expect(cents(before) + cents(money)).toBe(cents(after));
      expect(before).toBe(rows[index + 1]?.after ?? '0.00');
    });
    const file = await askAsMember(server, 'GET', '/api/account/exportBalance?format=csv', { token });
    const lines = file.text.trim().split('\r\n').slice(1);
    expect(lines.length).toBe(201);
    expect(lines.reduce((sum, line) => sum + cents(line.split(',')[2] ?? ''), 0)).toBe(cents(rows[0]?.after ?? ''));
    expect(await ledgerDifferences(server.database.kysely, 'money')).toEqual([]);
  });

  it('writes each cent of the largest balance, on the page and in the file', async () => {
    const rich = await addMember(server, 'rich_one');
    await book(rich.id, 9_007_199_254_740_901, 'all');
    await book(rich.id, -9_007_199_254_740_900, 'but one');
    const { token } = await rich.signIn();
    const file = await askAsMember(server, 'GET', '/api/account/exportBalance?format=csv', { token });
    expect(
      file.text
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',').slice(2)),
    ).toEqual([
      ['-90071992547409.00', '90071992547409.01', '0.01'],
      ['90071992547409.01', '0.00', '90071992547409.01'],
    ]);
    expect((await askAsMember(server, 'GET', '/api/account/balance', { token })).body?.data.list[1]).toMatchObject({
      money: '90071992547409.01',
      after: '90071992547409.01',
    });
  });
});
