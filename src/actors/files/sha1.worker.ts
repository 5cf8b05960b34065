import { sha1Of } from './sha1.ts';
import type { Sha1Answer } from './sha1-worker.ts';

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one listener, and no origin to name
const answer = (message: Sha1Answer): void => self.postMessage(message);

/** One file, then its end: ending the worker is how a job is cancelled. */
self.addEventListener('message', ({ data }: MessageEvent<File>) => {
  sha1Of(data, (bytes) => answer({ bytes })).then(
    (sha1) => answer({ sha1 }),
    (error: unknown) => answer({ error: String(error) }),
  );
});
