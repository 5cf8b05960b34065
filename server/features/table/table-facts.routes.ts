import * as contract from '#api/contract/table/table-facts';
import { mountForAdmin } from '../../routing/mount.ts';
import type { RouteTable } from '../../routing/route-table.ts';
import type { TableFactsService } from './table-facts.service.ts';

/** Tables and columns to choose from. */
export function tableFactsRoutes(table: RouteTable, facts: TableFactsService): void {
  mountForAdmin(table, contract.listTables, async (query, caller) => ({
    list: await facts.list({ ...query, quickSearch: query.quickSearch ?? '', connection: query.connection ?? '' }, caller),
  }));

  mountForAdmin(table, contract.readTableKey, async ({ table: name, connection }, caller) => ({
    pk: facts.key(name ?? '', connection ?? '', caller),
  }));

  mountForAdmin(table, contract.readTableFields, ({ table: name, connection, clean }, caller) =>
    facts.fields({ table: name ?? '', connection: connection ?? '', clean }, caller),
  );

  mountForAdmin(table, contract.listConnections, async ({ quickSearch }) => ({ list: await facts.connections(quickSearch ?? '') }));
}
