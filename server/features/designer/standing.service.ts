import type { OutputOf, ParsedInputOf } from '#api/contract/base/endpoint';
import type { listStandingTables, parseFieldData } from '#api/contract/designer/existing-tables';
import { rejection } from '#domain/base/failure';
import { foundDesign, sectionNameFrom, type FoundDesign } from '#domain/designer/proposal/found-design';
import type { FoundTable } from '#domain/designer/found/found-table';
import { readStatement } from '#domain/designer/statement/read-statement';
import { StatementError } from '#domain/designer/statement/statement-error';
import { foundStanding } from '#domain/designer/taking/found-standing';
import type { StandingTable } from '#domain/designer/taking/standing-table';
import { whyNotTaken, type NotTaken } from '#domain/designer/taking/takeable';
import { wireColumns } from '#domain/designer/wire/wire-column';
import type { AdminCaller } from '../../base/caller.ts';
import { STANDING_TABLES_READ } from '../../base/limits.ts';
import { FieldsRefused } from '../../base/refusal.ts';
import { countRows, readStandingTables } from '../../db/sections/standing-tables.ts';
import { isCoreTable } from '../../db/tables/table-names.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import type { Resources } from '../../resources/registry.ts';
import { countAttempt } from '../base/throttle.ts';

/** Rows that are counted of a table at most, and tables whose rows are counted. */
const COUNTED_ROWS = 10_000;
const COUNTED_TABLES = 200;

type Ports = Pick<ServerPorts, 'database' | 'messages' | 'clock'>;

/** Before all tables are looked through. @throws a refusal of too many attempts */
export async function countReading(ports: Pick<Ports, 'database' | 'clock'>, { id }: Pick<AdminCaller, 'id'>): Promise<void> {
  await countAttempt(ports, [{ key: `standing-tables:admin:${id}`, limit: STANDING_TABLES_READ }]);
}

/** Sections that were designed here, by their tables. */
type Owners = ReadonlyMap<string, string>;

const reasonOf = (table: StandingTable, owners: Owners): NotTaken | null => (owners.has(table.name) ? 'section' : whyNotTaken(table));

/** Tables that stand, and statements, as what sections can begin with. */
export function createStanding(ports: Ports, resources: Resources) {
  const { database, messages } = ports;
  const { kysely } = database;

  async function readOwners(): Promise<Owners> {
    const rows = await kysely.selectFrom('section').select(['name', 'table_name']).where('table_name', 'is not', null).execute();
    return new Map(rows.flatMap(({ name, table_name: table }) => (table === null ? [] : [[table, name]])));
  }

  const say = (caller: AdminCaller, key: string, params?: Readonly<Record<string, string | number>>): string =>
    messages.text(caller.client.language, `refusals.designer.${key}`, params);

  /** @throws a refusal for one that is not there, and the same for those of the program and of its sections */
  async function find(name: string): Promise<StandingTable> {
    const [table] = isCoreTable(name) || name.startsWith('gone_') || name === '' ? [] : await readStandingTables(kysely, [name]);
    if (!table) throw rejection('refusals.designer.unknownTable', { table: name.slice(0, 60) });
    return table;
  }

  async function proposal(table: FoundTable, isStanding: boolean, owners: Owners, caller: AdminCaller): Promise<FoundDesign> {
    const names = new Set((await kysely.selectFrom('section').select('name').execute()).map(({ name }) => name));
    const tables = new Map([...resources.all().map(({ resource }) => [resource.table, resource.name] as const), ...owners]);
    const name = sectionNameFrom(table.name, (one) => names.has(one) || resources.get(one) !== undefined);
    return foundDesign(table, name, { language: caller.client.language, isStanding, sectionOf: (one) => tables.get(one) });
  }

  const toldLeft = (left: FoundDesign['left'], caller: AdminCaller) =>
    left.map(({ column, reason }) => ({ column, reason: say(caller, `left.${reason}`) }));

  return {
    async tables(caller: AdminCaller): Promise<OutputOf<typeof listStandingTables>> {
      await countReading(ports, caller);
      const owners = await readOwners();
      const tables = (await readStandingTables(kysely)).filter(({ name }) => !isCoreTable(name) && !name.startsWith('gone_'));
      const list: OutputOf<typeof listStandingTables>['list'] = [];
      for (const [index, table] of tables.entries()) {
        const reason = reasonOf(table, owners);
        const isCounted = table.relation === 'r' && table.isOwn && index < COUNTED_TABLES;
        const rows = isCounted ? await countRows(kysely, table.name, COUNTED_ROWS + 1) : null;
        const found = foundStanding(table);
        list.push({
          table: table.name,
          comment: table.comment,
          rows: rows === null ? null : Math.min(rows, COUNTED_ROWS),
          hasMore: (rows ?? 0) > COUNTED_ROWS,
          columns: found.table.columns.length,
          left: found.left.length,
          canBeTaken: reason === null,
          reason: reason === null ? '' : say(caller, `notTaken.${reason}`, { name: owners.get(table.name) ?? '' }),
        });
      }
      return { list };
    },

    async parse(
      { type, table: name, sql }: ParsedInputOf<typeof parseFieldData>,
      caller: AdminCaller,
    ): Promise<OutputOf<typeof parseFieldData>> {
      const owners = await readOwners();
      if (type === 'sql') {
        const table = statement(sql ?? '');
        const { design, left } = await proposal(table, false, owners, caller);
        return { columns: shownColumns(table), comment: table.comment, empty: true, design, section: null, left: toldLeft(left, caller) };
      }
      const standing = await find(name ?? '');
      const reason = whyNotTaken(standing);
      const owner = owners.get(standing.name) ?? null;
      if (reason !== null && owner === null) throw rejection(`refusals.designer.notTaken.${reason}`);
      const { table, left: unread } = foundStanding(standing);
      const { design, left } = await proposal(table, true, owners, caller);
      return {
        columns: shownColumns(table),
        comment: table.comment,
        empty: (await countRows(kysely, standing.name, 1)) === 0,
        design: owner === null ? design : null,
        section: owner,
        left: toldLeft([...unread.map((column) => ({ column, reason: 'type' as const })), ...left], caller),
      };
    },
  };
}

/** The contract's lists can be written to. */
const shownColumns = (table: FoundTable) =>
  Object.fromEntries(Object.entries(wireColumns(table)).map(([name, column]) => [name, { ...column, table: [], form: [] }]));

function statement(text: string): FoundTable {
  try {
    return readStatement(text);
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    throw new FieldsRefused({ sql: error.issue });
  }
}
