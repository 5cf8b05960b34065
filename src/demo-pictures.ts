/**
 * A service worker for what a page shows without asking by itself: stored pictures, icons of file types, and the page of an address that the host has
 * no file for. Where it may not be, placeholders stand.
 */
interface Worker {
  addEventListener(type: 'install' | 'activate', listener: (event: { waitUntil(work: Promise<unknown>): void }) => void): void;
  addEventListener(
    type: 'fetch',
    listener: (event: { readonly request: Request; readonly clientId: string; respondWith(reply: Promise<Response>): void }) => void,
  ): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void>; get(id: string): Promise<Page | undefined> };
}
interface Page {
  postMessage(word: unknown, transfer: Transferable[]): void;
}

const worker = self as unknown as Worker;
const BASE = '/try';
const SERVED = /^\/(?:storage|static|api|m)\//u;
const WAIT_MS = 120_000;

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

async function fromServer(href: string, clientId: string): Promise<Response> {
  const page = await worker.clients.get(clientId);
  if (!page) return new Response(null, { status: 404 });
  const line = new MessageChannel();
  const answer = new Promise<Response>((resolve) => {
    const gone = setTimeout(() => resolve(new Response(null, { status: 504 })), WAIT_MS);
    line.port1.addEventListener('message', ({ data }: MessageEvent<{ status: number; type: string; body: Blob }>) => {
      clearTimeout(gone);
      resolve(
        new Response(data.body, {
          status: data.status,
          headers: { 'content-type': data.type, 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" },
        }),
      );
    });
    line.port1.start();
  });
  page.postMessage({ kind: 'picture', href }, [line.port2]);
  return answer;
}

async function pageOf(request: Request): Promise<Response> {
  const reply = await fetch(request);
  return reply.status === 404 ? fetch(`${BASE}/index.html`) : reply;
}

worker.addEventListener('fetch', (event) => {
  const { request, clientId } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (origin !== location.origin || request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(pageOf(request));
  else if (SERVED.test(pathname)) event.respondWith(fromServer(pathname + search, clientId));
  else if (!pathname.startsWith(`${BASE}/`) && request.destination === 'image') event.respondWith(fetch(BASE + pathname));
});
