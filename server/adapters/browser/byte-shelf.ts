/** Named bytes, wherever they lie. */
export interface ByteShelf {
  read(name: string): Promise<Blob | null>;
  write(name: string, bytes: Blob): Promise<void>;
  remove(name: string): Promise<void>;
  names(): Promise<readonly string[]>;
}

/** Gone with the window. */
export function createMemoryShelf(): ByteShelf {
  const kept = new Map<string, Blob>();
  return {
    read: (name) => Promise.resolve(kept.get(name) ?? null),
    write: (name, bytes) => Promise.resolve(void kept.set(name, bytes)),
    remove: (name) => Promise.resolve(void kept.delete(name)),
    names: () => Promise.resolve([...kept.keys()]),
  };
}

const isMissing = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotFoundError';

/** The file system that a browser gives to an origin. What is written is there whole, or as it was. */
export function createFolderShelf(folder: FileSystemDirectoryHandle): ByteShelf {
  return {
    async read(name) {
      try {
        return await (await folder.getFileHandle(name)).getFile();
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async write(name, bytes) {
      const file = await folder.getFileHandle(name, { create: true });
      // It is written beside the file, and takes its place when it is closed.
      const writable = await file.createWritable();
      await writable.write(bytes);
      await writable.close();
    },
    async remove(name) {
      try {
        await folder.removeEntry(name);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },
    async names() {
      const found: string[] = [];
      for await (const name of folder.keys()) found.push(name);
      return found;
    },
  };
}
