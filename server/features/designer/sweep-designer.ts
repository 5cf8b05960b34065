import { sql } from 'kysely';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';

/** Earlier designs of a section that are remembered. */
const REVISIONS = 100;
/** How long the log remembers what was refused. */
const REFUSED_SECONDS = 30 * 86_400;

/**
 * Columns and tables that were dropped go when they have waited, each in a transaction of its own; and so do the oldest of many revisions.
 * @throws AggregateError of those that could not go, when all others have
 */
export async function sweepDesigner(ports: Pick<ServerPorts, 'database' | 'clock'>): Promise<void> {
  const { database } = ports;
  await sql`delete from section_revision where id in (
      select id from (select id, row_number() over (partition by section order by id desc) as place from section_revision) as placed
      where place > ${REVISIONS})`.execute(database.kysely);
  // What was refused is worth nothing after a while, and its sections may have any names.
  await database.kysely
    .deleteFrom('section_revision')
    .where('status', '=', 'error')
    .where('create_time', '<', nowSeconds(ports) - REFUSED_SECONDS)
    .execute();
  const due = await database.kysely
    .selectFrom('section_kept')
    .select(['id', 'table_name', 'column_name'])
    .where('until', '<=', nowSeconds(ports))
    .execute();
  const failures: unknown[] = [];
  for (const { id, table_name: table, column_name: column } of due) {
    const gone = database.transaction(async (trx) => {
      await sql`set local lock_timeout = '2s'`.execute(trx);
      // Only what was renamed to wait: `gone_…`.
      if (column?.startsWith('gone_'))
        await sql`alter table if exists ${sql.table(table)} drop column if exists ${sql.id(column)}`.execute(trx);
      else if (column === null && table.startsWith('gone_')) await sql`drop table if exists ${sql.table(table)}`.execute(trx);
      await trx.deleteFrom('section_kept').where('id', '=', id).execute();
    });
    // What somebody has hung on to it, such as a view, keeps the rest from nothing.
    await gone.catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of what waited could not be dropped`);
}
