import { type ByteShelf, createFolderShelf, createMemoryShelf } from '../../adapters/browser/byte-shelf.ts';

interface Snapshot {
  readonly bytes: Blob;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
}

export interface Snapshots {
  /** The newest that belongs to the build; those of other builds are given up. */
  newest(): Promise<{ readonly snapshot: Snapshot | null; readonly isStale: boolean }>;
  /** Kept whole or not at all. @returns when it was */
  keep(bytes: Blob): Promise<number>;
}

const NAME = /^(?<seed>[\w-]+)\.(?<at>\d{13})\.tar$/u;

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
export function createSnapshots(shelf: ByteShelf, seed: string): Snapshots {
  async function known(): Promise<{ name: string; seed: string; at: number }[]> {
    const found = (await shelf.names()).flatMap((name) => {
      const { seed: of = '', at = '0' } = NAME.exec(name)?.groups ?? {};
      return of === '' ? [] : [{ name, seed: of, at: Number(at) }];
    });
    return found.toSorted((a, b) => b.at - a.at);
  }
  return {
    async newest() {
      const all = await known();
      for (const { name, at } of all.filter((one) => one.seed === seed)) {
        const bytes = await shelf.read(name);
        if (bytes && bytes.size > 0) return { snapshot: { bytes, savedAt: at }, isStale: false };
      }
      for (const { name } of all) await shelf.remove(name);
      return { snapshot: null, isStale: all.length > 0 };
    },
    async keep(bytes) {
      const at = Date.now();
      const own = `${seed}.${at}.tar`;
      await shelf.write(own, bytes);
      for (const { name } of await known()) if (name !== own) await shelf.remove(name);
      return at;
    },
  };
}
