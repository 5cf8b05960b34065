import { sql, type Kysely } from 'kysely';
import { wireNameOf } from '#domain/fields/field';
import type { Resource } from '#domain/table/resource';
import { SHIPPED_RESOURCES } from '../../base/shipped-resources.ts';
import { isLiving } from '../../db/sections/guard-lives.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { onceANight } from '../base/once-a-night.ts';

const NAMED = 20;

/** Records whose state is not the one that their last step says, or that have no step at all: how many, and the first of them. */
export async function findDrift(
  kysely: Kysely<Tables>,
  resource: Resource,
): Promise<{ readonly count: number; readonly ids: readonly number[] }> {
  if (!isLiving(resource)) return { count: 0, ids: [] };
  const { name, table, fields, life } = resource;
  const { rows } = await sql<{ count: number; ids: readonly number[] | null }>`
    select count(*)::integer as count, (array_agg(record.id order by record.id))[1:${sql.lit(NAMED)}] as ids
    from ${sql.table(table)} as record left join lateral (select to_state from life_step where resource = ${name} and record_id = record.id
      order by id desc limit 1) as last on true
    where last.to_state is distinct from ${sql.id('record', wireNameOf(life.field, fields[life.field]))}`.execute(kysely);
  const [found] = rows;
  return { count: found?.count ?? 0, ids: (found?.ids ?? []).map(Number) };
}

/** A state that no step led to is a defect, or somebody's hand in the database: it is said aloud and left as it is. */
export const tellDrift = (ports: Pick<ServerPorts, 'database' | 'clock' | 'logger'>): Promise<void> =>
  onceANight(ports, 'lives', async () => {
    const { database, logger } = ports;
    const designed = await database.kysely.selectFrom('section').select('design').where('state', '=', 'live').execute();
    const own = designed.flatMap(({ design }) => (design ? [design.declaration] : []));
    const shipped = new Set(SHIPPED_RESOURCES.map(({ name }) => name));
    for (const resource of [...SHIPPED_RESOURCES, ...own.filter(({ name }) => !shipped.has(name))]) {
      try {
        const { count, ids } = await database.withoutTimeout((trx) => findDrift(trx, resource));
        if (count > 0) logger.error('life.drifts', { resource: resource.name, count, records: ids });
      } catch (error) {
        // One that is being changed keeps the others from nothing.
        logger.warn('life.driftNotLookedFor', { resource: resource.name, error });
      }
    }
  });
