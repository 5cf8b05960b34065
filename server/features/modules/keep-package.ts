import { sql, type Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import type { AdminCaller } from '../../base/caller.ts';
import type { Row, Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { requireSession } from '../../resources/access/own-account.ts';
import { MODULE_PACKAGES, MODULE_PACKAGES_KEPT } from './module-limits.ts';
import type { ModulePackage } from './package/read-package.ts';

interface Brought extends Pick<ModulePackage, 'manifest' | 'sha256' | 'publisher'> {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly trust: 'trusted' | 'listed';
  readonly publicKey: string;
}

type Installed = Omit<Brought, 'trust'> & Pick<Row<'module_package'>, 'trust'>;

/**
 * Keeps a package that was brought in; nothing is installed by it. Of those that nobody has installed the oldest makes room for it.
 * @throws FailureError where the version is here with other bytes
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
    const same = await trx
      .selectFrom('module_package')
      .select('sha256')
      .where('uid', '=', uid)
      .where('version', '=', version)
      .executeTakeFirst();
    if (same && same.sha256 !== sha256) throw rejection('refusals.modules.otherBytes', { uid, version });
    if (same) return;
    await makeRoom(trx);
    await trx
      .insertInto('module_package')
      .values({ ...own, fetched_at: nowSeconds(ports) })
      // Installing writes them by itself.
      .onConflict((on) => on.columns(['uid', 'version']).doNothing())
      .execute();
  });
}

/** Keeps the package of what is installed from now on, beside those that it can go back to. */
export async function keepInstalled(
  trx: Transaction<Tables>,
  { manifest, sha256, publisher, bytes, trust, publicKey }: Installed,
  now: number,
): Promise<void> {
  const { uid, version } = manifest;
  await trx
    .insertInto('module_package')
    .values({
      uid,
      version,
      sha256,
      bytes,
      manifest: JSON.stringify(manifest),
      trust,
      publisher: publisher ?? '',
      public_key: publicKey,
      fetched_at: now,
    })
    .onConflict((on) => on.columns(['uid', 'version']).doUpdateSet({ fetched_at: now }))
    .execute();
  await sql`delete from module_package where uid = ${uid} and version <> ${version} and version not in (
      select version from module_package where uid = ${uid} order by fetched_at desc, version desc limit ${MODULE_PACKAGES_KEPT})`.execute(
    trx,
  );
}

/** What is installed, and what it can go back to, is not counted: it goes with its module. */
async function makeRoom(trx: Transaction<Tables>): Promise<void> {
  await sql`delete from module_package where (uid, version) in (
    select uid, version from (
      select package.uid, package.version, package.fetched_at, module.uid is null or row_number() over (
        partition by package.uid order by package.version = module.version desc, package.fetched_at desc, package.version desc
      ) > ${MODULE_PACKAGES_KEPT + 1} as is_loose
      from module_package as package left join module on module.uid = package.uid) as kept
    where is_loose order by fetched_at desc, uid, version offset ${MODULE_PACKAGES - 1})`.execute(trx);
}
