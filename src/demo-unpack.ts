import { unpackBrotli } from '#server/boot/browser/unpack-brotli';

/** Unpacks one part and is ended then, with all the memory that it took: what an unpacker has once grown to is never given back. */
self.addEventListener('message', ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) => {
  unpackBrotli(data).then(
    (bytes) => self.postMessage({ bytes }, { transfer: [bytes] }),
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's own thread, not a window
    (error: unknown) => self.postMessage({ reason: error instanceof Error ? error.message : String(error) }),
  );
});
