import { sql } from 'kysely';
import type { readBalance } from '#api/contract/members/account';
import type { OutputOf, ParsedInputOf } from '#api/contract/base/endpoint';
import { DAY_SECONDS } from '#domain/base/timestamp';
import { textFromCents } from '#domain/base/money';
import { isCalendarDate } from '#domain/base/validation';
import { localText, unixSecondsOf } from '#domain/base/zone-time';
import { isLedgerDay } from '#domain/members/ledger-page';
import type { LedgerKind } from '#domain/members/ledger-reasons';
import { FieldsRefused } from '../../base/refusal.ts';
import { pageOf } from '../base/page.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { readSiteSettings } from '../../resources/base/site-settings.ts';

export type EntriesWanted = Omit<ParsedInputOf<typeof readBalance>, 'page' | 'limit'>;

/** An entry inside: amounts in cents or points. */
export interface LedgerRow {
  readonly id: number;
  readonly amount: number;
  readonly before: number;
  readonly after: number;
  readonly memo: string;
  readonly kind: string;
  readonly create_time: number;
}

export interface LedgerRows {
  readonly rows: readonly LedgerRow[];
  readonly total: number;
}

/** Sums of days, oldest first. */
export interface LedgerDays {
  readonly days: string[];
  readonly score: number[];
  readonly money: string[];
}

const MAX_PAGE = 1_000_000;

type Ports = Pick<ServerPorts, 'database' | 'clock'>;

/** What of the member's entries is asked for, as a query. */
export async function ownLedgerEntries({ database: { kysely } }: Ports, ledger: LedgerKind, memberId: number, wanted: EntriesWanted) {
  const { timeZone } = await readSiteSettings(kysely);
  const startOf = (name: 'from' | 'to', days: number): number | null => {
    const day = wanted[name]?.trim() ?? '';
    if (day === '') return null;
    if (!isCalendarDate(day) || !isLedgerDay(day)) throw new FieldsRefused({ [name]: { key: 'validation.date' } });
    // Noon and back: a day of the site's clock may have an hour more or less.
    const noon = (unixSecondsOf(`${day} 12:00:00`, timeZone) ?? 0) + days * DAY_SECONDS;
    return unixSecondsOf(`${localText(noon, timeZone).slice(0, 10)} 00:00:00`, timeZone);
  };
  const [from, until, sign] = [startOf('from', 0), startOf('to', 1), wanted.sign?.trim() ?? ''];
  if (!['', 'plus', 'minus'].includes(sign)) throw new FieldsRefused({ sign: { key: 'validation.option' } });
  const kind = wanted.kind?.trim() ?? '';
  const amount = sql.ref<number>(ledger);
  return kysely
    .selectFrom(`${ledger}_log`)
    .where('user_id', '=', memberId)
    .$if(from !== null, (query) => query.where('create_time', '>=', from ?? 0))
    .$if(until !== null, (query) => query.where('create_time', '<', until ?? 0))
    .$if(kind !== '', (query) => query.where('reason', '=', kind))
    .$if(sign === 'plus', (query) => query.where(amount, '>', 0))
    .$if(sign === 'minus', (query) => query.where(amount, '<', 0));
}

export const ENTRY_COLUMNS = (ledger: LedgerKind) =>
  ['id', sql<number>`${sql.ref(ledger)}`.as('amount'), 'before', 'after', 'memo', 'reason as kind', 'create_time'] as const;

/** One page, newest first; what is no page is the first one. Source: wire protocol §2.10. */
export async function readOwnLedger(
  ports: Ports,
  ledger: LedgerKind,
  memberId: number,
  asked: ParsedInputOf<typeof readBalance>,
): Promise<LedgerRows> {
  const entries = await ownLedgerEntries(ports, ledger, memberId, asked);
  const { limit, offset } = pageOf(asked, MAX_PAGE);
  const { total } = await entries.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await entries.select(ENTRY_COLUMNS(ledger)).orderBy('id', 'desc').limit(limit).offset(offset).execute();
  return { rows, total };
}

/** Rows of the balance as the wire carries them. */
export const moneyRows = (memberId: number, { rows, total }: LedgerRows): OutputOf<typeof readBalance> => ({
  list: rows.map(({ amount, before, after, ...row }) => ({
    ...row,
    user_id: memberId,
    money: textFromCents(amount),
    before: textFromCents(before),
    after: textFromCents(after),
  })),
  total,
});

/** What each of the last days of the site's clock added, today included. */
export async function sumDays(ports: Ports, memberId: number, count: number): Promise<LedgerDays> {
  const { kysely } = ports.database;
  const { timeZone } = await readSiteSettings(kysely);
  const noon = unixSecondsOf(`${localText(nowSeconds(ports), timeZone).slice(0, 10)} 12:00:00`, timeZone) ?? nowSeconds(ports);
  const days = Array.from({ length: count }, (_, index) => localText(noon - (count - 1 - index) * DAY_SECONDS, timeZone).slice(0, 10));
  const start = unixSecondsOf(`${days[0] ?? ''} 00:00:00`, timeZone) ?? 0;
  const sumsOf = async (ledger: LedgerKind): Promise<number[]> => {
    const rows = await kysely
      .selectFrom(`${ledger}_log`)
      .select([
        sql<string>`to_char(to_timestamp(create_time) at time zone ${timeZone}, 'YYYY-MM-DD')`.as('day'),
        sql<string>`sum(${sql.ref(ledger)})::text`.as('sum'),
      ])
      .where('user_id', '=', memberId)
      .where('create_time', '>=', start)
      .groupBy(sql`1`)
      .execute();
    const byDay = new Map(rows.map(({ day, sum }) => [day, Number(sum)]));
    return days.map((day) => byDay.get(day) ?? 0);
  };
  return { days, score: await sumsOf('score'), money: (await sumsOf('money')).map(textFromCents) };
}
