import { sql } from 'kysely';
import type { exportBalance } from '#api/contract/members/account';
import type { ParsedInputOf } from '#api/contract/base/endpoint';
import { rejection } from '#domain/base/failure';
import { textFromCents } from '#domain/base/money';
import { localText } from '#domain/base/zone-time';
import { MAX_EXPORT_ROWS } from '#domain/table/export-columns';
import type { LedgerKind } from '#domain/members/ledger-reasons';
import type { MemberCaller } from '../../base/caller.ts';
import { LEDGER_FILES } from '../../base/limits.ts';
import { createPieceSize } from '../../base/piece-size.ts';
import { taskOf } from '../../base/precedence.ts';
import { SessionEnded } from '../../base/refusal.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { readSiteSettings } from '../../resources/base/site-settings.ts';
import { csvFile } from '../../resources/files/csv-file.ts';
import type { CellValue } from '../../resources/files/export-columns.ts';
import { type ExportDownload, streamOf } from '../../resources/files/export-list.ts';
import { anyOf, joinedIds } from '../../resources/files/export-rows.ts';
import { xlsxFile } from '../../resources/files/xlsx-file.ts';
import { countAttempt } from '../base/throttle.ts';
import type { MemberSessions } from './sign-in/member-sessions.service.ts';
import { ENTRY_COLUMNS, ownLedgerEntries, type LedgerRow } from './own-ledger.service.ts';

type Wish = ParsedInputOf<typeof exportBalance>;

/** Rows read at once: what is in memory of a file at any time, and what no other query has to wait longer for. */
const PIECE = { goalMs: 5, least: 50, most: 500 } as const;
/** After so many it is seen whether the session goes on. */
const SESSION_ROWS = 500;

/**
 * What a list of the ledger finds, as a file, newest first. It ends with the last entry there was when it began, and breaks off when the
 * session ends.
 */
export async function ledgerFile(
  ports: ServerPorts,
  sessions: Pick<MemberSessions, 'identify'>,
  ledger: LedgerKind,
  { format, ...wanted }: Wish,
  caller: MemberCaller,
): Promise<ExportDownload> {
  await countAttempt(ports, [{ key: `ledger-file:${caller.id}`, limit: LEDGER_FILES }]);
  const { language } = caller.client;
  const { timeZone } = await readSiteSettings(ports.database.kysely);
  const say = (key: string): string => ports.messages.text(language, key);
  const titleOf = (field: string): string => say(`resources.${ledger}Log.fields.${field}`);
  const form = ledger === 'money' ? ('money' as const) : ('number' as const);
  const columns = [
    { label: titleOf('createTime'), form: 'text' as const },
    { label: titleOf('memo'), form: 'text' as const },
    ...[ledger, 'before', 'after'].map((field) => ({ label: titleOf(field), form })),
  ];
  // Text has each cent of the largest amounts; a spreadsheet calculates, and has numbers of sixteen digits.
  const amountOf = (units: number): CellValue => (ledger === 'score' ? units : format === 'csv' ? textFromCents(units) : units / 100);
  const cells = (row: LedgerRow): CellValue[] => [
    localText(row.create_time, timeZone),
    row.memo,
    ...[row.amount, row.before, row.after].map(amountOf),
  ];
  const entries = await ownLedgerEntries(ports, ledger, caller.id, wanted);
  // Taken once: to look for what is next would sort all that is left, for each portion, where the database does not know how much that is.
  const newest = entries
    .select('id')
    .orderBy('id', 'desc')
    .limit(MAX_EXPORT_ROWS + 1);
  const found = await ports.database.kysely
    .selectFrom(newest.as('newest'))
    .select(sql<string | null>`string_agg(id::text, ',' order by id desc)`.as('ids'))
    .executeTakeFirstOrThrow();
  const ids = joinedIds(found.ids);
  if (ids.length > MAX_EXPORT_ROWS) throw rejection('refusals.files.tooManyRows', { max: MAX_EXPORT_ROWS });

  async function* portions(): AsyncGenerator<CellValue[][]> {
    const giveWay = taskOf(ports);
    const size = createPieceSize(PIECE);
    let nextLook = 0;
    for (let start = 0; start < ids.length;) {
      await giveWay();
      if (start >= nextLook) {
        if ((await sessions.identify(caller.tokens.member ?? '')) === null) throw new SessionEnded('member');
        nextLook = start + SESSION_ROWS;
      }
      const piece = ids.slice(start, start + size.next());
      await giveWay();
      const startedMs = performance.now();
      // Entries are never changed: these are the member's, and the database is not led to look through all that the member has.
      const rows = await ports.database.kysely
        .selectFrom(`${ledger}_log`)
        .select(ENTRY_COLUMNS(ledger))
        .where('id', '=', anyOf(piece))
        .orderBy('id', 'desc')
        .execute();
      size.took(piece.length, performance.now() - startedMs);
      start += piece.length;
      await giveWay();
      yield rows.map(cells);
    }
  }

  const title = say(`resources.${ledger}Log.label`);
  const writer = format === 'csv' ? csvFile(columns) : xlsxFile(columns, title);
  const stamp = localText(nowSeconds(ports), timeZone).replaceAll(/[-:]/gu, '').replace(' ', '-');
  return { name: `${title}-${stamp}.${format}`, type: writer.type, rows: ids.length, body: streamOf(writer, portions()) };
}
