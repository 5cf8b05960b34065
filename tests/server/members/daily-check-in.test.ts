import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createServerApp, type ServerApp } from '#server/app';
import { tidyUp } from '#server/boot/upkeep/housekeeping';
import { checkInsWithoutNetwork } from '#server/db/migrations/0600-check-ins-without-network';
import { sweepCheckIns } from '#server/features/members/daily-check-in';
import { ledgerDifferences } from '#server/features/members/ledger';
import { dealtKinds } from '#tests/support/dealt.ts';
import { addMember, askAsMember, type TestMember } from '#tests/support/members.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';

const PATH = '/api/account/dailyCheckIn';
const DAY_SECONDS = 86_400;

/** The clock of the tests stands at eight in the morning of the site. */
describe.each(dealtKinds())('the daily check-in on %s', (kind) => {
  let server: TestServer;
  let other: ServerApp;
  let member: TestMember;
  let people = 0;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
    // Another process on the same database knows nothing of what this one remembers.
    other = createServerApp(server.ports);
  });
  afterAll(async () => {
    await other.close();
    await server.close();
  });
  const set = (name: string, value: string) =>
    server.database.kysely.updateTable('config').set({ value }).where('name', '=', name).execute();
  beforeEach(async () => {
    await set('daily_score', '5');
    member = await addMember(server, `early_${(people += 1)}`);
  });

  const checkIn = async (token: string) => (await askAsMember(server, 'POST', PATH, { token, json: {} })).body;
  const inOf = async (one: TestMember) => (await checkIn((await one.signIn()).token))?.data;
  const daily = async (token: string) => (await askAsMember(server, 'GET', '/api/account/summary', { token })).body?.data.daily;
  const entries = () =>
    server.database.kysely
      .selectFrom('score_log')
      .select(['score', 'after', 'reason', 'ref', 'memo'])
      .where('user_id', '=', member.id)
      .orderBy('id')
      .execute();

  it('books once a day, however many tabs and processes ask for it at once', async () => {
    const [one, two] = [await member.signIn(), await member.signIn()];
    expect(await daily(one.token)).toEqual({ score: 5, is_done: false, streak: 0 });
    const asked = Array.from({ length: 20 }, async (_, index) => {
      const token = index % 2 === 0 ? one.token : two.token;
      const headers = { 'ba-user-token': token, server: 'true', 'think-lang': 'en', 'content-type': 'application/json' };
      const request = new Request(`http://test.invalid${PATH}`, { method: 'POST', headers, body: '{}' });
      const app = index % 4 < 2 ? server.app : other;
      return ((await (await app.fetch(request, { remoteAddress: '127.0.0.1' })).json()) as { readonly data: object }).data;
    });
    const replies = await Promise.all(asked);
    const booked = { score: 5, streak: 1 };
    expect(replies.filter((reply) => (reply as { readonly is_new: boolean }).is_new)).toEqual([{ ...booked, is_new: true }]);
    expect(replies.filter((reply) => !(reply as { readonly is_new: boolean }).is_new)).toEqual(
      Array.from({ length: 19 }, () => ({ ...booked, is_new: false })),
    );
    expect(await entries()).toEqual([{ score: 5, after: 5, reason: 'dailyCheckIn', ref: '2026-01-15', memo: 'Daily check-in' }]);
    expect(await daily(one.token)).toEqual({ score: 5, is_done: true, streak: 1 });
    expect(await ledgerDifferences(server.database.kysely, 'score')).toEqual([]);
  });

  it('counts the days of the site in a row, and begins anew after one without', async () => {
    const today = async () => {
      const { token } = await member.signIn();
      return [(await checkIn(token))?.data.streak, (await daily(token)).streak];
    };
    const start = server.clock.nowMs();
    expect(await today()).toEqual([1, 1]);
    // Five minutes before midnight of the site, which is afternoon in Greenwich, and five after it.
    server.clock.advanceSeconds(15 * 3600 + 55 * 60);
    const { token } = await member.signIn();
    expect((await checkIn(token))?.data).toEqual({ score: 5, streak: 1, is_new: false });
    server.clock.advanceSeconds(600);
    expect(await today()).toEqual([2, 2]);
    server.clock.advanceSeconds(2 * DAY_SECONDS);
    expect((await daily((await member.signIn()).token)).streak).toBe(0);
    expect(await today()).toEqual([1, 1]);
    expect((await entries()).map(({ after }) => after)).toEqual([5, 10, 15]);
    server.clock.advanceSeconds(8 * DAY_SECONDS);
    await tidyUp(server.ports);
    expect(await server.database.kysely.selectFrom('daily_check_in').selectAll().where('member_id', '=', member.id).execute()).toEqual([]);
    server.clock.advanceSeconds((start - server.clock.nowMs()) / 1000);
  });

  it('counts for each member alone, and remembers a day for a week', async () => {
    const start = server.clock.nowMs();
    const second = await addMember(server, `late_${people}`);
    await set('daily_score', '1000000');
    expect(await inOf(member)).toEqual({ score: 1_000_000, streak: 1, is_new: true });
    server.clock.advanceSeconds(DAY_SECONDS);
    expect(await inOf(member)).toMatchObject({ streak: 2 });
    expect(await daily((await second.signIn()).token)).toEqual({ score: 1_000_000, is_done: false, streak: 0 });
    expect(await inOf(second)).toMatchObject({ streak: 1, is_new: true });
    const days = async () => {
      await sweepCheckIns(server.ports);
      const kept = server.database.kysely.selectFrom('daily_check_in').select('day').where('member_id', '=', member.id).orderBy('day');
      return (await kept.execute()).map(({ day }) => day);
    };
    server.clock.advanceSeconds(6 * DAY_SECONDS);
    expect(await days()).toEqual(['2026-01-15', '2026-01-16']);
    server.clock.advanceSeconds(1);
    expect(await days()).toEqual(['2026-01-16']);
    server.clock.advanceSeconds((start - server.clock.nowMs()) / 1000);
  });

  it.each(['0', '-5', '1.5', 'many', '', '1000001'])('is not there where it is worth %j', async (value) => {
    await set('daily_score', value);
    const { token } = await member.signIn();
    expect(await daily(token)).toBe(null);
    expect(await checkIn(token)).toMatchObject({ code: 0, msg: 'There is no daily check-in at the moment.' });
    expect(await entries()).toEqual([]);
  });

  it('tells of the rules of points in the language of the reader', async () => {
    await set('score_rules', '每天签到得 5 分');
    await set('score_rules_en', 'Five points a day');
    const { token } = await member.signIn();
    const rules = async (language: string) =>
      (await askAsMember(server, 'GET', '/api/account/integral', { token, headers: { 'think-lang': language } })).body?.data.rules;
    expect([await rules('en'), await rules('zh-cn')]).toEqual(['Five points a day', '每天签到得 5 分']);
  });

  it('keeps nowhere where the member was, and forgets it of those that were kept with it', async () => {
    const { token } = await member.signIn();
    expect((await checkIn(token))?.code).toBe(1);
    const { kysely } = server.database;
    const networks = async () =>
      (await kysely.selectFrom('score_log').select('ip').where('user_id', '=', member.id).orderBy('id').execute()).map(({ ip }) => ip);
    expect(await networks()).toEqual(['']);
    const entry = { user_id: member.id, score: 5, memo: '', ip: '203.0.113.77', create_time: 1 } as const;
    await kysely
      .insertInto('score_log')
      .values([
        { ...entry, before: 5, after: 10, reason: 'dailyCheckIn', ref: '2025-01-15', admin_id: 0 },
        { ...entry, before: 10, after: 15, reason: 'adjustment', ref: 'by-hand', admin_id: 1 },
      ])
      .execute();
    await checkInsWithoutNetwork.up(kysely as never);
    expect(await networks()).toEqual(['', '', '203.0.113.77']);
    await expect(kysely.updateTable('score_log').set({ ip: '' }).where('user_id', '=', member.id).execute()).rejects.toThrow('append-only');
  });
});
