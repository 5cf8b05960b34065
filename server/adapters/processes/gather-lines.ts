import type { Readable } from 'node:stream';
import { createLineReader } from './line-reader.ts';

export interface Lines {
  /** Null when all streams have ended and everything was read. */
  read(): Promise<readonly string[] | null>;
  /** The writer is gone: who else holds a stream open gets no more than a moment. */
  closeSoon(): void;
}

/** Characters that may wait; above it the streams stand still, and so does whoever writes to them. */
const WAITING_LENGTH = 524_288;
const LATE_WRITER_MS = 1000;

/** The lines of several streams in the order they came; a line of one is never torn by another. */
export function gatherLines(streams: readonly (Readable | null)[], maxLength: number): Lines {
  const sources = streams.filter((stream) => stream !== null);
  let waiting: string[] = [];
  let waitingLength = 0;
  let openCount = sources.length;
  let wake = Promise.withResolvers<undefined>();

  const add = (lines: readonly string[]): void => {
    for (const line of lines) {
      waiting.push(line);
      waitingLength += line.length + 1;
    }
    if (waitingLength > WAITING_LENGTH) for (const source of sources) source.pause();
    if (lines.length > 0) wake.resolve(undefined);
  };

  for (const source of sources) {
    const reader = createLineReader(maxLength);
    source.on('data', (bytes: Buffer) => add(reader.push(bytes)));
    // An error of a pipe is its end.
    source.on('error', () => undefined);
    source.once('close', () => {
      add(reader.end());
      openCount -= 1;
      wake.resolve(undefined);
    });
  }

  return {
    async read() {
      while (waiting.length === 0) {
        if (openCount === 0) return null;
        await wake.promise;
        wake = Promise.withResolvers<undefined>();
      }
      const lines = waiting;
      waiting = [];
      waitingLength = 0;
      for (const source of sources) source.resume();
      return lines;
    },
    closeSoon() {
      let readBefore = -1;
      const timer = setInterval(() => {
        const isQuiet = waiting.length === 0 && sources.every((source) => !source.isPaused());
        const readNow = sources.reduce((sum, source) => sum + ((source as { bytesRead?: number }).bytesRead ?? 0), 0);
        if (isQuiet && readNow === readBefore) for (const source of sources) source.destroy();
        readBefore = readNow;
        if (openCount === 0) clearInterval(timer);
      }, LATE_WRITER_MS);
      timer.unref();
    },
  };
}
