import { sql } from 'kysely';
import { rejection } from '#domain/base/failure';
import type { Resource } from '#domain/table/resource';
import { readUnownedTables } from '../../db/sections/standing-tables.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { columnsOf, type Column } from '../../resources/base/columns.ts';
import { columnLabel } from '../../resources/files/export-columns.ts';
import { tableLabel } from '../../resources/base/section-label.ts';
import type { Resources } from '../../resources/registry.ts';
import type { AdminCaller } from '../../base/caller.ts';
import { may, mayListOf } from '../../resources/access/permissions.ts';

const CONNECTION = 'postgresql';
/** The right to design sections. */
const DESIGNS = 'crud/crud/generate';

type ColumnFacts = Record<string, string | number | null>;

/** Tables of sections and their columns, as far as the caller may open the lists that show them. Source: wire protocol §5.1. */
export function createTableFacts(ports: Pick<ServerPorts, 'database' | 'messages'>, resources: Resources) {
  const { database, messages } = ports;

  const openTo = (caller: AdminCaller): Resource[] =>
    resources
      .all()
      .map(({ resource }) => resource)
      .filter((resource) => mayListOf(resource, caller));

  /** @throws a refusal for a table that does not exist, and the same for one whose list the caller may not open */
  function find(table: string, connection: string, caller: AdminCaller): Resource {
    checkConnection(connection);
    const found = openTo(caller).find((resource) => resource.table === table);
    if (!found) throw rejection('refusals.unknownTable', { table: table.slice(0, 60) });
    return found;
  }

  return {
    async list(
      { quickSearch, connection, excludeTable }: { quickSearch: string; connection: string; excludeTable: readonly string[] },
      caller: AdminCaller,
    ) {
      checkConnection(connection);
      const ofSections = openTo(caller).map((resource) => ({
        table: resource.table,
        comment: tableLabel(resource, messages, caller.client.language),
      }));
      return [...ofSections, ...(may(caller, DESIGNS) ? await unowned() : [])]
        .filter(({ table }) => !excludeTable.includes(table))
        .map((one) => ({ ...one, connection: connection === '' ? null : connection, prefix: '' }))
        .filter(({ comment }) => comment.toLowerCase().includes(quickSearch.trim().toLowerCase()));
    },

    key: (table: string, connection: string, caller: AdminCaller): string => columnsOf(find(table, connection, caller)).id.name,

    async fields({ table, connection, clean }: { table: string; connection: string; clean: boolean }, caller: AdminCaller) {
      const resource = find(table, connection, caller);
      const { id, readable, secrets } = columnsOf(resource);
      const words = { messages, language: caller.client.language, timeZone: 'UTC' };
      const titleOf = (column: Column): string => columnLabel({ resource }, column, words);
      // A secret can be watched: its name is told, and nothing of its value.
      const titles = [...readable, ...secrets].map((column) => [column.name, titleOf(column)]);
      if (clean) return { pk: id.name, fieldList: Object.fromEntries(titles) };
      const facts = await columnFacts(table);
      return {
        pk: id.name,
        fieldList: Object.fromEntries(
          readable.flatMap((column) => {
            const one = facts.get(column.name);
            const key = column === id ? 'PRI' : '';
            return one ? [[column.name, { ...one, COLUMN_KEY: key, COLUMN_COMMENT: titleOf(column) }] as const] : [];
          }),
        ),
      };
    },

    async connections(quickSearch: string) {
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.kysely);
      const name = rows[0]?.name ?? '';
      const shown = { type: 'pgsql', database: `${name.slice(0, 1)}****${name.slice(name.length > 4 ? 3 : 2)}`, key: CONNECTION };
      return CONNECTION.includes(quickSearch.trim().toLowerCase()) ? [shown] : [];
    },
  };

  /** Tables that belong to nobody: a design can begin with one. */
  async function unowned(): Promise<readonly { readonly table: string; readonly comment: string }[]> {
    const owned = await database.kysely.selectFrom('section').select('table_name').where('table_name', 'is not', null).execute();
    const names = await readUnownedTables(database.kysely, new Set(owned.flatMap(({ table_name: name }) => name ?? [])));
    return names.map((table) => ({ table, comment: table }));
  }

  /** What the database says of each column of a table, under the names that clients of the family know. */
  async function columnFacts(table: string): Promise<ReadonlyMap<string, ColumnFacts>> {
    const { rows } = await sql<ColumnFacts & { COLUMN_NAME: string }>`
      select column_name as "COLUMN_NAME", ordinal_position::integer as "ORDINAL_POSITION", column_default as "COLUMN_DEFAULT",
        is_nullable as "IS_NULLABLE", data_type as "DATA_TYPE",
        data_type || coalesce('(' || character_maximum_length || ')', '') as "COLUMN_TYPE",
        character_maximum_length::integer as "CHARACTER_MAXIMUM_LENGTH", numeric_precision::integer as "NUMERIC_PRECISION",
        numeric_scale::integer as "NUMERIC_SCALE"
      from information_schema.columns where table_schema = current_schema() and table_name = ${table} order by ordinal_position`.execute(
      database.kysely,
    );
    return new Map(rows.map((row) => [row.COLUMN_NAME, row]));
  }
}

export type TableFactsService = ReturnType<typeof createTableFacts>;

function checkConnection(connection: string): void {
  if (connection !== '' && connection !== CONNECTION) throw rejection('refusals.parameter', { name: 'connection' });
}
