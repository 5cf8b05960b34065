import { sql } from 'kysely';
import { rejection } from '#domain/base/failure';
import type { AdminCaller } from '../../base/caller.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { requireSession } from '../../resources/access/own-account.ts';
import { MODULE_PACKAGES } from './module-limits.ts';
import type { ModulePackage } from './package/read-package.ts';

interface Brought extends Pick<ModulePackage, 'manifest' | 'sha256' | 'publisher'> {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly trust: 'trusted' | 'listed';
  readonly publicKey: string;
}

/**
 * Keeps a package that was brought in; nothing is installed by it.
 * @throws FailureError where the version is here with other bytes, or there are too many
 */
export async function keepPackage(
  ports: Pick<ServerPorts, 'database' | 'clock'>,
  { manifest, sha256, publisher, bytes, trust, publicKey }: Brought,
  caller: AdminCaller,
): Promise<void> {
  const { uid, version } = manifest;
  const own = { uid, version, sha256, bytes, manifest: JSON.stringify(manifest), trust, publisher: publisher ?? '', public_key: publicKey };
  await ports.database.transaction(async (trx) => {
    // It may have been on its way for a while.
    await requireSession(trx, caller, ports);
    await sql`select pg_advisory_xact_lock(hashtext('module'), hashtext('packages'))`.execute(trx);
    const there = await trx.selectFrom('module_package').select(['uid', 'version', 'sha256']).execute();
    const same = there.find((one) => one.uid === uid && one.version === version);
    if (same && same.sha256 !== sha256) throw rejection('refusals.modules.otherBytes', { uid, version });
    if (same) return;
    if (there.length >= MODULE_PACKAGES) throw rejection('refusals.modules.manyPackages', { max: MODULE_PACKAGES });
    await trx
      .insertInto('module_package')
      .values({ ...own, fetched_at: nowSeconds(ports) })
      // Installing writes them by itself.
      .onConflict((on) => on.columns(['uid', 'version']).doNothing())
      .execute();
  });
}
