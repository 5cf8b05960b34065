import { createSHA1 } from 'hash-wasm';

/** Reads while it hashes: this much of a file is in memory at a time. */
const PART_BYTES = 1024 * 1024;
/** How often it is told how far it is. */
const STEP_BYTES = 4 * 1024 * 1024;

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
 * The SHA-1 of a file, read part by part, so that memory stays flat however large it is.
 * @param onRead bytes read so far
 */
export async function sha1Of(file: Blob, onRead: (bytes: number) => void, hasher: Promise<Hasher> = createHasher()): Promise<string> {
  const { update, digest } = await hasher;
  let read = 0;
  let told = 0;
  await eachPart(file, (part) => {
    update(part);
    read += part.byteLength;
    if (read - told < STEP_BYTES && read < file.size) return;
    told = read;
    onRead(read);
  });
  return digest();
}

/** All parts go through one buffer: buffers of their own would wait in memory for the collector. */
async function eachPart(file: Blob, take: (part: Uint8Array) => void): Promise<void> {
  const reader = byteReader(file);
  if (!reader) return eachSlice(file, take);
  let buffer = new ArrayBuffer(PART_BYTES);
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one part after the other is the point
    const { value, done } = await reader.read(new Uint8Array(buffer));
    if (done) return;
    take(value);
    ({ buffer } = value);
  }
}

/** null where the browser reads files into buffers of its own only. */
function byteReader(file: Blob): ReadableStreamBYOBReader | null {
  try {
    return file.stream().getReader({ mode: 'byob' });
  } catch {
    return null;
  }
}

async function eachSlice(file: Blob, take: (part: Uint8Array) => void): Promise<void> {
  for (let start = 0; start < file.size; start += STEP_BYTES) {
    // oxlint-disable-next-line no-await-in-loop -- as above
    take(new Uint8Array(await file.slice(start, start + STEP_BYTES).arrayBuffer()));
  }
}
