import { scriptHasher, sha1Of } from '#actors/sha1';

/** As the product's worker, without WebAssembly. */
self.addEventListener('message', ({ data }: MessageEvent<File>) => {
  void sha1Of(data, () => {}, scriptHasher()).then((sha1) => self.postMessage({ sha1 }));
});
