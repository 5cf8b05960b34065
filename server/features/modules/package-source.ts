import { parseShelf } from '#api/contract/modules/module-schema';
import { rejection } from '#domain/base/failure';
import { isSameValue } from '#domain/base/same-value';
import type { ModuleManifest, ModuleTexts } from '#domain/modules/module-manifest';
import type { ModuleTrust } from '#domain/modules/store-module';
import { compare } from 'semver';
import type { AdminCaller } from '../../base/caller.ts';
import type { ModuleShelf } from './module-shelf.ts';
import { sha256OfBytes } from '../../base/digest.ts';
import type { Row } from '../../db/tables/tables.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { keepPackage } from './keep-package.ts';
import { createCovers } from './package/package-covers.ts';
import { readPackage, readSignedPackage, type ModulePackage } from './package/read-package.ts';
import { publisherKeys, type PublisherKeys } from './package/signature.ts';
import { indexOf } from './registries/read-registry.ts';
import { inWords } from './registries/registries.service.ts';

/** A package that is at hand, or that a registry lists. */
export interface PackageOffer {
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
  offers(): Promise<readonly PackageOffer[]>;
  /** Brings it where it lies elsewhere. @throws FailureError where there is none, or it does not pass any more */
  load(uid: string, version: string, caller: AdminCaller): Promise<Loaded>;
  /** Why packages should not be used any more, by their SHA-256. */
  withdrawals(): Promise<ReadonlyMap<string, ModuleTexts>>;
  /** The picture by which a package that is here is told in the store, as an address that holds it; '' where it has none, and for ''. */
  coverOf(sha256: string): Promise<string>;
  /** Address of a registry that lists a package; null where none does. */
  originOf(sha256: string): Promise<string | null>;
}

type Listed = Omit<PackageOffer, 'trust' | 'isHere'> & {
  readonly file: string;
  readonly size: number;
  readonly address: string;
  readonly keys: PublisherKeys;
};

/** What a registry tells, read once. */
interface Told {
  /** Changes with what it tells. */
  readonly stamp: string;
  readonly list: readonly Listed[];
  readonly keys: PublisherKeys;
}

export function createPackageSource(
  ports: Pick<ServerPorts, 'database' | 'clock' | 'registries'>,
  { shelf, keys }: { readonly shelf: ModuleShelf; readonly keys: () => Promise<PublisherKeys> },
): PackageSource {
  const { kysely } = ports.database;
  const shipped = parseShelf(JSON.parse(shelf.index)).packages;

  let known: ReadonlyMap<number, Told> = new Map();

  /** Lists are long: what has not changed since is not read again. */
  async function told(): Promise<readonly Told[]> {
    const registries = kysely.selectFrom('module_registry').orderBy('id');
    const rows = await registries.select(['id', 'address', 'serial', 'public_key', 'fetched_at']).execute();
    const next = new Map<number, Told>();
    for (const { id, address, serial, public_key: key, fetched_at: at } of rows) {
      const stamp = `${serial} ${key} ${at}`;
      const there = known.get(id);
      const read = there?.stamp === stamp ? there : await readTold(id, address, stamp);
      if (read) next.set(id, read);
    }
    known = next;
    return [...next.values()];
  }

  async function readTold(id: number, address: string, stamp: string): Promise<Told | null> {
    const row = await kysely.selectFrom('module_registry').select('index').where('id', '=', id).executeTakeFirst();
    if (!row) return null;
    const index = indexOf(row.index);
    const own = await publisherKeys(index.publishers);
    return { stamp, keys: own, list: index.packages.map((one) => ({ ...one, address, keys: own })) };
  }

  const listed = async (): Promise<readonly Listed[]> => (await told()).flatMap(({ list }) => list);

  const readKept = () =>
    kysely.selectFrom('module_package').select(['uid', 'version', 'manifest', 'sha256', 'trust', 'publisher', 'public_key']).execute();

  async function installedVersions(): Promise<ReadonlySet<string>> {
    const rows = await kysely.selectFrom('module').select(['uid', 'version']).execute();
    return new Set(rows.map((one) => `${one.uid} ${one.version}`));
  }

  /** What the program says of its own packages counts, and what a registry says of those that are its own or that its publishers signed. */
  function withdrawnOf(elsewhere: readonly Listed[], kept: readonly Kept[]): ReadonlyMap<string, ModuleTexts> {
    const others = new Set([...shipped, ...kept.filter(({ trust }) => trust !== 'listed')].map(({ sha256 }) => sha256));
    const first = new Map(elsewhere.toReversed().map((one) => [one.sha256, one.address]));
    const counting = elsewhere.filter(
      ({ sha256, address, keys: own }) =>
        (!others.has(sha256) && first.get(sha256) === address) || kept.some((one) => one.sha256 === sha256 && own.has(one.publisher)),
    );
    return new Map([...counting, ...shipped].flatMap(({ sha256, withdrawn }) => (withdrawn ? [[sha256, withdrawn] as const] : [])));
  }

  async function bring(one: Listed, caller: AdminCaller): Promise<Loaded> {
    if (!ports.registries) throw rejection('refusals.modules.registry.unreachable');
    const bytes = await ports.registries.fetch(`${one.address}${one.file}`, one.size).catch((error: unknown) => {
      throw inWords(error);
    });
    await verifyDigest(bytes, one.sha256, one.file);
    const own = await keys();
    const read = await readSignedPackage(bytes, new Map([...one.keys, ...own]));
    if (!isSameValue(read.manifest, one.manifest)) throw rejection('refusals.modules.registry.otherPackage', { name: one.file });
    const publicKey = own.has(read.publisher) ? '' : (one.keys.get(read.publisher) ?? '');
    await keepPackage(ports, { ...read, bytes, trust: 'listed', publicKey }, caller);
    return { ...read, trust: 'listed', bytes, publicKey };
  }

  return {
    async offers() {
      const [kept, registries, installed] = [await readKept(), await told(), await installedVersions()];
      const elsewhere = registries.flatMap(({ list }) => list);
      const withdrawn = withdrawnOf(elsewhere, kept);
      const all = [
        ...shipped.map(({ manifest, sha256 }) => ({ manifest, sha256, trust: 'shipped' as const, isHere: true })),
        ...kept
          .filter((one) => isVouched(one, registries, installed))
          .map(({ manifest, sha256, trust }) => ({ manifest, sha256, trust, isHere: true })),
        ...elsewhere.map(({ manifest, sha256 }) => ({ manifest, sha256, trust: 'listed' as const, isHere: false })),
      ].map((one) => ({ ...one, withdrawn: withdrawn.get(one.sha256) ?? null }));
      const first = new Map(all.toReversed().map((one) => [`${one.manifest.uid} ${one.manifest.version}`, one]));
      return [...first.values()].toSorted(
        (a, b) => a.manifest.uid.localeCompare(b.manifest.uid, 'en') || compare(b.manifest.version, a.manifest.version),
      );
    },

    async load(uid, version, caller) {
      const isWanted = ({ manifest }: Pick<PackageOffer, 'manifest'>) => manifest.uid === uid && manifest.version === version;
      const own = shipped.find(isWanted);
      if (own) {
        const bytes = shelf.read(own.file);
        await verifyDigest(bytes, own.sha256, own.file);
        return { ...(await readPackage(bytes, await keys())), trust: 'shipped', bytes, publicKey: '' };
      }
      const kept = await kysely
        .selectFrom('module_package')
        .select(['uid', 'version', 'bytes', 'sha256', 'trust', 'public_key'])
        .where('uid', '=', uid)
        .where('version', '=', version)
        .executeTakeFirst();
      if (!kept) {
        const elsewhere = (await listed()).find(isWanted);
        if (!elsewhere) throw rejection('refusals.modules.unknown', { uid, version });
        return bring(elsewhere, caller);
      }
      const bytes = Uint8Array.from(kept.bytes);
      await verifyDigest(bytes, kept.sha256, uid);
      const { public_key: publicKey } = kept;
      const counts = publicKey !== '' && isVouched(kept, await told(), await installedVersions());
      const trusted = new Map([...(await keys()), ...(await publisherKeys(counts ? [publicKey] : []))]);
      return { ...(await readPackage(bytes, trusted)), trust: kept.trust, bytes, publicKey };
    },

    coverOf: createCovers(async (sha256) => {
      const own = shipped.find((one) => one.sha256 === sha256);
      if (own) return shelf.read(own.file);
      const kept = await kysely.selectFrom('module_package').select('bytes').where('sha256', '=', sha256).executeTakeFirst();
      return kept && Uint8Array.from(kept.bytes);
    }),
    withdrawals: async () => withdrawnOf(await listed(), await readKept()),
    originOf: async (sha256) => (await listed()).find((one) => one.sha256 === sha256)?.address ?? null,
  };
}

type Kept = Pick<Row<'module_package'>, 'sha256' | 'trust' | 'publisher'>;

/**
 * Whether a package may be used by a key that a registry told: while one lists that key or the package. What is installed can still be
 * looked at when none does any more.
 */
const isVouched = (
  { uid, version, sha256, public_key: key }: Pick<Row<'module_package'>, 'uid' | 'version' | 'sha256' | 'public_key'>,
  registries: readonly Told[],
  installed: ReadonlySet<string>,
): boolean =>
  key === '' ||
  installed.has(`${uid} ${version}`) ||
  registries.some(({ keys, list }) => [...keys.values()].includes(key) || list.some((one) => one.sha256 === sha256));

/** Nothing is unpacked of what is not the archive that was told of. */
async function verifyDigest(bytes: Uint8Array<ArrayBuffer>, sha256: string, name: string): Promise<void> {
  if ((await sha256OfBytes(bytes)) !== sha256) throw rejection('refusals.modules.archive.hash', { name });
}
