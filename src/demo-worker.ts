import type { DemoNews, DemoOrder } from '#domain/demo/demo-words';
import { runDemo } from '#server/boot/browser/run-demo';
const styles: string = import.meta.env['VITE_DEMO_STYLES'] ?? '';

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's own page, not a window
const tell = (news: DemoNews): void => self.postMessage(news);

/** The server of a browser: the application, its database, and what draws public pages. */
runDemo(
  {
    tell,
    hear: (take) => self.addEventListener('message', ({ data }: MessageEvent<DemoOrder>) => take(data)),
  },
  {
    build: 'demo',
    inline: async () => ({ script: '', styles }),
    render: async (page, words) => (await import('./documents.tsx')).renderDocument(page, words, { styles, script: '' }),
  },
);
