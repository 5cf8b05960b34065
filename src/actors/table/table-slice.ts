import type { TableSettings } from '#domain/table/table-settings';
import { STORAGE_KEY, readSlice, writeSlice, type Slice } from '../base/persistence.ts';
import type { PagePort, StoragePort } from '../base/ports.ts';

/** How accounts like their tables: account → resource → settings. What lies there is understood part by part, where it is used. */
const TABLES: Slice = { key: STORAGE_KEY.tables, version: 2 };
/** Before, the tables of a browser: resource → settings. */
const NOBODYS_TABLES: Slice = { key: STORAGE_KEY.tables, version: 1 };

export interface TableSlicePorts {
  readonly storage: StoragePort;
  readonly page: Pick<PagePort, 'log'>;
}

type Tables = Readonly<Record<string, unknown>>;

const partsOf = (stored: unknown): Tables => (typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? { ...stored } : {});

/** The tables of an account, by resource. Whoever comes first takes over what was kept without an account. */
export function readTables({ storage, page }: TableSlicePorts, account: number): Tables {
  const nobodys = readSlice(storage, NOBODYS_TABLES);
  if (nobodys === undefined) return partsOf(partsOf(readSlice(storage, TABLES))[account]);
  const tables = partsOf(nobodys);
  keep({ storage, page }, { [account]: tables });
  return tables;
}

export function rememberTable(ports: TableSlicePorts, account: number, resource: string, table: TableSettings): void {
  const accounts = partsOf(readSlice(ports.storage, TABLES));
  keep(ports, { ...accounts, [account]: { ...partsOf(accounts[account]), [resource]: table } });
}

/** Full storage costs the look of a table, never the table. */
function keep({ storage, page }: TableSlicePorts, accounts: Tables): void {
  try {
    writeSlice(storage, TABLES, accounts);
  } catch {
    page.log('not stored: how tables look');
  }
}
