import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LedgerKind } from '#domain/members/ledger-reasons';
import { silentLogger } from '#server/base/logger';
import type { Database } from '#server/db/base/database';
import { isRefusal } from '#server/db/base/database-error';
import { addToLedger, ledgerDifferences, tellLedgers, type NewLedgerEntry } from '#server/features/members/ledger';
import { emptyTestDatabase, openTestDatabase } from '#tests/support/database.ts';
import { dealtKinds } from '#tests/support/dealt.ts';
import { outcomeOf } from '#tests/support/refusals.ts';

const NOW = 1_768_435_200;
const stamps = { create_time: NOW, update_time: NOW };

const refused = async (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error);

describe.each(dealtKinds())('the ledger on %s', (databaseKind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(databaseKind);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await emptyTestDatabase(database);
    await database.kysely
      .insertInto('member_group')
      .values({ name: 'all', ...stamps })
      .execute();
    await database.kysely
      .insertInto('member')
      .values(['ann', 'ben'].map((username) => ({ group_id: 1, username, ...stamps })))
      .execute();
  });

  let refs = 0;
  const entry = (amount: number, more: Partial<NewLedgerEntry> = {}): NewLedgerEntry => ({
    memberId: 1,
    amount,
    memo: 'because',
    reason: 'adjustment',
    ref: `ref-${(refs += 1)}`,
    adminId: 7,
    ip: '203.0.113.7',
    ...more,
  });
  const add = (kind: LedgerKind, one: NewLedgerEntry) => database.transaction((trx) => addToLedger(trx, kind, one, NOW));
  const member = async (id = 1) =>
    database.kysely.selectFrom('member').select(['money', 'score']).where('id', '=', id).executeTakeFirstOrThrow();

  it('books an entry and the balance together', async () => {
    expect(await add('money', entry(12_345))).toEqual({ before: 0, after: 12_345, isNew: true });
    expect(await add('money', entry(-345, { ref: 'x', memo: 'tea' }))).toEqual({ before: 12_345, after: 12_000, isNew: true });
    expect(await add('score', entry(5))).toEqual({ before: 0, after: 5, isNew: true });
    expect(await member()).toEqual({ money: 12_000, score: 5 });
    expect(await database.kysely.selectFrom('money_log').selectAll().where('ref', '=', 'x').execute()).toEqual([
      {
        id: 2,
        user_id: 1,
        money: -345,
        before: 12_345,
        after: 12_000,
        memo: 'tea',
        reason: 'adjustment',
        ref: 'x',
        admin_id: 7,
        ip: '203.0.113.7',
        create_time: NOW,
      },
    ]);
  });

  it('never falls below zero, and then books nothing', async () => {
    await add('money', entry(100));
    expect(await outcomeOf(add('money', entry(-101)))).toBe('refusals.ledger.moneyShort');
    expect(await outcomeOf(add('score', entry(-1)))).toBe('refusals.ledger.scoreShort');
    expect(await outcomeOf(add('money', entry(0)))).toBe('refusals.ledger.nothing');
    expect(await outcomeOf(add('money', entry(0.5)))).toBe('refusals.ledger.nothing');
    expect(await outcomeOf(add('money', entry(Number.MAX_SAFE_INTEGER)))).toBe('refusals.ledger.tooMuch');
    expect(await outcomeOf(add('money', entry(1, { memberId: 99 })))).toBe('refusals.ledger.unknownMember');
    expect(await add('money', entry(-100))).toEqual({ before: 100, after: 0, isNew: true });
    expect(await database.kysely.selectFrom('money_log').select('money').orderBy('id').execute()).toEqual([
      { money: 100 },
      { money: -100 },
    ]);
  });

  it('takes the largest balance that is exact, and keeps of an address as much as there is room for', async () => {
    const largest = { before: 0, after: Number.MAX_SAFE_INTEGER, isNew: true };
    expect(await add('score', entry(Number.MAX_SAFE_INTEGER, { ip: `fe80::1%${'a'.repeat(60)}` }))).toEqual(largest);
    expect(await outcomeOf(add('score', entry(1)))).toBe('refusals.ledger.tooMuch');
    const kept = database.kysely.selectFrom('score_log').select(['score', 'ip']);
    expect(await kept.execute()).toEqual([{ score: Number.MAX_SAFE_INTEGER, ip: `fe80::1%${'a'.repeat(42)}` }]);
  });

  it('books one deed once, for each member by itself', async () => {
    const deed = entry(50, { reason: 'order', ref: '2026-1' });
    expect(await add('money', deed)).toEqual({ before: 0, after: 50, isNew: true });
    await add('money', entry(1));
    expect(await add('money', deed)).toEqual({ before: 0, after: 50, isNew: false });
    expect((await add('money', { ...deed, memberId: 2 })).isNew).toBe(true);
    expect((await add('score', deed)).isNew).toBe(true);
    // A number counts within its kind of deed.
    expect(await add('money', { ...deed, reason: 'gift' })).toEqual({ before: 51, after: 101, isNew: true });
    expect(await member()).toEqual({ money: 101, score: 50 });
  });

  it('keeps every entry of many writers, and the balance is their sum', async () => {
    const work = Array.from({ length: 60 }, (_, index) =>
      add('money', entry(index % 3 === 0 ? -40 : 30, { memberId: 1 + (index % 2), ref: `w-${index % 50}` })).catch(() => null),
    );
    await Promise.all(work);
    expect(await ledgerDifferences(database.kysely, 'money')).toEqual([]);
    const chain = await database.kysely
      .selectFrom('money_log')
      .select(['before', 'after'])
      .where('user_id', '=', 1)
      .orderBy('id')
      .execute();
    expect(chain.length).toBeGreaterThan(10);
    expect(chain.slice(1).map(({ before }) => before)).toEqual(chain.slice(0, -1).map(({ after }) => after));
  });

  it('finds a balance that is not the sum', async () => {
    await add('score', entry(5));
    await database.kysely.updateTable('member').set({ score: 6 }).where('id', '=', 1).execute();
    await database.kysely.updateTable('member').set({ score: 3 }).where('id', '=', 2).execute();
    const differences = [
      { memberId: 1, balance: 6, sum: 5 },
      { memberId: 2, balance: 3, sum: 0 },
    ];
    expect(await ledgerDifferences(database.kysely, 'score')).toEqual(differences);
    // It is said once in a night of the site, which is in Shanghai.
    const told: unknown[] = [];
    const logger = { ...silentLogger, error: (what: string, about?: object) => void told.push([what, about]) };
    for (const at of ['18:59:59Z', '19:00:00Z', '21:59:59Z'])
      await tellLedgers({ database, logger, clock: { nowMs: () => Date.parse(`2026-01-15T${at}`) } });
    expect(told).toEqual([['ledger.differs', { ledger: 'score', count: 2, members: differences }]]);
  });

  it('cannot be rewritten, and the database itself keeps its sums', async () => {
    await add('money', entry(10));
    const { kysely } = database;
    expect(String(await refused(kysely.updateTable('money_log').set({ memo: 'x' }).execute()))).toContain('append-only');
    expect(String(await refused(kysely.deleteFrom('money_log').execute()))).toContain('append-only');
    expect(isRefusal(await refused(kysely.updateTable('member').set({ money: -1 }).execute()), 'check', 'member_money_not_negative')).toBe(
      true,
    );
    const forged = { user_id: 1, money: 5, before: 10, after: 16, reason: 'r', ref: 'r', create_time: NOW };
    expect(isRefusal(await refused(kysely.insertInto('money_log').values(forged).execute()), 'check')).toBe(true);
  });

  it('keeps its entries when the account goes', async () => {
    await add('money', entry(10));
    await database.kysely.deleteFrom('member').where('id', '=', 1).execute();
    expect(await database.kysely.selectFrom('money_log').select(['user_id', 'after']).execute()).toEqual([{ user_id: 1, after: 10 }]);
  });
});
