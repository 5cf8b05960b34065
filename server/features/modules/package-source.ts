import { parseShelf } from '#api/contract/modules/module-schema';
import { rejection } from '#domain/base/failure';
import type { ModuleManifest } from '#domain/modules/module-manifest';
import { compare } from 'semver';
import type { ModuleShelf } from './module-shelf.ts';
import { sha256OfBytes } from '../../base/digest.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { readPackage, type ModulePackage } from './package/read-package.ts';
import type { PublisherKeys } from './package/signature.ts';

/** `shipped`: the program's own list says what it is. `trusted`: somebody signed it whose key was given. */
export type Trust = 'shipped' | 'trusted';

/** A package that is at hand. */
export interface Offer {
  readonly manifest: ModuleManifest;
  readonly sha256: string;
  readonly trust: Trust;
}

export interface Loaded extends ModulePackage {
  readonly trust: Trust;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Packages that came with the program, and those that were brought in or are kept for going back. */
export interface PackageSource {
  /** The newest first of each module; of two packages of one version the program's. */
  offers(): Promise<readonly Offer[]>;
  /** @throws FailureError where there is none, or it does not pass any more */
  load(uid: string, version: string): Promise<Loaded>;
}

export function createPackageSource(
  { database }: Pick<ServerPorts, 'database'>,
  { shelf, keys }: { readonly shelf: ModuleShelf; readonly keys: () => Promise<PublisherKeys> },
): PackageSource {
  const shipped = parseShelf(JSON.parse(shelf.index)).packages;

  return {
    async offers() {
      const kept = await database.kysely.selectFrom('module_package').select(['manifest', 'sha256', 'trust']).execute();
      const all: readonly Offer[] = [...shipped.map(({ manifest, sha256 }) => ({ manifest, sha256, trust: 'shipped' as const })), ...kept];
      const first = new Map(all.toReversed().map((one) => [`${one.manifest.uid} ${one.manifest.version}`, one]));
      return [...first.values()].toSorted(
        (a, b) => a.manifest.uid.localeCompare(b.manifest.uid, 'en') || compare(b.manifest.version, a.manifest.version),
      );
    },

    async load(uid, version) {
      const own = shipped.find(({ manifest }) => manifest.uid === uid && manifest.version === version);
      if (own) {
        const bytes = shelf.read(own.file);
        await judgeWhole(bytes, own.sha256, own.file);
        return { ...(await readPackage(bytes, await keys())), trust: 'shipped', bytes };
      }
      const kept = await database.kysely
        .selectFrom('module_package')
        .select(['bytes', 'sha256', 'trust'])
        .where('uid', '=', uid)
        .where('version', '=', version)
        .executeTakeFirst();
      if (!kept) throw rejection('refusals.modules.unknown', { uid, version });
      const bytes = Uint8Array.from(kept.bytes);
      await judgeWhole(bytes, kept.sha256, uid);
      return { ...(await readPackage(bytes, await keys())), trust: kept.trust, bytes };
    },
  };
}

/** Nothing is unpacked of what is not the archive that was told of. */
async function judgeWhole(bytes: Uint8Array<ArrayBuffer>, sha256: string, name: string): Promise<void> {
  if ((await sha256OfBytes(bytes)) !== sha256) throw rejection('refusals.modules.archive.hash', { name });
}
