import type { exportBalance } from '#api/contract/members/account';
import type { ParsedInputOf } from '#api/contract/base/endpoint';
import { rejection } from '#domain/base/failure';
import { textFromCents } from '#domain/base/money';
import { localText } from '#domain/base/zone-time';
import { MAX_EXPORT_ROWS } from '#domain/table/export-columns';
import type { MemberCaller } from '../../base/caller.ts';
import { LEDGER_FILES } from '../../base/limits.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { readSiteSettings } from '../../resources/base/site-settings.ts';
import { csvFile } from '../../resources/files/csv-file.ts';
import type { CellValue } from '../../resources/files/export-columns.ts';
import { type ExportedFile, streamOf } from '../../resources/files/export-list.ts';
import { xlsxFile } from '../../resources/files/xlsx-file.ts';
import { countAttempt } from '../base/throttle.ts';
import type { LedgerKind } from './ledger.ts';
import type { MemberSessions } from './sign-in/member-sessions.service.ts';
import { ENTRY_COLUMNS, ownEntries, type LedgerRow } from './own-ledger.service.ts';

type Wish = ParsedInputOf<typeof exportBalance>;

/** Rows read at once: what is in memory of a file at any time, and what no other query has to wait longer for. */
const BATCH = 500;

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
): Promise<ExportedFile> {
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
  const entries = await ownEntries(ports, ledger, caller.id, wanted);
  const { total } = await entries.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  if (total > MAX_EXPORT_ROWS) throw rejection('refusals.files.tooManyRows', { max: MAX_EXPORT_ROWS });
  const newest = await entries.select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();

  async function* portions(): AsyncGenerator<CellValue[][]> {
    for (let below = (newest?.id ?? 0) + 1; ;) {
      const who = await sessions.identify(caller.tokens.member ?? '');
      if (who === null) throw new Error('The session has ended');
      const rows = await entries.select(ENTRY_COLUMNS(ledger)).where('id', '<', below).orderBy('id', 'desc').limit(BATCH).execute();
      if (rows.length === 0) return;
      yield rows.map(cells);
      below = rows.at(-1)?.id ?? 0;
    }
  }

  const title = say(`resources.${ledger}Log.label`);
  const writer = format === 'csv' ? csvFile(columns) : xlsxFile(columns, title);
  const stamp = localText(nowSeconds(ports), timeZone).replaceAll(/[-:]/gu, '').replace(' ', '-');
  return { name: `${title}-${stamp}.${format}`, type: writer.type, rows: total, body: streamOf(writer, portions()) };
}
