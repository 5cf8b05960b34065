import { MODULE_ASSET_BYTES } from './public-limits.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import { openArchive, unpack } from '../package/unpack.ts';

const TYPES: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp', avif: 'image/avif' };

/** A picture of a package. */
export interface ModulePicture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  /** Differs with the package. */
  readonly tag: string;
}

type Pictures = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** The pictures of packages that are installed; those of the ones asked for last are kept in memory. */
export function createModulePictures({ database }: Pick<ServerPorts, 'database'>, limitBytes = MODULE_ASSET_BYTES) {
  const kept = new Map<string, Promise<Pictures>>();
  const sizes = new Map<string, number>();

  async function read(uid: string, sha256: string): Promise<Pictures> {
    const row = await database.kysely
      .selectFrom('module_package')
      .select('bytes')
      .where('uid', '=', uid)
      .where('sha256', '=', sha256)
      .executeTakeFirst();
    if (!row) return new Map();
    const files = [...(await unpack(openArchive(Uint8Array.from(row.bytes))))].filter(([name]) => name.startsWith('assets/'));
    sizes.set(
      sha256,
      files.reduce((sum, [, bytes]) => sum + bytes.length, 0),
    );
    return new Map(files.map(([name, bytes]) => [name.slice('assets/'.length), bytes]));
  }

  function picturesOf(uid: string, sha256: string): Promise<Pictures> {
    const known = kept.get(sha256);
    kept.delete(sha256);
    const pictures = known ?? read(uid, sha256);
    kept.set(sha256, pictures);
    pictures.then(shrink, () => kept.delete(sha256));
    return pictures;
  }

  function shrink(): void {
    let total = [...kept.keys()].reduce((sum, key) => sum + (sizes.get(key) ?? 0), 0);
    for (const key of kept.keys()) {
      if (total <= limitBytes || kept.size === 1) return;
      total -= sizes.get(key) ?? 0;
      kept.delete(key);
      sizes.delete(key);
    }
  }

  /** @returns null where no installed module has such a picture */
  return async (uid: string, name: string): Promise<ModulePicture | null> => {
    const module = await database.kysely
      .selectFrom('module')
      .select('sha256')
      .where('uid', '=', uid)
      .where('state', '=', 'installed')
      .executeTakeFirst();
    const bytes = module && (await picturesOf(uid, module.sha256)).get(name);
    const type = TYPES[name.split('.').at(-1) ?? ''];
    return bytes && type !== undefined && module ? { bytes, type, tag: `${module.sha256.slice(0, 16)}-${name}` } : null;
  };
}
