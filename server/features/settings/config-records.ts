import { sql, type Transaction } from 'kysely';
import { sectionOfSetting } from '#api/contract/settings/setting-section';
import { SHIPPED_RESOURCES, shippedResource } from '../../base/shipped-resources.ts';
import type { Issue } from '#domain/base/issue';
import type { Row, Tables } from '../../db/tables/tables.ts';
import { columnsOf } from '../../resources/base/columns.ts';
import { limitSql } from '../../resources/access/data-limit.ts';
import { isAreaPath } from '../fields/areas.ts';
import type { AdminCaller } from '../../base/caller.ts';

const MAIN = 'main';

const idsIn = (stored: string | null): readonly string[] => (stored ?? '').split(',').filter((id) => id !== '');

/** The resource that a stored setting chooses from. */
export function chosenSectionOf(row: Pick<Row<'config'>, 'type' | 'extend'>): string | undefined {
  if (row.type !== 'remoteSelect' && row.type !== 'remoteSelects') return undefined;
  const { baInputExtend } = (row.extend ? JSON.parse(row.extend) : {}) as { readonly baInputExtend?: Record<string, unknown> };
  return sectionOfSetting(SHIPPED_RESOURCES, baInputExtend ?? {});
}

/** Whether the areas that a setting names exist and belong together. */
export async function checkAreas(trx: Transaction<Tables>, type: string, stored: string): Promise<Issue | null> {
  const codes = idsIn(stored);
  const isFine = type !== 'city' || codes.length === 0 || (await isAreaPath(trx, codes));
  return isFine ? null : { key: 'refusals.settings.areas' };
}

/** Whether the records exist that a setting names anew, and are the caller's to use; what it named already may stay. */
export async function checkRecords(
  trx: Transaction<Tables>,
  row: Row<'config'>,
  stored: string,
  caller: AdminCaller,
): Promise<Issue | null> {
  const of = chosenSectionOf(row);
  const had = idsIn(row.value);
  const named = idsIn(stored).filter((id) => !had.includes(id));
  if (of === undefined || named.length === 0) return null;
  const resource = shippedResource(of);
  const limit = await limitSql(trx, resource, caller, MAIN);
  const { rows } = await sql<{ total: number }>`select count(*)::integer as total from ${sql.table(resource.table)} as ${sql.id(MAIN)}
    where ${sql.id(MAIN, columnsOf(resource).id.name)} = any(${named.map(Number)}::bigint[]) and ${limit}`.execute(trx);
  return rows[0]?.total === new Set(named).size ? null : { key: 'validation.missingRecord' };
}
