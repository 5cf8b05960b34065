import { describe, expect, it } from 'vitest';
import { openScene } from './support/stage.ts';

/** What search engines and people without a script find who follow every link, from the home page on. */
const stage = openScene();

interface Found {
  readonly path: string;
  readonly status: number;
  readonly text: string;
}

const all = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, one = '']) => one.replaceAll('&amp;', '&'));
const linksIn = (text: string): readonly string[] => all(text, /<a [^>]*?href="([^"]*)"/gu);
/** Pages of the application, which begin with a sign-in or a conversation. */
const isApplication = (path: string): boolean => /^\/(?:admin|user|chat)(?:[/?]|$)/u.test(path);

async function crawl(): Promise<{ readonly found: readonly Found[]; readonly application: ReadonlySet<string> }> {
  const { url } = stage.server;
  const waiting = ['/'];
  const known = new Set(waiting);
  const application = new Set<string>();
  const found: Found[] = [];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const reply = await fetch(url + path, { redirect: 'manual' });
    const text = await reply.text();
    found.push({ path, status: reply.status, text });
    for (const link of linksIn(text)) {
      const target = new URL(link, url + path);
      if (target.origin !== url) continue;
      const next = target.pathname + target.search;
      if (isApplication(next)) application.add(next);
      else if (!known.has(next)) waiting.push(next);
      known.add(next);
    }
  }
  return { found, application };
}

const sitemap = async (): Promise<readonly string[]> => {
  const { url } = stage.server;
  const parts = all(await (await fetch(`${url}/sitemap.xml`)).text(), /<loc>([^<]*)<\/loc>/gu);
  const texts = await Promise.all(parts.map(async (part) => (await fetch(part)).text()));
  return texts.flatMap((text) => all(text, /<loc>([^<]*)<\/loc>/gu)).map((address) => address.slice(url.length));
};

describe('every link', () => {
  it('leads somewhere, each page says where it is and where its counterparts are, and the site map has them all', async () => {
    const { url } = stage.server;
    const { found, application } = await crawl();
    expect(found.length).toBeGreaterThan(100);
    expect(found.filter(({ status }) => status !== 200).map(({ path, status }) => `${status} ${path}`)).toEqual([]);
    for (const path of application) expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);

    const pages = found.filter(({ text }) => text.startsWith('<!doctype html>'));
    const canonical = new Map(pages.map(({ path, text }) => [path, all(text, /<link rel="canonical" href="([^"]*)"/gu)]));
    const wrong = pages.filter(
      ({ path, text }) => !text.includes('content="noindex"') && !sameAddress(canonical.get(path), url + path, text),
    );
    expect(wrong.map(({ path }) => `${path} → ${canonical.get(path)?.join(' ')}`)).toEqual([]);

    // Counterparts name each other, and are there.
    const alternates = new Map(
      pages.map(({ path, text }) => [url + path, all(text, /<link rel="alternate" hrefLang="[^"]*" href="([^"]*)"/gu)]),
    );
    const alone = [...alternates].flatMap(([address, others]) =>
      others.filter((other) => alternates.get(other)?.includes(address) !== true).map((other) => `${address} → ${other}`),
    );
    expect(alone).toEqual([]);

    const listed = await sitemap();
    const own = pages.filter(
      ({ path, text }) => !path.includes('?') && canonical.get(path)?.[0] === url + path && !text.includes('noindex'),
    );
    expect(own.map(({ path }) => path).filter((path) => !listed.includes(path))).toEqual([]);
    expect(listed.filter((path) => !found.some((one) => one.path === path))).toEqual([]);
    expect(listed.filter((path, index) => listed.indexOf(path) !== index)).toEqual([]);
  });

  it('that was never there is told so, as is what is gone', async () => {
    const statuses = await Promise.all(
      ['/nonsense/x', '/en/nonsense', '/goods/999999', '/en/notices/77', '/pages/none', '/help/goods', '/en/help/none', '/goods/5'].map(
        async (path) => (await fetch(stage.server.url + path)).status,
      ),
    );
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404, 404, 410]);
  });
});

/** Its own, or that of the Chinese page where there are no English words. */
const sameAddress = (canonical: readonly string[] | undefined, address: string, text: string): boolean =>
  canonical?.length === 1 && (canonical[0] === address || (!text.includes('hrefLang') && canonical[0] === address.replace('/en/', '/')));
