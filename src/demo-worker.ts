import type { DemoNews, DemoOrder } from '#domain/demo/demo-words';
import { runDemo } from '#server/boot/browser/run-demo';
const styles: string = import.meta.env['VITE_DEMO_STYLES'] ?? '';

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's own page, not a window
const tell = (news: DemoNews): void => self.postMessage(news);

/** In a thread of its own for each, where a worker may have one. */
async function unpack(packed: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  if (!('Worker' in globalThis)) return (await import('#server/boot/browser/unpack-brotli')).unpackBrotli(packed);
  const worker = new Worker(new URL('./demo-unpack.ts', import.meta.url), { type: 'module' });
  const { promise, resolve, reject } = Promise.withResolvers<ArrayBuffer>();
  worker.addEventListener('message', ({ data }: MessageEvent<{ bytes?: ArrayBuffer; reason?: string }>) =>
    data.bytes ? resolve(data.bytes) : reject(new Error(data.reason)),
  );
  worker.addEventListener('error', ({ message }) => reject(new Error(message)));
  worker.postMessage(packed, { transfer: [packed.buffer] });
  return promise.finally(() => worker.terminate());
}

/** The server of a browser: the application, its database, and what draws public pages. */
runDemo(
  {
    tell,
    unpack,
    hear: (take) => self.addEventListener('message', ({ data }: MessageEvent<DemoOrder>) => take(data)),
  },
  {
    build: 'demo',
    inline: async () => ({ script: '', styles }),
    render: async (page, words) => (await import('./documents.tsx')).renderDocument(page, words, { styles, script: '' }),
  },
);
