import { Worker } from 'node:worker_threads';
import { DatabaseError, databaseErrorFields } from '../base/database-error.ts';
import type { EmbeddedReply, EmbeddedRequest, EmbeddedStorage } from './embedded-protocol.ts';
import { createEngineListener } from './embedded-words.ts';
import type { Logger } from '../../base/logger.ts';

/** The thread that holds the embedded database, as one that answers a request at a time. */
export interface EmbeddedThread {
  /** @param timeoutMs after it the thread is stopped, in the middle of whatever it does; 0 is never */
  request(request: EmbeddedRequest, timeoutMs: number): Promise<unknown>;
  /** False once the thread has ended, for whatever reason. */
  isRunning(): boolean;
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

const endError = (): DatabaseError => new DatabaseError({ message: 'The embedded database stopped', code: '08006' });
const timedOut = (ms: number): DatabaseError =>
  new DatabaseError({ message: `The statement took longer than ${ms} ms and was stopped`, code: '57014' });

/** @throws DatabaseError when the database cannot be opened, in the engine's last words if it had any */
export async function startEmbeddedThread(storage: EmbeddedStorage, logger: Logger): Promise<EmbeddedThread> {
  const engine = createEngineListener(logger);
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData: storage });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  let running = true;
  let waiting: Waiting | null = null;

  const settle = (how: (waiting: Waiting) => void): void => {
    const current = waiting;
    waiting = null;
    if (current !== null) how(current);
  };
  const next = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject };
    });

  worker.on('message', (reply: EmbeddedReply) => {
    if (reply.kind === 'said') {
      engine.hear(reply.words);
      return;
    }
    if (reply.kind === 'refused' && reply.isFatal) running = false;
    settle(({ resolve, reject }) => {
      if (reply.kind === 'refused') reject(new DatabaseError(reply.error));
      else resolve(reply.kind === 'done' ? reply.value : null);
    });
  });
  worker.on('error', (error) => {
    running = false;
    settle(({ reject }) =>
      reject(
        new DatabaseError({
          message: `The embedded database failed: ${error instanceof Error ? error.message : String(error)}`,
          code: '08006',
        }),
      ),
    );
  });
  worker.on('exit', () => {
    running = false;
    settle(({ reject }) => reject(endError()));
  });

  const request = async (message: EmbeddedRequest, timeoutMs: number): Promise<unknown> => {
    if (!running) throw endError();
    const answer = next();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(message);
    if (timeoutMs === 0) return answer;
    const timer = setTimeout(() => {
      running = false;
      settle(({ reject }) => reject(timedOut(timeoutMs)));
      void worker.terminate();
    }, timeoutMs);
    try {
      return await answer;
    } finally {
      clearTimeout(timer);
      // A stopped thread must be gone before another one opens the same files.
      if (!running) await exited;
    }
  };

  try {
    await next();
  } catch (error) {
    const words = engine.lastWords();
    throw words === null ? error : new DatabaseError({ ...databaseErrorFields(error), message: words });
  }
  return {
    request,
    isRunning: () => running,
    close: async () => {
      if (running) await request({ kind: 'close' }, 0);
      await exited;
    },
  };
}
