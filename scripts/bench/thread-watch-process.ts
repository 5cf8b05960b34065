import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';

/** How often the thread is expected back. */
const EVERY_MS = 5;

const worked = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * Loaded into a server before it starts (`--import`): watches how long its main thread is away, and tells it on a port of its own. Each
 * answer is about the time since the one before.
 */
const port = Number(process.env['THREAD_WATCH_PORT']);
if (isMainThread && port > 0) {
  // Programs that the server starts are not watched.
  delete process.env['THREAD_WATCH_PORT'];
  let longest = { passedMs: 0, workedMs: 0 };
  let last = { atMs: performance.now(), workedMs: worked() };
  const look = (): void => {
    const now = { atMs: performance.now(), workedMs: worked() };
    const gap = { passedMs: now.atMs - last.atMs, workedMs: now.workedMs - last.workedMs };
    if (gap.workedMs > longest.workedMs) longest = gap;
    last = now;
  };
  setInterval(look, EVERY_MS).unref();
  createServer((_, response) => {
    look();
    response.end(JSON.stringify(longest));
    longest = { passedMs: 0, workedMs: 0 };
  })
    .listen(port, '127.0.0.1')
    .unref();
}
