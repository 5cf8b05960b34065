import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textFromCents } from '#domain/base/money';
import { addToLedger } from '#server/features/members/ledger';
import { dealtKinds } from '#tests/support/dealt.ts';
import { effort } from '#tests/support/effort.ts';
import { rowsOfXlsx } from '#tests/support/exported.ts';
import { addMember, askAsMember } from '#tests/support/members.ts';
import { createTestServer, TEST_START_SECONDS, type TestServer } from '#tests/support/server.ts';

/** A member's entries: as many as a file may hold at most in the long form. */
const ENTRIES = effort(3000, 100_000);

describe.each(dealtKinds())('a long ledger on its way into a file on %s', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ kind, sampleData: false });
  });
  afterAll(() => server.close());

  it(
    'adds up from entry to entry, and is not the only thing that the server does meanwhile',
    async () => {
      const { kysely } = server.database;
      const member = await addMember(server, 'collector');
      const { id } = member;
      const { token } = await member.signIn();
      // Amounts of 1 to 97 cents, each third one taken.
      await server.database.withoutTimeout((long) =>
        sql`with booked as (
          select n, (n % 97 + 1) * case when n % 3 = 0 then -1 else 1 end as amount from generate_series(1, ${ENTRIES}::integer) as n
        )
        insert into money_log (user_id, money, before, after, memo, create_time, reason, ref)
        select ${id}::bigint, amount, (sum(amount) over (order by n) - amount)::bigint, (sum(amount) over (order by n))::bigint, 'entry ' || n,
          ${TEST_START_SECONDS - ENTRIES}::bigint + n, 'adjustment', n::text from booked order by booked.n`.execute(long),
      );
      await sql`update member set money = (select sum(money) from money_log where user_id = ${id}) where id = ${id}`.execute(kysely);
      const request = (path: string) =>
        new Request(`http://test.invalid/api/account/${path}`, { headers: { 'ba-user-token': token, server: '1' } });
      const newest = async (): Promise<unknown> =>
        (await askAsMember(server, 'GET', '/api/account/balance?limit=1', { token })).body?.data?.list[0]?.memo;

      const reader = (await server.app.fetch(request('exportBalance?format=csv'))).body?.getReader();
      if (!reader) throw new Error('the file has no content');
      const decoder = new TextDecoder();
      const seen: unknown[] = [];
      let text = '';
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        text += decoder.decode(part.value, { stream: true });
        // What is booked meanwhile is in the list at once, and in no file that had begun.
        if (seen.length === 0)
          await sql`insert into money_log (user_id, money, before, after, memo, create_time, reason, ref)
          select ${id}::bigint, 1, money, money + 1, 'meanwhile', ${TEST_START_SECONDS}::bigint, 'adjustment', 'meanwhile' from member where id = ${id}`.execute(
            kysely,
          );
        if (seen.length < 5) seen.push(await newest());
      }
      expect(new Set(seen)).toEqual(new Set(['meanwhile']));
      const lines = text
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',').slice(1));
      let balance = 0;
      const told = Array.from({ length: ENTRIES }, (_, index) => {
        const n = index + 1;
        const amount = ((n % 97) + 1) * (n % 3 === 0 ? -1 : 1);
        balance += amount;
        return [`entry ${n}`, ...[amount, balance - amount, balance].map(textFromCents)];
      }).toReversed();
      expect(lines.length).toBe(ENTRIES);
      // One comparison of many lines says less when it fails than the first line that differs.
      const wrong = lines.findIndex((line, index) => line.join() !== told[index]?.join());
      expect([wrong, lines[wrong]]).toEqual([-1, undefined]);
      const { money } = await kysely.selectFrom('member').select('money').where('id', '=', id).executeTakeFirstOrThrow();
      expect(money).toBe(balance);
    },
    effort(60_000, 600_000),
  );

  it('is a file with the name of the ledger and the time, headings in the language of the reader, and what was asked for', async () => {
    const { kysely } = server.database;
    const member = await addMember(server, 'short_ledger');
    const { token } = await member.signIn();
    await kysely.transaction().execute(async (trx) => {
      const entry = { memberId: member.id, reason: 'adjustment', adminId: 0, ip: '' };
      await addToLedger(trx, 'money', { ...entry, amount: 1230, memo: 'top-up', ref: 'a' }, TEST_START_SECONDS);
      await addToLedger(trx, 'money', { ...entry, amount: -30, memo: 'fee, of today', ref: 'b' }, TEST_START_SECONDS + 60);
      await addToLedger(trx, 'score', { ...entry, amount: 7, memo: 'gift', ref: 'c' }, TEST_START_SECONDS + 60);
    });
    const file = async (path: string, language: string) => {
      const reply = await askAsMember(server, 'GET', `/api/account/${path}`, { token, headers: { 'think-lang': language } });
      const name = decodeURIComponent(/filename\*=UTF-8''([^;]+)/u.exec(reply.headers.get('content-disposition') ?? '')?.[1] ?? '');
      return [
        name,
        reply.headers.get('content-type'),
        reply.text
          .replace(/^\uFEFF/u, '')
          .trimEnd()
          .split('\r\n'),
      ];
    };
    const type = 'text/csv; charset=utf-8';
    const charge = '2026-01-15 08:01:00,"fee, of today",-0.30,12.30,12.00';
    expect(await file('exportBalance?format=csv', 'en')).toEqual([
      'Balance entry-20260115-080000.csv',
      type,
      ['Time,Memo,Change,Before,After', charge, '2026-01-15 08:00:00,top-up,12.30,0.00,12.30'],
    ]);
    expect(await file('exportBalance?format=csv&sign=minus', 'zh-cn')).toEqual([
      '余额记录-20260115-080000.csv',
      type,
      ['时间,备注,变动金额,变动前,变动后', charge],
    ]);
    expect(await file('exportIntegral?format=csv', 'en')).toEqual([
      'Score entry-20260115-080000.csv',
      type,
      ['Time,Memo,Change,Before,After', '2026-01-15 08:01:00,gift,7,0,7'],
    ]);
  });

  it('holds numbers in a spreadsheet, amounts in units of the currency and points as they are', async () => {
    const member = await addMember(server, 'sheet_ledger');
    const { token } = await member.signIn();
    await server.database.transaction(async (trx) => {
      const entry = { memberId: member.id, memo: '=1+1', reason: 'adjustment', ref: 'a', adminId: 0, ip: '' };
      await addToLedger(trx, 'money', { ...entry, amount: 123_405 }, TEST_START_SECONDS);
      await addToLedger(trx, 'money', { ...entry, amount: -5, ref: 'b' }, TEST_START_SECONDS);
      await addToLedger(trx, 'score', { ...entry, amount: 700 }, TEST_START_SECONDS);
    });
    const sheetOf = async (path: string) => {
      const headers = { 'ba-user-token': token, 'think-lang': 'en', server: '1' };
      const reply = await server.app.fetch(new Request(`http://test.invalid/api/account/${path}?format=xlsx`, { headers }));
      return rowsOfXlsx(await reply.arrayBuffer());
    };
    const head = ['Time', 'Memo', 'Change', 'Before', 'After'];
    const time = '2026-01-15 08:00:00';
    expect(await sheetOf('exportBalance')).toEqual([
      head,
      [time, '=1+1', '-0.05', '1234.05', '1234'],
      [time, '=1+1', '1234.05', '0', '1234.05'],
    ]);
    expect(await sheetOf('exportIntegral')).toEqual([head, [time, '=1+1', '700', '0', '700']]);
  });

  it('breaks off where the session ends, and tells nothing of what had not left by then', async () => {
    const { kysely } = server.database;
    const member = await addMember(server, 'ended_ledger');
    const [{ token }, other] = [await member.signIn(), await member.signIn()];
    await sql`insert into score_log (user_id, score, before, after, memo, create_time, reason, ref)
      select ${member.id}::bigint, 1, n - 1, n, 'entry ' || n, ${TEST_START_SECONDS}::bigint, 'adjustment', n::text
      from generate_series(1, 6000) as n`.execute(kysely);
    await kysely.updateTable('member').set({ score: 6000 }).where('id', '=', member.id).execute();
    const headers = { 'ba-user-token': token, server: '1' };
    const reply = await server.app.fetch(new Request('http://test.invalid/api/account/exportIntegral?format=csv', { headers }));
    const reader = reply.body!.getReader();
    const decoder = new TextDecoder();
    let text = '';
    const readOn = async (most: number): Promise<void> => {
      for (let count = 0; count < most; count += 1) {
        const part = await reader.read();
        if (part.done) return;
        text += decoder.decode(part.value, { stream: true });
      }
    };
    await readOn(2);
    await askAsMember(server, 'POST', '/api/account/endOtherSessions', { token: other.token, json: {} });
    await expect(readOn(Infinity)).rejects.toBeInstanceOf(Error);
    expect(text).toContain('entry 6000');
    expect(text).not.toContain('entry 1,');
  });

  it('is made twenty times an hour for a member, and for others all the same', async () => {
    const [keen, other] = [await addMember(server, 'keen_reader'), await addMember(server, 'other_reader')];
    const ask = async ({ token }: { readonly token: string }) => {
      const reply = await askAsMember(server, 'GET', '/api/account/exportBalance?format=csv', { token });
      return [reply.status, reply.body?.code, reply.body?.msg];
    };
    const session = await keen.signIn();
    const made = [];
    for (let time = 0; time < 20; time += 1) made.push(await ask(session));
    expect(new Set(made.map(([status, code]) => `${status} ${code}`))).toEqual(new Set(['200 undefined']));
    expect(await ask(session)).toEqual([200, 0, 'Too many attempts. Try again in 60 minutes.']);
    expect(await ask(await other.signIn())).toEqual([200, undefined, undefined]);
  });
});
