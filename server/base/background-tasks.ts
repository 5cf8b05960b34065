import type { Logger } from './logger.ts';

/** Work that is left for after a reply, so that the time of the reply tells nothing about it. */
export interface BackgroundTasks {
  /** @param name how the log calls it, should it fail */
  start(name: string, work: () => Promise<void>): void;
  /** Resolves when nothing is left to do; never rejects. */
  done(): Promise<void>;
}

export function createBackgroundTasks(logger: Logger): BackgroundTasks {
  const running = new Set<Promise<void>>();
  return {
    start(name, work) {
      const done: Promise<void> = work()
        .catch((error: unknown) => logger.error(name, { error }))
        .finally(() => running.delete(done));
      running.add(done);
    },

    async done() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
