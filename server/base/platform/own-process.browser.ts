import type { OwnProcess } from './own-process.ts';

/** A browser tells nothing of the memory of its workers. */
export const ownProcess = (): OwnProcess => ({
  runtime: 'browser',
  residentBytes: null,
  heapBytes: null,
  upSeconds: Math.floor(performance.now() / 1000),
});
