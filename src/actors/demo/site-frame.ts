import { IN_PROCESS_ORIGIN } from '#api/transport-read';
import { documentAt } from '#domain/site/document-address';
import type { DemoBridge } from './demo-bridge.ts';

export interface SiteFrame {
  /** Shows a public page in the place of the application. */
  show(href: string): Promise<void>;
  hide(): void;
  /** Whether one lies over the application. */
  isShown(): boolean;
}

const isOurs = (href: string | null): href is string => href !== null && href.startsWith('/') && !href.startsWith('//');

const MOVED = new Set([301, 302, 307, 308]);

/**
 * Public pages as the server of this browser draws them, in a frame without scripts: they need none. Pictures come with them, and links and forms
 * are followed here.
 * @param follow takes an address that one leads to
 */
export function createSiteFrame(bridge: Pick<DemoBridge, 'fetch'>, title: string, follow: (href: string) => void): SiteFrame {
  let frame: HTMLIFrameElement | null = null;
  let asked = 0;

  const ask = (href: string): Promise<Response> => bridge.fetch(new Request(new URL(href, IN_PROCESS_ORIGIN)));

  async function pictures(page: Document): Promise<void> {
    const all = [...page.querySelectorAll<HTMLImageElement>('img[src^="/"]')];
    await Promise.all(
      all.map(async (picture) => {
        picture.removeAttribute('srcset');
        const reply = await ask(picture.getAttribute('src') ?? '').catch(() => null);
        const isThere = reply?.ok && reply.headers.get('content-type')?.startsWith('image/');
        if (isThere && reply) picture.src = URL.createObjectURL(await reply.blob());
        else picture.src = `${import.meta.env.BASE_URL}${(picture.getAttribute('src') ?? '').slice(1)}`;
      }),
    );
  }

  function listen(page: Document): void {
    page.addEventListener('click', (event) => {
      const link = (event.target as Element | null)?.closest?.('a[href]');
      const href = link?.getAttribute('href') ?? null;
      if (!isOurs(href)) return;
      event.preventDefault();
      follow(href);
    });
    page.addEventListener('submit', (event) => {
      const form = event.target as HTMLFormElement;
      const action = form.getAttribute('action') ?? '';
      event.preventDefault();
      if (!isOurs(action) || form.method !== 'get') return;
      const query = new URLSearchParams(
        [...new FormData(form)].map(([name, value]): [string, string] => [name, typeof value === 'string' ? value : '']),
      );
      follow(`${action}?${query.toString()}`);
    });
  }

  return {
    async show(href) {
      const own = (asked += 1);
      let reply = await ask(href);
      for (let hops = 0; MOVED.has(reply.status) && hops < 3; hops += 1) reply = await ask(reply.headers.get('location') ?? '/');
      const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
      for (const one of page.querySelectorAll('script,link,meta[http-equiv]')) one.remove();
      await pictures(page);
      if (own !== asked) return;
      frame?.remove();
      frame = document.createElement('iframe');
      frame.title = title;
      frame.className = 'demo-site';
      // Nothing in it runs, and its links are followed from here.
      frame.setAttribute('sandbox', 'allow-same-origin');
      const scheme = document.documentElement.dataset['mantineColorScheme'];
      if (scheme) page.documentElement.dataset['mantineColorScheme'] = scheme;
      frame.srcdoc = `<!doctype html>${page.documentElement.outerHTML}`;
      const shown = frame;
      shown.addEventListener('load', () => shown.contentDocument && listen(shown.contentDocument));
      document.body.append(shown);
    },
    hide() {
      asked += 1;
      frame?.remove();
      frame = null;
    },
    isShown: () => frame !== null,
  };
}

export const isDocument = (path: string): boolean => documentAt(path) !== null;
