import { createSHA1 } from 'hash-wasm';

/** Reads while it hashes: this much of a file is in memory at a time. */
const SLICE_BYTES = 4 * 1024 * 1024;

interface Hasher {
  readonly update: (bytes: Uint8Array) => void;
  /** 40 hexadecimal digits. */
  readonly digest: () => string;
}

/** WebAssembly, or a script where the page may not run it. */
async function createHasher(): Promise<Hasher> {
  try {
    const sha1 = await createSHA1();
    sha1.init();
    return { update: (bytes) => void sha1.update(bytes), digest: () => sha1.digest('hex') };
  } catch {
    return scriptHasher();
  }
}

export async function scriptHasher(): Promise<Hasher> {
  const { default: core } = await import('crypto-js/core.js');
  // These two add themselves to the first.
  await Promise.all([import('crypto-js/sha1.js'), import('crypto-js/lib-typedarrays.js')]);
  const progressive = core.algo.SHA1.create();
  return {
    update: (bytes) => void progressive.update(core.lib.WordArray.create(bytes)),
    digest: () => progressive.finalize().toString(),
  };
}

/**
 * The SHA-1 of a file, read slice by slice, so that memory stays flat however large it is.
 * @param onRead bytes read so far
 */
export async function sha1Of(file: Blob, onRead: (bytes: number) => void, hasher: Promise<Hasher> = createHasher()): Promise<string> {
  const { update, digest } = await hasher;
  for (let start = 0; start < file.size; start += SLICE_BYTES) {
    const slice = file.slice(start, start + SLICE_BYTES);
    // oxlint-disable-next-line no-await-in-loop -- one slice after the other is the point
    update(new Uint8Array(await slice.arrayBuffer()));
    onRead(start + slice.size);
  }
  return digest();
}
