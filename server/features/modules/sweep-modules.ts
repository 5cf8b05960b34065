import { sql } from 'kysely';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { MODULE_PACKAGE_SECONDS, MODULE_RUNS } from './module-limits.ts';

/** Packages that were brought in and never installed go, and so do the oldest entries of what was done. */
export async function sweepModules(ports: Pick<ServerPorts, 'database' | 'clock'>): Promise<void> {
  const { kysely } = ports.database;
  await kysely
    .deleteFrom('module_package')
    .where('fetched_at', '<', nowSeconds(ports) - MODULE_PACKAGE_SECONDS)
    .where('uid', 'not in', kysely.selectFrom('module').select('uid'))
    .execute();
  await sql`delete from module_run where id not in (select id from module_run order by id desc limit ${MODULE_RUNS})`.execute(kysely);
}
