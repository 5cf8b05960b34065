import { type ByteShelf, createFolderShelf, createMemoryShelf } from '../../adapters/browser/byte-shelf.ts';

interface Snapshot {
  readonly bytes: Blob;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
}

export interface Snapshots {
  /**
   * The newest that belongs to the build; those of earlier builds are given up.
   * @throws where a later build has kept one: this page is old, and gives up nothing of it
   */
  newest(): Promise<{ readonly snapshot: Snapshot | null; readonly isStale: boolean }>;
  /** Kept whole or not at all. @returns when it was */
  keep(bytes: Blob): Promise<number>;
}

const NAME = /^(?<seed>[\w-]+)(?:\.(?<seededAt>\d{10}))?\.(?<at>\d{13})\.tar$/u;

/** What a build begins with. */
export interface Seed {
  /** Of its contents. */
  readonly name: string;
  /** When it was made, in Unix seconds. */
  readonly seededAt: number;
}

/** Folders of the browser's own file system; memory where there is none. */
export async function openShelves(
  folder: string,
): Promise<{ readonly snapshots: ByteShelf; readonly files: ByteShelf; readonly isKept: boolean }> {
  try {
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle(folder, { create: true });
    const shelf = async (name: string): Promise<ByteShelf> => createFolderShelf(await root.getDirectoryHandle(name, { create: true }));
    return { snapshots: await shelf('snapshots'), files: await shelf('files'), isKept: true };
  } catch {
    return { snapshots: createMemoryShelf(), files: createMemoryShelf(), isKept: false };
  }
}

/** Each is a file of its own, whose name says of which build and when; one that was being written when the window went has no bytes. */
export function createSnapshots(shelf: ByteShelf, { name: seed, seededAt }: Seed): Snapshots {
  async function known(): Promise<(Seed & { readonly file: string; readonly at: number })[]> {
    const found = (await shelf.names()).flatMap((file) => {
      const { seed: name = '', seededAt: made = '0', at = '0' } = NAME.exec(file)?.groups ?? {};
      return name === '' ? [] : [{ file, name, seededAt: Number(made), at: Number(at) }];
    });
    return found.toSorted((a, b) => b.at - a.at);
  }
  return {
    async newest() {
      const all = await known();
      for (const { file, at } of all.filter((one) => one.name === seed)) {
        const bytes = await shelf.read(file);
        if (bytes && bytes.size > 0) return { snapshot: { bytes, savedAt: at }, isStale: false };
      }
      if (all.some((one) => one.name !== seed && one.seededAt > seededAt)) throw new Error('kept by a later version, reload the page');
      for (const { file } of all) await shelf.remove(file);
      return { snapshot: null, isStale: all.length > 0 };
    },
    async keep(bytes) {
      const at = Date.now();
      const own = `${seed}.${seededAt}.${at}.tar`;
      await shelf.write(own, bytes);
      for (const { file } of await known()) if (file !== own) await shelf.remove(file);
      return at;
    },
  };
}
