import { FailureError } from '#domain/base/failure';
import type { SolveTask } from './captcha-work.actors.ts';
import type { CaptchaShare } from './captcha-task.ts';

/** What a worker says: one more tried, what it found in its share, or why it cannot look. */
export type CaptchaTaskAnswer = { readonly tried: 1 } | { readonly found: number | null } | { readonly error: string };

/** More would only make the page slow. */
const MOST_WORKERS = 4;

/** How often it is said how far it is. */
const NOTES = 50;

/** Looks in as many workers as the machine has processors; the page stays free, and what is given up ends at once. */
export const solveInWorkers: SolveTask = (task, { signal, onTried }) =>
  new Promise((resolve, reject) => {
    const step = Math.min(Math.max(navigator.hardwareConcurrency, 1), MOST_WORKERS);
    const notedEvery = Math.ceil(task.candidates / NOTES);
    let tried = 0;
    const workers = Array.from(
      { length: step },
      () => new Worker(new URL('./captcha-task.worker.ts', import.meta.url), { type: 'module' }),
    );
    const end = (): void => {
      for (const worker of workers) worker.terminate();
      signal.removeEventListener('abort', abort);
    };
    const abort = (): void => {
      end();
      reject(new FailureError({ kind: 'aborted' }));
    };
    const fail = (): void => {
      end();
      reject(new FailureError({ kind: 'rejected', code: 0, message: 'captcha.work.unable' }));
    };
    const hear = (answer: CaptchaTaskAnswer): void => {
      if ('error' in answer) fail();
      else if ('tried' in answer) {
        tried += 1;
        if (tried % notedEvery === 0) onTried(tried);
      } else if (answer.found !== null) {
        end();
        resolve(answer.found);
      }
    };
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) return abort();
    for (const [first, worker] of workers.entries()) {
      worker.addEventListener('message', ({ data }: MessageEvent<CaptchaTaskAnswer>) => hear(data));
      worker.addEventListener('error', fail);
      const share: CaptchaShare = { task, first, step };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
      worker.postMessage(share);
    }
  });
