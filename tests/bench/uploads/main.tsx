import { printInWorker } from '#actors/files/sha1-worker';

export type PrintWay = 'worker' | 'script' | 'subtle';

export interface PrintFigures {
  readonly sha1: string;
  readonly ms: number;
  /** Longest time in which the page did nothing else. */
  readonly gapMs: number;
}

export interface UploadBench {
  /** Of the file that the page's input holds. */
  print(way: PrintWay): Promise<PrintFigures>;
  /** The gaps of a page that does nothing, for as long. */
  idle(ms: number): Promise<number>;
}

const chosen = (): File => {
  const file = document.querySelector('input')?.files?.[0];
  if (!file) throw new Error('no file is chosen');
  return file;
};

const hex = (bytes: ArrayBuffer): string => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

const inScript = (file: File): Promise<string> =>
  new Promise((resolve) => {
    const worker = new Worker(new URL('./script.worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<{ readonly sha1: string }>) => {
      worker.terminate();
      resolve(data.sha1);
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    worker.postMessage(file);
  });

const WAYS: Readonly<Record<PrintWay, (file: File) => Promise<string>>> = {
  worker: (file) => printInWorker(file, { signal: new AbortController().signal, onRead: () => {} }),
  script: inScript,
  subtle: async (file) => hex(await crypto.subtle.digest('SHA-1', await file.arrayBuffer())),
};

/** Counts how long the page's own thread is away; ends when told to. */
function watchGaps(): () => number {
  const { port1, port2 } = new MessageChannel();
  let last = performance.now();
  let longest = 0;
  let isOver = false;
  port1.addEventListener('message', () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    // A pause between two looks, so that looking does not take a core from the work.
    if (!isOver) setTimeout(() => port2.postMessage(null), 1);
  });
  port1.start();
  port2.postMessage(null);
  return () => {
    isOver = true;
    return longest;
  };
}

const bench: UploadBench = {
  async print(way) {
    const file = chosen();
    const end = watchGaps();
    const start = performance.now();
    const sha1 = await WAYS[way](file);
    return { sha1, ms: performance.now() - start, gapMs: end() };
  },
  async idle(ms) {
    const end = watchGaps();
    await new Promise((resolve) => setTimeout(resolve, ms));
    return end();
  },
};

Object.assign(globalThis, { bench });
