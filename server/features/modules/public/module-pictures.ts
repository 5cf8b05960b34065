import { sql } from 'kysely';
import { MODULE_ASSET_BYTES, MODULE_UNPACK_AGAIN_SECONDS } from './public-limits.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import { PICTURE_TYPES } from '../package/read-me-pictures.ts';
import { openArchive, unpack } from '../package/unpack.ts';

const FOLDER = 'assets/';
/** Stands among the pictures of a package when all of them are there. */
const ALL = '';

/** A picture of a package. */
export interface ModulePicture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  /** Differs with the package. */
  readonly tag: string;
}

interface Found {
  /** Undefined where the package has no such picture, or none of its pictures is stored yet. */
  readonly bytes: Uint8Array<ArrayBuffer> | undefined;
  readonly isUnpacked: boolean;
}

interface Package {
  readonly uid: string;
  readonly sha256: string;
}

/**
 * The pictures of modules that are installed. Whoever asks for the first one has the package unpacked, once: its pictures lie in the database
 * from then on, and those asked for last in memory too, so that no number of strangers makes more work than reading a picture.
 */
export function createModulePictures({ database, clock }: Pick<ServerPorts, 'database' | 'clock'>, limitBytes = MODULE_ASSET_BYTES) {
  const { kysely } = database;
  const kept = new Map<string, Uint8Array<ArrayBuffer>>();
  let keptBytes = 0;
  const unpacking = new Map<string, Promise<void>>();
  const failedAt = new Map<string, number>();

  /** By one statement, since another caller may store them all between two. */
  const read = async ({ uid, sha256 }: Package, name: string): Promise<Found> => {
    const rows = await kysely
      .selectFrom('module_picture')
      .select(['name', 'bytes'])
      .where('uid', '=', uid)
      .where('name', 'in', [name, ALL])
      .where('sha256', '=', sha256)
      .execute();
    const row = rows.find((one) => one.name === name);
    return { bytes: row && Uint8Array.from(row.bytes), isUnpacked: rows.length > 0 };
  };

  async function unpackAll({ uid, sha256 }: Package): Promise<void> {
    const found = await kysely
      .selectFrom('module_package')
      .select('bytes')
      .where('uid', '=', uid)
      .where('sha256', '=', sha256)
      .executeTakeFirst();
    const files = found ? [...(await unpack(openArchive(Uint8Array.from(found.bytes))))] : [];
    const pictures = files.filter(([name]) => name.startsWith(FOLDER)).map(([name, bytes]) => [name.slice(FOLDER.length), bytes] as const);
    await database.transaction(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('module_picture'), hashtext(${uid}))`.execute(trx);
      const there = await trx
        .selectFrom('module')
        .select('uid')
        .where('uid', '=', uid)
        .where('sha256', '=', sha256)
        .forShare()
        .executeTakeFirst();
      if (!there) return;
      await trx.deleteFrom('module_picture').where('uid', '=', uid).execute();
      for (const [name, bytes] of [...pictures, [ALL, new Uint8Array()] as const])
        await trx.insertInto('module_picture').values({ uid, sha256, name, bytes }).execute();
    });
  }

  /** Once at a time, and what has failed not again at once. */
  async function unpacked(wanted: Package): Promise<void> {
    const { sha256 } = wanted;
    const since = nowSeconds({ clock }) - (failedAt.get(sha256) ?? Number.NEGATIVE_INFINITY);
    if (since < MODULE_UNPACK_AGAIN_SECONDS) return;
    const running =
      unpacking.get(sha256) ??
      unpackAll(wanted)
        .then(
          () => void failedAt.delete(sha256),
          (error: unknown) => {
            failedAt.set(sha256, nowSeconds({ clock }));
            throw error;
          },
        )
        .finally(() => unpacking.delete(sha256));
    unpacking.set(sha256, running);
    await running;
  }

  async function pictureOf(wanted: Package, name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const key = `${wanted.sha256}/${name}`;
    const known = kept.get(key);
    if (known) {
      // What was asked for last goes last.
      kept.delete(key);
      kept.set(key, known);
      return known;
    }
    let { bytes, isUnpacked } = await read(wanted, name);
    if (!isUnpacked) {
      await unpacked(wanted);
      ({ bytes } = await read(wanted, name));
    }
    if (bytes && bytes.length <= limitBytes) keep(key, bytes);
    return bytes;
  }

  function keep(key: string, bytes: Uint8Array<ArrayBuffer>): void {
    if (kept.has(key)) return;
    kept.set(key, bytes);
    keptBytes += bytes.length;
    for (const [oldest, { length }] of kept) {
      if (keptBytes <= limitBytes) return;
      kept.delete(oldest);
      keptBytes -= length;
    }
  }

  /** @returns null where no installed module has such a picture */
  return async (uid: string, name: string): Promise<ModulePicture | null> => {
    const type = PICTURE_TYPES[name.split('.').at(-1) ?? ''];
    if (type === undefined) return null;
    const module = await kysely
      .selectFrom('module')
      .select(['uid', 'sha256'])
      .where('uid', '=', uid)
      .where('state', '=', 'installed')
      .executeTakeFirst();
    const bytes = module && (await pictureOf(module, name));
    return bytes ? { bytes, type, tag: `${module.sha256.slice(0, 16)}-${name}` } : null;
  };
}
