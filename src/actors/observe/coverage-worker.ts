import type { PathWalk } from '#domain/observe/path-report';
import type { OpenedMachine } from '#machines/observe/coverage.machine';
import type { WalkFrame } from '#machines/observe/path-walk.machine';

/** Where machines are looked at and walked, apart from those that run. */
export interface PathBench {
  readonly open: (path: string, id: string) => Promise<OpenedMachine>;
  readonly walk: (path: string, id: string, walk: PathWalk) => Promise<readonly WalkFrame[]>;
}

/** What the worker is asked: a machine of a file, and the way to walk it. */
export interface BenchQuestion {
  readonly number: number;
  readonly path: string;
  readonly id: string;
  /** Null asks for its chart. */
  readonly walk: PathWalk | null;
}

export type BenchResult = { readonly opened: OpenedMachine } | { readonly frames: readonly WalkFrame[] };
export type BenchAnswer = { readonly number: number } & ({ readonly result: BenchResult } | { readonly error: string });

/**
 * A bench in a worker, which comes with the first question: machines as they were written, which know nothing of the page, and none of
 * which the page has to load.
 */
export function benchInWorker(): PathBench {
  const waiting = new Map<number, PromiseWithResolvers<BenchResult>>();
  let worker: Worker | null = null;
  let asked = 0;

  const start = (): Worker => {
    const started = new Worker(new URL('./coverage.worker.ts', import.meta.url), { type: 'module' });
    started.addEventListener('message', ({ data }: MessageEvent<BenchAnswer>) => {
      const question = waiting.get(data.number);
      waiting.delete(data.number);
      if ('error' in data) question?.reject(new Error(data.error));
      else question?.resolve(data.result);
    });
    // One that does not load answers nobody; the next question tries again.
    started.addEventListener('error', () => {
      for (const question of waiting.values()) question.reject(new Error('no worker for machines'));
      waiting.clear();
      worker = null;
    });
    return started;
  };
  const ask = (question: Omit<BenchQuestion, 'number'>): Promise<BenchResult> => {
    const answer = Promise.withResolvers<BenchResult>();
    asked += 1;
    waiting.set(asked, answer);
    worker ??= start();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    worker.postMessage({ ...question, number: asked } satisfies BenchQuestion);
    return answer.promise;
  };
  return {
    open: async (path, id) => {
      const result = await ask({ path, id, walk: null });
      if (!('opened' in result)) throw new Error('no chart');
      return result.opened;
    },
    walk: async (path, id, walk) => {
      const result = await ask({ path, id, walk });
      if (!('frames' in result)) throw new Error('no frames');
      return result.frames;
    },
  };
}
