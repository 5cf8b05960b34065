import { settingLines } from '#domain/settings/setting-lines';
import { ACCESS_BLOCK_MEMORY_MS } from '../../base/limits.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import type { Caches } from '../../base/caches.ts';
import { isListed, networkList } from '../../base/network.ts';
import { memoizeTtl } from '../../base/memoize-ttl.ts';

/** Whether the settings keep an address out. An entry that cannot be read keeps nobody out. Source: wire protocol §1.8, "IP block". */
export function createAccessBlock({ database, clock }: Pick<ServerPorts, 'database' | 'clock'>, caches: Caches) {
  async function read() {
    const row = await database.kysely.selectFrom('config').select('value').where('name', '=', 'no_access_ip').executeTakeFirst();
    return settingLines(row?.value ?? '').flatMap((line) => networkList([line]) ?? []);
  }
  let known = memoizeTtl(read, ACCESS_BLOCK_MEMORY_MS, clock);
  caches.add(() => void (known = memoizeTtl(read, ACCESS_BLOCK_MEMORY_MS, clock)));
  return async (address: string): Promise<boolean> => isListed(address, await known());
}
