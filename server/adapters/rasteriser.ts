import { Worker } from 'node:worker_threads';
import { BUSY_RETRY_SECONDS, RASTER_QUEUE } from '../base/limits.ts';
import type { ServerPorts } from '../ports/ports.ts';
import type { RasteriseReply, RasteriseRequest } from './rasterise-worker.ts';
import { BusyError } from '../base/refusal.ts';

type Rasterise = ServerPorts['rasterise'];
type Waiting = PromiseWithResolvers<Uint8Array<ArrayBuffer>>;

/**
 * PNG bytes of a drawing, made in a thread that starts with the first one and keeps no process alive. When it dies, whoever waits is
 * refused and the next drawing starts another.
 */
export function createRasteriser(): Rasterise {
  let thread: { readonly worker: Worker; readonly waiting: Map<number, Waiting> } | null = null;
  let lastId = 0;

  function startThread(): NonNullable<typeof thread> {
    const waiting = new Map<number, Waiting>();
    const worker = new Worker(new URL('./rasterise-worker.ts', import.meta.url));
    const started = { worker, waiting };
    const end = (error: Error): void => {
      if (thread === started) thread = null;
      for (const one of waiting.values()) one.reject(error);
      waiting.clear();
    };
    worker.on('message', (reply: RasteriseReply) => {
      const one = waiting.get(reply.id);
      waiting.delete(reply.id);
      if (waiting.size === 0) worker.unref();
      if ('png' in reply) one?.resolve(reply.png);
      else one?.reject(new Error(`the drawing could not be rasterised: ${reply.failure}`));
    });
    worker.on('error', (error) => end(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => end(new Error('the thread that draws has ended')));
    return started;
  }

  return (svg) => {
    thread ??= startThread();
    const { worker, waiting } = thread;
    if (waiting.size >= RASTER_QUEUE) return Promise.reject(new BusyError(BUSY_RETRY_SECONDS));
    const one: Waiting = Promise.withResolvers();
    lastId += 1;
    waiting.set(lastId, one);
    worker.ref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage({ id: lastId, svg } satisfies RasteriseRequest);
    return one.promise;
  };
}
