import { type Kysely, sql, type Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import type { LedgerKind } from '#domain/members/ledger-reasons';
import type { UnixSeconds } from '../../db/columns/column-types.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { onceANight } from '../base/once-a-night.ts';

export interface NewLedgerEntry {
  readonly memberId: number;
  /** Cents of money or points of score; negative to take away. */
  readonly amount: number;
  readonly memo: string;
  /** What kind of deed this is for, such as `adjustment`, and which: the pair is booked once for a member. */
  readonly reason: string;
  readonly ref: string;
  /** The administrator who did it; 0 for the member or the system. */
  readonly adminId: number;
  readonly ip: string;
}

export interface Booking {
  readonly before: number;
  readonly after: number;
  /** False when the same deed had been booked before; nothing was added then. */
  readonly isNew: boolean;
}

/** The largest balance that every part of the stack keeps exactly. */
const LARGEST = Number.MAX_SAFE_INTEGER;

const WORDS = {
  money: {
    unknown: 'refusals.ledger.unknownMember',
    short: 'refusals.ledger.moneyShort',
    none: 'refusals.ledger.nothing',
    many: 'refusals.ledger.tooMuch',
  },
  score: {
    unknown: 'refusals.ledger.unknownMember',
    short: 'refusals.ledger.scoreShort',
    none: 'refusals.ledger.nothing',
    many: 'refusals.ledger.tooMuch',
  },
} as const;

/**
 * The only way in which a member's money or score changes: the entry and the balance, in the caller's transaction. The member's row is
 * locked, so that entries of one member follow one another.
 * @throws FailureError for an unknown member, an amount of nothing, and a balance that would fall below zero
 * Source: security.md rule 30, goal C2; journal.md 7.2.
 */
export async function addToLedger(
  trx: Transaction<Tables>,
  kind: LedgerKind,
  entry: NewLedgerEntry,
  nowSeconds: UnixSeconds,
): Promise<Booking> {
  const words = WORDS[kind];
  if (!Number.isSafeInteger(entry.amount) || entry.amount === 0) throw rejection(words.none);
  const member = await trx.selectFrom('member').select(kind).where('id', '=', entry.memberId).forUpdate().executeTakeFirst();
  if (!member) throw rejection(words.unknown);
  const before = (member as Readonly<Partial<Record<LedgerKind, number>>>)[kind] ?? 0;
  const booked = await bookedBefore(trx, kind, entry);
  if (booked) return { ...booked, isNew: false };
  const after = before + entry.amount;
  if (after < 0) throw rejection(words.short);
  if (after > LARGEST) throw rejection(words.many);
  const { memberId, amount, adminId, ip, ...rest } = entry;
  const values = { ...rest, user_id: memberId, before, after, admin_id: adminId, ip: ip.slice(0, 50), create_time: nowSeconds };
  if (kind === 'money')
    await trx
      .insertInto('money_log')
      .values({ ...values, money: amount })
      .execute();
  else
    await trx
      .insertInto('score_log')
      .values({ ...values, score: amount })
      .execute();
  await trx
    .updateTable('member')
    .set(kind === 'money' ? { money: after } : { score: after })
    .where('id', '=', memberId)
    .execute();
  return { before, after, isNew: true };
}

async function bookedBefore(trx: Transaction<Tables>, kind: LedgerKind, { memberId, reason, ref }: NewLedgerEntry) {
  return trx
    .selectFrom(`${kind}_log`)
    .select(['before', 'after'])
    .where('user_id', '=', memberId)
    .where('reason', '=', reason)
    .where('ref', '=', ref)
    .executeTakeFirst();
}

interface LedgerDifference {
  readonly memberId: number;
  readonly balance: number;
  readonly sum: number;
}

/** Members whose balance is not the sum of their entries, of which there must never be one. */
export async function ledgerDifferences(kysely: Kysely<Tables>, kind: LedgerKind): Promise<readonly LedgerDifference[]> {
  const [balance, amount, log] = [sql.ref(`member.${kind}`), sql.ref(`entry.${kind}`), sql.table(`${kind}_log`)];
  const { rows } = await sql<LedgerDifference>`
    select member.id as "memberId", ${balance} as balance, coalesce(sum(${amount}), 0)::bigint as sum
    from member left join ${log} as entry on entry.user_id = member.id
    group by member.id having ${balance} <> coalesce(sum(${amount}), 0) order by member.id`.execute(kysely);
  return rows;
}

/** A balance that is not the sum of its entries is a defect, or somebody's hand in the database: it is said aloud and left as it is. */
export const tellLedgers = (ports: Pick<ServerPorts, 'database' | 'clock' | 'logger'>): Promise<void> =>
  onceANight(ports, 'ledgers', async () => {
    for (const ledger of ['money', 'score'] satisfies LedgerKind[]) {
      const differences = await ports.database.withoutTimeout((trx) => ledgerDifferences(trx, ledger));
      if (differences.length > 0)
        ports.logger.error('ledger.differs', { ledger, count: differences.length, members: differences.slice(0, 20) });
    }
  });
