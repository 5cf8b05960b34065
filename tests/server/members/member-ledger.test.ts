import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moneyLedger, scoreLedger } from '#api/contract/members/member-ledger';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { member } from '#sections/member/member.resource.ts';
import { moneyLog } from '#sections/money-log/money-log.resource.ts';
import { scoreLog } from '#sections/score-log/score-log.resource.ts';
import { sha256 } from '#server/base/digest';
import { tidyUp } from '#server/boot/upkeep/housekeeping';
import { ledgerDifferences } from '#server/features/members/ledger';
import { dealtKinds } from '#tests/support/dealt.ts';
import { makeToken } from '../programs/token-support.ts';
import { createTestServer, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';
import { rejectionOf } from '#tests/support/refusals.ts';

describe.each(dealtKinds())('the ledgers of members on %s', (kind) => {
  const money = resourceEndpoints(moneyLog);
  const score = resourceEndpoints(scoreLog);
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    ({ token } = await server.signIn());
  });
  afterAll(() => server.close());

  const call: TestServer['call'] = (endpoint, input, options) => server.call(endpoint, input, { token, ...options });
  let people = 0;
  const join = async (): Promise<number> => {
    const row = { username: `payer_${(people += 1)}`, nickname: `茶友${people}`, group_id: 1, password: 'green-tea-7' };
    return (await call(resourceEndpoints(member).add, row))?.id ?? 0;
  };
  const balanceOf = async (id: number) => {
    const { row } = await call(resourceEndpoints(member).read, { id });
    return { money: row['money'], score: row['score'] };
  };
  const toldTo = (id: number) =>
    server.database.kysely
      .selectFrom('member_message')
      .select(['kind', 'text_key', 'params'])
      .where('member_id', '=', id)
      .orderBy('id')
      .execute();
  const entriesOf = async (id: number) =>
    (await call(money.list, { limit: 1000, search: [{ field: 'user_id', operator: 'eq', val: String(id) }] })).list ?? [];

  it('books an entry and shows it, newest first, with the member', async () => {
    const id = await join();
    await call(moneyLedger.add, { user_id: id, money: '123.45', memo: '充值' });
    const second = await call(moneyLedger.add, { user_id: id, money: '-23.40', memo: 'tea', before: '9', after: '9', admin_id: 77 });
    const [newest, oldest] = await entriesOf(id);
    expect(newest).toEqual({
      id: second?.id,
      user_id: id,
      user: { id, username: `payer_${people}`, nickname: `茶友${people}` },
      money: '-23.40',
      before: '123.45',
      after: '100.05',
      memo: 'tea',
      reason: 'adjustment',
      admin_id: 1,
      create_time: TEST_START_SECONDS,
    });
    expect(oldest).toMatchObject({ money: '123.45', before: '0.00', after: '123.45' });
    await call(scoreLedger.add, { user_id: id, score: 7, memo: 'gift' });
    expect((await call(score.list, {})).list?.[0]).toMatchObject({ user_id: id, score: 7, before: 0, after: 7, memo: 'gift' });
    expect(await balanceOf(id)).toEqual({ money: '100.05', score: 7 });
    expect(await call(moneyLedger.member, { userId: id })).toEqual({
      user: expect.objectContaining({ id, username: `payer_${people}`, money: '100.05', score: 7 }),
    });
    expect((await rejectionOf(call(moneyLedger.member, { userId: 9999 }))).code).toBe(0);
  });

  it('books for each program that uses one key, and once for each of them', async () => {
    const id = await join();
    const programs = [await makeToken(server, token, { rules: '*' }), await makeToken(server, token, { rules: '*' })];
    const book = (program: string) =>
      server.request('/api/admin/user.MoneyLog/add', {
        method: 'POST',
        headers: { authorization: `Bearer ${program}`, 'Idempotency-Key': 'order-1' },
        json: { user_id: id, money: '5.00', memo: 'order' },
      });
    const replies = [];
    for (const { token: program } of [...programs, ...programs]) replies.push((await book(program)).body);
    expect(replies.map((body) => body?.code)).toEqual([1, 1, 1, 1]);
    expect((await balanceOf(id)).money).toBe('10.00');
    expect(await entriesOf(id)).toHaveLength(2);
  });

  it('answers both dialects', async () => {
    const id = await join();
    const path = `/api/admin/user.MoneyLog`;
    const added = await server.request(`${path}/add`, { method: 'POST', token, json: { user_id: String(id), money: '1.5', memo: 'x' } });
    expect(added.body).toMatchObject({ code: 1 });
    for (const query of [`quickSearch=payer_${people}`, `quick_search=${encodeURIComponent(`茶友${people}`)}`]) {
      const { body } = await server.request(`/admin/user.moneyLog/index?${query}`, { token });
      expect(body?.data.list.map((row: { user_id: number; money: string }) => [row.user_id, row.money])).toEqual([[id, '1.50']]);
      expect(body?.data.total).toBe(1);
    }
    const { body } = await server.request(`${path}/add?userId=${id}`, { token });
    expect(body?.data.user).toMatchObject({ id, money: '1.50' });
  });

  it('says at the field what cannot be booked, and books nothing then', async () => {
    const id = await join();
    const refused = async (endpoint: typeof moneyLedger.add, row: object) =>
      (await rejectionOf(call(endpoint, { user_id: id, memo: 'm', ...row }))).fields;
    expect(await refused(moneyLedger.add, { money: '-0.01' })).toEqual({ money: 'The balance is too low: it cannot fall below zero.' });
    expect(await refused(scoreLedger.add, { score: -1 })).toEqual({ score: 'The score is too low: it cannot fall below zero.' });
    expect(await refused(moneyLedger.add, { money: '0.00' })).toEqual({ money: 'Enter a change that is not zero.' });
    expect(await refused(moneyLedger.add, { money: '1.005' })).toEqual({
      money: 'Please enter an amount such as 1234.50',
    });
    expect(await refused(moneyLedger.add, { money: '1', memo: ' ' })).toEqual({ memo: 'This field is required' });
    expect(await refused(moneyLedger.add, { memo: '' })).toEqual({ money: 'This field is required', memo: 'This field is required' });
    expect(await refused(scoreLedger.add, { score: 1.5 })).toEqual({ score: 'Please enter a whole number' });
    expect(await refused(moneyLedger.add, { money: '1', user_id: 9999 })).toEqual({ user_id: 'There is no such member.' });
    expect([await entriesOf(id), await toldTo(id)]).toEqual([[], []]);
    expect(await balanceOf(id)).toEqual({ money: '0.00', score: 0 });
    await call(scoreLedger.add, { user_id: id, score: 2_147_483_647, memo: 'all' });
    await server.database.kysely.updateTable('member').set({ score: Number.MAX_SAFE_INTEGER }).where('id', '=', id).execute();
    expect(Object.keys((await refused(scoreLedger.add, { score: 1 })) ?? {})).toEqual(['score']);
    await server.database.kysely.updateTable('member').set({ score: 2_147_483_647 }).where('id', '=', id).execute();
    const amounts = { amount: 2_147_483_647, after: 2_147_483_647 };
    expect(await toldTo(id)).toEqual([{ kind: 'score', text_key: 'scoreChanged', params: amounts }]);
  });

  it('books what is sent twice once, also when the key comes back after its reply was forgotten', async () => {
    const id = await join();
    const row = { user_id: id, money: '10.00', memo: 'once' };
    const options = { idempotencyKey: `deed-${id}`, duplicates: 'allowed' as const };
    const replies = await Promise.all(Array.from({ length: 6 }, () => call(moneyLedger.add, row, options)));
    expect(new Set(replies.map((reply) => reply?.id)).size).toBe(1);
    expect(await balanceOf(id)).toMatchObject({ money: '10.00' });
    expect((await rejectionOf(call(moneyLedger.add, { ...row, money: '11.00' }, options))).message).toBe(
      'This idempotency key was already used for another request.',
    );
    server.clock.advanceSeconds(86_401);
    ({ token } = await server.signIn());
    expect(await call(moneyLedger.add, row, options)).toEqual(replies[0]);
    expect((await rejectionOf(call(moneyLedger.add, { ...row, money: '11.00' }, { idempotencyKey: `deed-${id}` }))).code).toBe(0);
    expect(await balanceOf(id)).toMatchObject({ money: '10.00' });
    // The member was told of it once.
    expect(await toldTo(id)).toEqual([
      { kind: 'balance', text_key: 'balanceChanged', params: { amount: '10.00', after: '10.00', currency: 'CNY' } },
    ]);
    await call(moneyLedger.add, row, { idempotencyKey: 'k'.repeat(200) });
    expect(await balanceOf(id)).toMatchObject({ money: '20.00' });
    // The entry names who sent it and with which key, and of a long one its digest.
    const refs = await server.database.kysely.selectFrom('money_log').select('ref').where('user_id', '=', id).orderBy('id').execute();
    expect(refs.map(({ ref }) => ref)).toEqual([`1:deed-${id}`, await sha256(`1:${'k'.repeat(200)}`)]);
  });

  it('keeps every entry of many at once, whole and above zero', async () => {
    const id = await join();
    const amounts = Array.from({ length: 30 }, (_, index) => (index % 3 === 0 ? '-2.00' : '1.00'));
    const outcomes = await Promise.allSettled(amounts.map((amount) => call(moneyLedger.add, { user_id: id, money: amount, memo: 'x' })));
    const booked = amounts.filter((_, index) => outcomes[index]?.status === 'fulfilled');
    const entries = await entriesOf(id);
    expect(entries).toHaveLength(booked.length);
    const chain = entries.map((row) => [row['before'], row['after']]).toReversed();
    expect(chain.slice(1).map(([before]) => before)).toEqual(chain.slice(0, -1).map(([, after]) => after));
    expect(await balanceOf(id)).toMatchObject({ money: booked.reduce((sum, one) => sum + Number(one), 0).toFixed(2) });
    expect(await ledgerDifferences(server.database.kysely, 'money')).toEqual([]);
  });

  it('keeps the entries of an account that is gone, naming nobody', async () => {
    const id = await join();
    await call(moneyLedger.add, { user_id: id, money: '5.00', memo: 'left' });
    await call(resourceEndpoints(member).remove, { ids: [id] });
    expect(await entriesOf(id)).toEqual([expect.objectContaining({ user_id: id, user: null, after: '5.00' })]);
  });

  it('neither changes nor deletes an entry, whoever asks', async () => {
    const { token: nobody } = await server.addAdmin(`n_${kind.slice(0, 4)}`, []);
    const final = { code: 0, message: 'Entries of a ledger can be neither changed nor deleted.' };
    for (const asked of [token, nobody]) {
      expect(await rejectionOf(call(money.remove, { ids: [1] }, { token: asked }))).toMatchObject(final);
      expect(await rejectionOf(call(score.save, { id: 1, memo: 'x' }, { token: asked }))).toMatchObject(final);
    }
    const { body } = await server.request('/admin/user.scoreLog/del?ids=1', { method: 'DELETE', token });
    expect(body).toMatchObject({ code: 0 });
  });

  it('is checked by the housekeeping, which says aloud whose balance is not the sum of their entries', async () => {
    const said: unknown[] = [];
    const logger = { ...server.ports.logger, error: (event: string, detail?: object) => void said.push([event, detail]) };
    // At night, by the clock of the site.
    const nightOf = (day: number) => ({ ...server.ports, logger, clock: { nowMs: () => Date.UTC(2026, 0, day, 19) } });
    await tidyUp(nightOf(15));
    expect(said).toEqual([]);
    const id = await join();
    await server.database.kysely.updateTable('member').set({ money: 700 }).where('id', '=', id).execute();
    await tidyUp(nightOf(16));
    expect(said).toEqual([['ledger.differs', { ledger: 'money', count: 1, members: [{ memberId: id, balance: 700, sum: 0 }] }]]);
    await server.database.kysely.updateTable('member').set({ money: 0 }).where('id', '=', id).execute();
  });

  it('lets an account do exactly what its nodes say', async () => {
    const id = await join();
    const short = kind.slice(0, 4);
    const { token: reader } = await server.addAdmin(`r_${short}`, ['user/moneyLog/index']);
    const { token: writer } = await server.addAdmin(`w_${short}`, ['user/moneyLog/add']);
    const row = { user_id: id, money: '1.00', memo: 'x' };
    expect((await call(money.list, {}, { token: reader })).list?.length).toBeGreaterThan(0);
    expect((await rejectionOf(call(moneyLedger.add, row, { token: reader }))).code).toBe(401);
    expect((await rejectionOf(call(moneyLedger.member, { userId: id }, { token: reader }))).code).toBe(401);
    expect((await rejectionOf(call(money.list, {}, { token: writer }))).code).toBe(401);
    expect((await rejectionOf(call(scoreLedger.add, { user_id: id, score: 1, memo: 'x' }, { token: writer }))).code).toBe(401);
    expect((await call(moneyLedger.add, row, { token: writer }))?.id).toBeGreaterThan(0);
  });
});
