import { sql } from 'kysely';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';

/** Earlier designs of a section that are remembered. */
const REVISIONS = 100;
/** How long the log remembers what was refused. */
const REFUSED_SECONDS = 30 * 86_400;

/** Columns and tables that were dropped go when they have waited, each in a transaction of its own; and so do the oldest of many revisions. */
export async function sweepDesigner(ports: Pick<ServerPorts, 'database' | 'clock'>): Promise<void> {
  const { database } = ports;
  const due = await database.kysely
    .selectFrom('section_kept')
    .select(['id', 'table_name', 'column_name'])
    .where('until', '<=', nowSeconds(ports))
    .execute();
  for (const { id, table_name: table, column_name: column } of due) {
    await database.transaction(async (trx) => {
      await sql`set local lock_timeout = '2s'`.execute(trx);
      // Only what was renamed to wait: `gone_…`.
      if (column?.startsWith('gone_'))
        await sql`alter table if exists ${sql.table(table)} drop column if exists ${sql.id(column)}`.execute(trx);
      else if (column === null && table.startsWith('gone_')) await sql`drop table if exists ${sql.table(table)}`.execute(trx);
      await trx.deleteFrom('section_kept').where('id', '=', id).execute();
    });
  }
  await sql`delete from section_revision where id in (
      select id from (select id, row_number() over (partition by section order by id desc) as place from section_revision) as placed
      where place > ${REVISIONS})`.execute(database.kysely);
  // What was refused is worth nothing after a while, and its sections may have any names.
  await database.kysely
    .deleteFrom('section_revision')
    .where('status', '=', 'error')
    .where('create_time', '<', nowSeconds(ports) - REFUSED_SECONDS)
    .execute();
}
