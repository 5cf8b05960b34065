import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../db/tables/tables.ts';
import { notFound } from '../../base/refusal.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import type { ResourceContext } from '../../resources/base/resource-context.ts';
import type { Resources } from '../../resources/registry.ts';
import { numberOf } from '../../resources/write/record-change.ts';
import { idsSql, type UnitOfWork } from '../../resources/write/unit-of-work.ts';

/** What entries of the bin and of the log of watched fields have in common on their way back. */
type Log = 'recycle_entry' | 'sensitive_entry';
type Ports = Pick<ServerPorts, 'database' | 'clock' | 'messages'>;

export type SectionOf = (name: string) => ResourceContext | undefined;

/**
 * Where entries are written back: as a write to the section of the first of them, for they may come from several.
 * @param found the named entries that are seen
 * @throws Refusal not found, where one of the named is not among them
 */
export function writeBackOf(
  ports: Ports,
  resources: Pick<Resources, 'get'>,
  ids: readonly number[],
  found: readonly { readonly resource: string }[],
) {
  const [first] = found;
  if (!first || found.length < new Set(ids).size) throw notFound();
  const sectionOf: SectionOf = (name) => resources.get(name)?.context;
  const resource = sectionOf(first.resource)?.resource ?? { name: first.resource, table: first.resource, fields: {} };
  return { sectionOf, about: { ports, resource: resource as ResourceContext['resource'] } };
}

/** The sections of entries, each once; those that are gone are left out. */
export const sectionsOfEntries = (entries: readonly { readonly resource: string }[], sectionOf: SectionOf): readonly ResourceContext[] =>
  [...new Set(entries.map(({ resource }) => resource))].flatMap((name) => sectionOf(name) ?? []);

/** Those of the named entries that still wait. Whoever settles the same stands here until this is over, and then finds it done. */
export async function lockKept(trx: Transaction<Tables>, log: Log, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number; state: string }>`select id, state from ${sql.table(log)}
    where id in ${idsSql(ids)} order by id for update`.execute(trx);
  return new Set(rows.filter(({ state }) => state === 'kept').map(({ id }) => id));
}

/** Notes by which write they were settled. */
export async function settle(unit: UnitOfWork, log: Log, ids: readonly number[], state: 'restored' | 'rolledBack'): Promise<void> {
  if (ids.length === 0) return;
  await sql`update ${sql.table(log)} set state = ${state}, settled_at = ${unit.nowSeconds}, settled_by = ${unit.caller.id},
    settled_set = ${await numberOf(unit)} where id in ${idsSql(ids)}`.execute(unit.trx);
}
