import { afterEach, expect, it } from 'vitest';
import { ADMIN_PASSWORD, startServer, type ServerProcess } from '#tests/e2e/support/server-process.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { effort } from '#tests/support/effort.ts';
import type { OwnCopy } from '#tests/support/own-copy.ts';
import { servedBefore } from '#tests/support/served-before.ts';
import { randomNumbers } from '#tests/support/random-numbers.ts';

const WRITERS = 20;
const BOOKINGS_OF_EACH = effort(4, 500);
const KILLED_AFTER = effort([0.5], [0.3, 0.6]);
const MEMBER = { username: 'busy_member', nickname: 'Busy', group_id: 1, password: 'Morgentau-77' };
const LEDGERS = {
  money: { controller: 'user.MoneyLog', list: 'balance', file: 'exportBalance' },
  score: { controller: 'user.ScoreLog', list: 'integral', file: 'exportIntegral' },
} as const;
type Ledger = keyof typeof LEDGERS;

interface Reply {
  readonly code: number;
  readonly msg: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever the wire brings
  readonly data: any;
}

/** Amounts of either ledger as whole numbers, read from their texts without arithmetic: `-12.30` is -1230. */
const whole = (text: string): bigint => BigInt(text.replace('.', ''));
const WRITTEN = { money: /^-?\d+\.\d\d$/u, score: /^-?\d+$/u } as const;

let server: ServerProcess | null = null;
let own: OwnCopy | null = null;
afterEach(async () => {
  await server?.end('SIGKILL');
  server = null;
  await own?.remove();
});

const ask = async (path: string, headers: Readonly<Record<string, string>>, body?: object): Promise<Response> =>
  fetch(`${server?.url ?? ''}/api/${path}`, {
    headers: { server: 'true', 'think-lang': 'en', 'content-type': 'application/json', ...headers },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
const call = async (path: string, headers: Readonly<Record<string, string>>, body?: object): Promise<Reply> =>
  (await (await ask(path, headers, body)).json()) as Reply;

it.each(dealtKinds())(
  'twenty writers and kills in between lose, double and round nothing in the ledgers, on %s',
  async (kind) => {
    own = await servedBefore(kind);
    const { dataDir, env } = own;
    server = await startServer({ dataDir, env });
    const { port } = server;
    const { data } = await call('admin/Index/login', {}, { username: 'admin', password: ADMIN_PASSWORD, keep: true });
    const batoken = String(data.userInfo.token);
    const added = await call('admin/user.User/add', { batoken }, MEMBER);
    const memberId = Number(added.data.id);

    const random = randomNumbers(kind.length);
    const booked: Record<Ledger, Map<string, bigint>> = { money: new Map(), score: new Map() };
    let done = 0;
    let up = Promise.resolve();
    const kill = async () => {
      await server?.end('SIGKILL');
      server = await startServer({ dataDir, env, port });
    };

    /** Sends it until it is answered; the key makes one deed of all that is sent. */
    const book = async (ledger: Ledger, amount: string, memo: string): Promise<void> => {
      const { controller } = LEDGERS[ledger];
      for (let lost = 0; lost < 20;) {
        const answer = await call(
          `admin/${controller}/add`,
          { batoken, 'idempotency-key': memo },
          { user_id: memberId, [ledger]: amount, memo },
        ).catch(() => null);
        if (answer === null) {
          lost += 1;
          await up;
          continue;
        }
        // On a busy machine twenty wait for one row longer than a statement may take: nothing is booked, and it is asked again.
        if (answer.code !== 1 && answer.msg.includes('took too long')) continue;
        if (answer.code === 1) booked[ledger].set(memo, whole(amount));
        else if (!answer.msg.includes('cannot fall below zero')) throw new Error(`${memo}: ${answer.msg}`);
        done += 1;
        return;
      }
      throw new Error(`${memo} was never answered`);
    };

    await book('money', '0.10', 'ten');
    await book('money', '0.20', 'twenty');
    const memberToken = async () => {
      const form = { tab: 'login', username: MEMBER.username, password: MEMBER.password };
      return { 'ba-user-token': String((await call('user/checkIn', {}, form)).data.userInfo.token) };
    };
    expect((await call('account/balance', await memberToken())).data.list[0]).toMatchObject({
      money: '0.20',
      before: '0.10',
      after: '0.30',
    });

    const amountOf = (ledger: Ledger): string => {
      const units = Math.floor(random() * 20_000) + 1;
      const sign = random() < 0.45 ? '-' : '';
      return ledger === 'score' ? `${sign}${units}` : `${sign}${Math.floor(units / 100)}.${String(units % 100).padStart(2, '0')}`;
    };
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let turn = 0; turn < BOOKINGS_OF_EACH; turn += 1) {
        const ledger = random() < 0.5 ? 'money' : 'score';
        await book(ledger, amountOf(ledger), `${writer}-${turn}`);
      }
    });
    const all = WRITERS * BOOKINGS_OF_EACH;
    const kills = (async () => {
      for (const share of KILLED_AFTER) {
        await expect.poll(() => done, { timeout: 500_000, interval: 5 }).toBeGreaterThan(all * share);
        up = kill();
        await up;
      }
    })();
    await Promise.all([...writers, kills]);

    const member = await memberToken();
    const { info } = (await call('account/profile', member)).data;
    for (const ledger of ['money', 'score'] as const) {
      const { list, file } = LEDGERS[ledger];
      const { total } = (await call(`account/${list}?limit=1`, member)).data;
      const rows: { memo: string; amount: string; before: string; after: string }[] = [];
      for (let page = 1; rows.length < total; page += 1)
        for (const row of (await call(`account/${list}?page=${page}&limit=100`, member)).data.list)
          rows.push({ memo: row.memo, amount: String(row[ledger]), before: String(row.before), after: String(row.after) });

      // Once each: what was answered as booked, and nothing else.
      expect(new Map(rows.toReversed().map(({ memo, amount }) => [memo, whole(amount)]))).toEqual(
        new Map(rows.toReversed().map(({ memo }) => [memo, booked[ledger].get(memo)])),
      );
      expect([rows.length, booked[ledger].size]).toEqual([total, total]);
      for (const [index, { amount, before, after }] of rows.entries()) {
        expect([amount, before, after].filter((text) => !WRITTEN[ledger].test(text))).toEqual([]);
        expect(whole(before) + whole(amount)).toBe(whole(after));
        expect(before).toBe(rows[index + 1]?.after ?? (ledger === 'money' ? '0.00' : '0'));
      }
      const sum = [...booked[ledger].values()].reduce((before, amount) => before + amount, 0n);
      expect([whole(rows[0]?.after ?? ''), whole(String(info[ledger]))]).toEqual([sum, sum]);

      const exported = await (await ask(`account/${file}?format=csv`, member)).text();
      const lines = exported.trim().split('\r\n').slice(1);
      expect(lines.map((line) => line.split(',').slice(1))).toEqual(
        rows.map(({ memo, amount, before, after }) => [memo, amount, before, after]),
      );
    }
  },
  effort(300_000, 900_000),
);
