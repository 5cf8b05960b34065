import { IN_PROCESS_ORIGIN } from '#api/transport-read';
import { DEMO_BASE } from '#domain/demo/demo-words';
import type { DemoBridge } from './demo-bridge.ts';

/** Pictures that stand in the page by an address come through the service worker, which asks here. */
export function answerPictures(bridge: Pick<DemoBridge, 'fetch'>): void {
  if (!('serviceWorker' in navigator)) return keepPicturesOut();
  navigator.serviceWorker.addEventListener('message', ({ data, ports: [line] }: MessageEvent<{ kind: string; href: string }>) => {
    if (data.kind !== 'picture' || !line) return;
    bridge
      .fetch(new Request(new URL(data.href, IN_PROCESS_ORIGIN)))
      .then(async (reply) => ({ status: reply.status, type: reply.headers.get('content-type') ?? '', body: await reply.blob() }))
      .then(
        (answer) => answer,
        () => ({ status: 504, type: '', body: new Blob() }),
      )
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port, not a window
      .then((answer) => line.postMessage(answer))
      .catch(() => undefined);
  });
  navigator.serviceWorker.register(`${DEMO_BASE}/pictures.js`, { scope: `${DEMO_BASE}/` }).catch(keepPicturesOut);
}

/** Without it they would be asked of whoever else answers on this origin: the place of each stays empty instead. */
function keepPicturesOut(): void {
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = `img-src ${location.origin}${DEMO_BASE}/ data: blob:; media-src blob:`;
  document.head.append(policy);
}
