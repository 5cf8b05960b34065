import { sql } from 'kysely';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { MODULE_PACKAGE_SECONDS, MODULE_RUNS, REGISTRY_EVERY_SECONDS } from './module-limits.ts';
import { sweepPublishers } from './module-publisher.ts';
import { createRegistries, type RegistryPorts } from './registries/registries.service.ts';

/** Packages that were brought in and never installed go, and so do the oldest entries of what was done. */
export async function sweepModules(ports: Pick<ServerPorts, 'database' | 'clock'>): Promise<void> {
  const { kysely } = ports.database;
  await kysely
    .deleteFrom('module_package')
    .where('fetched_at', '<', nowSeconds(ports) - MODULE_PACKAGE_SECONDS)
    .where('uid', 'not in', kysely.selectFrom('module').select('uid'))
    .execute();
  await sql`delete from module_run where id not in (select id from module_run order by id desc limit ${MODULE_RUNS})`.execute(kysely);
  await sweepPublishers(kysely);
}

/**
 * Registries that were added tell once a day what they list and what was withdrawn; nothing is installed by it.
 * @param stopped asks no more, and gives up the one that is asked
 */
export async function askRegistries(ports: RegistryPorts, stopped?: AbortSignal): Promise<void> {
  const registries = createRegistries(ports);
  for (const id of await registries.due(REGISTRY_EVERY_SECONDS)) {
    if (stopped?.aborted === true) return;
    await registries.refresh(id, null, '', stopped);
  }
}
