import { FailureError } from '#domain/base/failure';
import type { PrintFile } from '../base/ports.ts';

/** What the worker says: how far it is, the result, or why there is none. */
export type Sha1Answer = { readonly bytes: number } | { readonly sha1: string } | { readonly error: string };

/** Hashes in a worker of its own for each file; the page stays free, and a job that is given up ends at once. */
export const printInWorker: PrintFile = (file, { signal, onRead }) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./sha1.worker.ts', import.meta.url), { type: 'module' });
    const end = (): void => {
      worker.terminate();
      signal.removeEventListener('abort', abort);
    };
    const abort = (): void => {
      end();
      reject(new FailureError({ kind: 'aborted' }));
    };
    // A file that has changed or gone since it was chosen cannot be read any more; a worker that does not load is told the same way.
    const fail = (): void => {
      end();
      reject(new FailureError({ kind: 'rejected', code: 0, message: 'upload.unreadable' }));
    };
    worker.addEventListener('message', ({ data }: MessageEvent<Sha1Answer>) => {
      if ('bytes' in data) return onRead(data.bytes);
      if ('error' in data) return fail();
      end();
      resolve(data.sha1);
    });
    worker.addEventListener('error', fail);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    else worker.postMessage(file);
  });
