import { closeSync, fsyncSync, openSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

interface OpenFile {
  readonly nfd?: number;
  readonly node: unknown;
}
interface Attributes {
  readonly mode?: number | null;
}
/** The part of the WebAssembly file system that this file completes. */
interface NodeFileSystem {
  realPath(node: unknown): string;
  readonly node_ops: { setattr: (node: unknown, attributes: Attributes) => void };
  readonly stream_ops: { fsync?: (file: OpenFile) => number };
}

const WASI_IO_ERROR = 29;
/** What a file says of anybody but its owner. */
const OTHERS = 0o077;

/**
 * The embedded database's file system, with the one call it lacks, and with files that are their owner's alone: what it makes it opens to
 * everybody afterwards, past the mask of the process. As for the call: as shipped, the database is told that its files reached the disk
 * when nothing was asked of the disk at all, and a power cut can leave a database that does not open.
 * Needs `-c fsync=on -c wal_sync_method=fsync` and no `-F` to have an effect; leans on internals of the pinned version.
 */
export class DurableNodeFS extends NodeFS {
  /** How often the database forced data to the disk. A commit must raise it. */
  syncs = 0;

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const result = await super.init(...args);
    const preRun = result.emscriptenOpts.preRun as unknown as ((module: { readonly NODEFS: NodeFileSystem }) => void)[];
    preRun.push(({ NODEFS }) => {
      const setAttributes = NODEFS.node_ops.setattr;
      NODEFS.node_ops.setattr = (node, attributes) =>
        setAttributes(node, typeof attributes.mode === 'number' ? { ...attributes, mode: attributes.mode & ~OTHERS } : attributes);
      NODEFS.stream_ops.fsync = (file) => {
        this.syncs += 1;
        try {
          if (typeof file.nfd === 'number') fsyncSync(file.nfd);
          // A directory has no descriptor here; Windows can neither open nor sync one.
          else if (process.platform !== 'win32') syncDirectory(NODEFS.realPath(file.node));
          return 0;
        } catch {
          // An exception would tear through the engine; told in its own way, it refuses the commit and stops.
          return WASI_IO_ERROR;
        }
      };
    });
    return result;
  }
}

function syncDirectory(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
