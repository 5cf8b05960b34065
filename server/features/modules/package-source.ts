import { isDeepStrictEqual } from 'node:util';
import { parseShelf } from '#api/contract/modules/module-schema';
import { rejection } from '#domain/base/failure';
import type { ModuleManifest, ModuleTexts } from '#domain/modules/module-manifest';
import type { ModuleTrust } from '#domain/modules/store-module';
import { compare } from 'semver';
import type { ModuleShelf } from './module-shelf.ts';
import { sha256OfBytes } from '../../base/digest.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { keepPackage } from './keep-package.ts';
import { readPackage, readSignedPackage, type ModulePackage } from './package/read-package.ts';
import { publisherKeys, type PublisherKeys } from './package/signature.ts';
import { indexOf } from './registries/read-registry.ts';
import { inWords } from './registries/registries.service.ts';

/** A package that is at hand, or that a registry lists. */
export interface Offer {
  readonly manifest: ModuleManifest;
  readonly sha256: string;
  readonly trust: ModuleTrust;
  /** Why it should not be used any more; null where nobody said so. */
  readonly withdrawn: ModuleTexts | null;
  /** Whether its bytes are here. */
  readonly isHere: boolean;
}

export interface Loaded extends ModulePackage {
  readonly trust: ModuleTrust;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The key of a publisher that a registry told; '' where it is one of the settings, or nobody signed. */
  readonly publicKey: string;
}

/** Packages that came with the program, those that were brought in or are kept for going back, and those that registries list. */
export interface PackageSource {
  /** The newest first of each module; of two packages of one version the program's, then one that is here. */
  offers(): Promise<readonly Offer[]>;
  /** Brings it where it lies elsewhere. @throws FailureError where there is none, or it does not pass any more */
  load(uid: string, version: string): Promise<Loaded>;
  /** Why packages should not be used any more, by their SHA-256. */
  withdrawals(): Promise<ReadonlyMap<string, ModuleTexts>>;
  /** Address of a registry that lists a package; null where none does. */
  originOf(sha256: string): Promise<string | null>;
}

type Listed = Omit<Offer, 'trust' | 'isHere'> & {
  readonly file: string;
  readonly size: number;
  readonly address: string;
  readonly keys: readonly string[];
};

export function createPackageSource(
  ports: Pick<ServerPorts, 'database' | 'clock' | 'registries'>,
  { shelf, keys }: { readonly shelf: ModuleShelf; readonly keys: () => Promise<PublisherKeys> },
): PackageSource {
  const { kysely } = ports.database;
  const shipped = parseShelf(JSON.parse(shelf.index)).packages;

  async function listed(): Promise<readonly Listed[]> {
    const rows = await kysely.selectFrom('module_registry').select(['address', 'index']).orderBy('id').execute();
    return rows.flatMap(({ address, index: text }) => {
      const index = indexOf(text);
      return index.packages.map((one) => ({ ...one, address, keys: index.publishers }));
    });
  }

  const withdrawnOf = (elsewhere: readonly Listed[]): ReadonlyMap<string, ModuleTexts> =>
    new Map([...elsewhere, ...shipped].flatMap(({ sha256, withdrawn }) => (withdrawn ? [[sha256, withdrawn] as const] : [])));

  async function bring(one: Listed): Promise<Loaded> {
    if (!ports.registries) throw rejection('refusals.modules.registry.unreachable');
    const bytes = await ports.registries.fetch(`${one.address}${one.file}`, one.size).catch((error: unknown) => {
      throw inWords(error);
    });
    await judgeWhole(bytes, one.sha256, one.file);
    const [own, told] = [await keys(), await publisherKeys(one.keys)];
    const read = await readSignedPackage(bytes, new Map([...told, ...own]));
    if (!isDeepStrictEqual(read.manifest, one.manifest)) throw rejection('refusals.modules.registry.otherPackage', { name: one.file });
    const publicKey = own.has(read.publisher) ? '' : (told.get(read.publisher) ?? '');
    await keepPackage(ports, { ...read, bytes, trust: 'listed', publicKey });
    return { ...read, trust: 'listed', bytes, publicKey };
  }

  return {
    async offers() {
      const kept = await kysely.selectFrom('module_package').select(['manifest', 'sha256', 'trust']).execute();
      const elsewhere = await listed();
      const withdrawn = withdrawnOf(elsewhere);
      const all = [
        ...shipped.map(({ manifest, sha256 }) => ({ manifest, sha256, trust: 'shipped' as const, isHere: true })),
        ...kept.map((one) => ({ ...one, isHere: true })),
        ...elsewhere.map(({ manifest, sha256 }) => ({ manifest, sha256, trust: 'listed' as const, isHere: false })),
      ].map((one) => ({ ...one, withdrawn: withdrawn.get(one.sha256) ?? null }));
      const first = new Map(all.toReversed().map((one) => [`${one.manifest.uid} ${one.manifest.version}`, one]));
      return [...first.values()].toSorted(
        (a, b) => a.manifest.uid.localeCompare(b.manifest.uid, 'en') || compare(b.manifest.version, a.manifest.version),
      );
    },

    async load(uid, version) {
      const isWanted = ({ manifest }: Pick<Offer, 'manifest'>) => manifest.uid === uid && manifest.version === version;
      const own = shipped.find(isWanted);
      if (own) {
        const bytes = shelf.read(own.file);
        await judgeWhole(bytes, own.sha256, own.file);
        return { ...(await readPackage(bytes, await keys())), trust: 'shipped', bytes, publicKey: '' };
      }
      const kept = await kysely
        .selectFrom('module_package')
        .select(['bytes', 'sha256', 'trust', 'public_key'])
        .where('uid', '=', uid)
        .where('version', '=', version)
        .executeTakeFirst();
      if (!kept) {
        const elsewhere = (await listed()).find(isWanted);
        if (!elsewhere) throw rejection('refusals.modules.unknown', { uid, version });
        return bring(elsewhere);
      }
      const bytes = Uint8Array.from(kept.bytes);
      await judgeWhole(bytes, kept.sha256, uid);
      const { public_key: publicKey } = kept;
      const known = new Map([...(await keys()), ...(await publisherKeys(publicKey === '' ? [] : [publicKey]))]);
      return { ...(await readPackage(bytes, known)), trust: kept.trust, bytes, publicKey };
    },

    withdrawals: async () => withdrawnOf(await listed()),
    originOf: async (sha256) => (await listed()).find((one) => one.sha256 === sha256)?.address ?? null,
  };
}

/** Nothing is unpacked of what is not the archive that was told of. */
async function judgeWhole(bytes: Uint8Array<ArrayBuffer>, sha256: string, name: string): Promise<void> {
  if ((await sha256OfBytes(bytes)) !== sha256) throw rejection('refusals.modules.archive.hash', { name });
}
