import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textFromCents } from '#domain/base/money';
import { dealtKinds } from '#tests/support/dealt.ts';
import { effort } from '#tests/support/effort.ts';
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
});
