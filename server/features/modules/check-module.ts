import { gt, lt, satisfies } from 'semver';
import type { Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import type { ModuleAct } from '#domain/modules/store-module';
import { resolveRequirements, type Resolution } from '#domain/modules/resolve-requirements';
import type { AdminCaller } from '../../base/caller.ts';
import { PROGRAM_VERSION } from '../../base/platform/program-version.ts';
import type { Row, Tables } from '../../db/tables/tables.ts';
import type { Loaded, PackageOffer } from './package-source.ts';

type Trx = Transaction<Tables>;

interface Wish {
  readonly uid: string;
  readonly version: string;
  readonly act: ModuleAct;
}

/** @throws FailureError where the version does not follow what is there, or this program is another than it was made for */
export function checkVersion({ act, uid, version }: Wish, { manifest }: Loaded, there: Row<'module'> | undefined): void {
  if (!satisfies(PROGRAM_VERSION, manifest.troupe)) throw rejection('refusals.modules.otherProgram', { range: manifest.troupe });
  if (act === 'install') {
    if (there) throw rejection('refusals.modules.thereAlready', { uid });
    return;
  }
  if (!there) throw rejection('refusals.modules.notInstalled', { uid });
  if (there.pinned) throw rejection('refusals.modules.pinned', { version: there.version });
  if (act === 'rollback' && !lt(version, there.version)) throw rejection('refusals.modules.notEarlier', { version: there.version });
  if (act === 'update' && !gt(version, there.version)) throw rejection('refusals.modules.notNewer', { version: there.version });
  if (act === 'update' && !satisfies(there.version, manifest.updatesFrom))
    throw rejection('refusals.modules.updatesFrom', { range: manifest.updatesFrom });
}

/** @throws FailureError with the reason why nobody should use it any more; nothing is fetched of it then */
export function checkWithdrawn(
  offers: readonly PackageOffer[],
  { uid, version }: Pick<Wish, 'uid' | 'version'>,
  { client }: AdminCaller,
): void {
  const reason = offers.find(({ manifest }) => manifest.uid === uid && manifest.version === version)?.withdrawn;
  if (reason) throw rejection('refusals.modules.withdrawn', { reason: reason[client.language] });
}

export async function checkRequirements(trx: Trx, offers: readonly PackageOffer[], { manifest }: Pick<Loaded, 'manifest'>): Promise<void> {
  const rows = await trx.selectFrom('module').select(['manifest', 'state']).execute();
  const paused = rows.find((row) => row.state === 'paused' && Object.hasOwn(manifest.requires, row.manifest.uid));
  if (paused) throw rejection('refusals.modules.needsPaused', { name: paused.manifest.uid });
  const found = resolveRequirements(
    manifest,
    offers.filter(({ withdrawn }) => withdrawn === null).map((offer) => offer.manifest),
    rows.map((row) => row.manifest),
  );
  if (found.kind === 'resolved' && found.order.length === 1) return;
  throw inWords(found);
}

function inWords(found: Resolution): Error {
  switch (found.kind) {
    case 'resolved':
      return rejection('refusals.modules.needs', {
        names: found.order
          .slice(0, -1)
          .map(({ uid, version }) => `${uid} ${version}`)
          .join(', '),
      });
    case 'missing':
      return rejection('refusals.modules.missing', { name: found.uid, by: found.by.join(', ') });
    case 'unfit':
      return rejection('refusals.modules.unfit', { name: found.uid, by: found.by.join(', '), ranges: found.ranges.join(', ') });
    case 'conflict':
      return rejection('refusals.modules.conflict', { name: found.uid, by: found.by.join(', ') });
    case 'cycle':
      return rejection('refusals.modules.cycle', { path: found.path.join(' → ') });
    case 'tooHard':
      return rejection('refusals.modules.tooHard');
    default:
      return found satisfies never;
  }
}

/**
 * @param act one that is paused needs nothing of what is paused after it, and comes back behind it; what is removed is not there to come back to
 * @throws FailureError naming modules that need this one
 */
export async function refuseDependents(trx: Trx, uid: string, act: 'pause' | 'remove'): Promise<void> {
  const rows = await trx.selectFrom('module').select(['manifest', 'state']).where('uid', '!=', uid).execute();
  const names = rows
    .filter(({ manifest, state }) => Object.hasOwn(manifest.requires, uid) && (act === 'remove' || state !== 'paused'))
    .map(({ manifest }) => manifest.uid);
  if (names.length > 0) throw rejection('refusals.modules.neededBy', { names: names.join(', ') });
}
