import { solveShare, type CaptchaShare } from './captcha-task.ts';
import type { CaptchaTaskAnswer } from './captcha-task-workers.ts';

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one listener, and no origin to name
const answer = (message: CaptchaTaskAnswer): void => self.postMessage(message);

/** One share, then its end: ending the worker is how it is cancelled. */
self.addEventListener('message', ({ data }: MessageEvent<CaptchaShare>) => {
  solveShare(data, () => answer({ tried: 1 })).then(
    (found) => answer({ found }),
    (error: unknown) => answer({ error: String(error) }),
  );
});
