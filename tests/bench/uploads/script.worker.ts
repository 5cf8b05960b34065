import { scriptHasher, sha1Of } from '#actors/files/sha1';

/** As the product's worker, without WebAssembly. */
self.addEventListener('message', ({ data }: MessageEvent<File>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one listener, and no origin to name
  void sha1Of(data, () => {}, scriptHasher()).then((sha1) => self.postMessage({ sha1 }));
});
