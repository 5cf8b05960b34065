import { beforeEach, describe, expect, it } from 'vitest';
import type { DocumentPage } from '#domain/site/document-page';
import { readMessageFiles } from '#server/adapters/message-files';
import type { DocumentSource } from '#server/features/site/document-source';
import { createDocuments } from '#server/http/documents/documents';
import { DOCUMENT_DRAWS_AT_ONCE, DOCUMENT_ORIGINS, DOCUMENT_QUEUE } from '#server/http/documents/document-limits';

/** What strangers may ask of the public pages of a site that nothing else is known of. */
const NOW_SECONDS = 1_768_435_210;
const messages = readMessageFiles('locales');

/** @param gate what every drawing waits for */
function pagesOf({ siteOrigin = '', drawsPerMinute = 1000, gate = Promise.resolve() } = {}) {
  const drawn: string[] = [];
  let [atOnce, mostAtOnce] = [0, 0];
  const source: DocumentSource = {
    state: async () => ({ version: '1', origin: siteOrigin }),
    facts: async () => ({ siteName: 'Fair', origin: siteOrigin, isIndexed: true, contact: '', goodsParts: [] }),
    paths: async () => [{ path: '/', changedAt: null, languages: ['zh-cn', 'en'] }],
    preview: async () => {
      throw new Error('no draft is asked for');
    },
    async page({ path }, search, origin) {
      drawn.push(`${origin}${path}${search}`);
      const status = path === '/goods/404' ? 404 : 200;
      return { status, page: { frame: { origin }, content: { kind: 'home' } } as DocumentPage };
    },
  };
  const renderer = {
    build: 'documents-1.js',
    inline: async () => ({ script: '', styles: '' }),
    async render(page: DocumentPage) {
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      await gate;
      atOnce -= 1;
      return page.frame.origin;
    },
  };
  const faults: string[] = [];
  const logger = { error: (event: string) => void faults.push(event) } as never;
  const pages = { read: () => null, shell: '', documents: renderer };
  const documents = createDocuments(source, { pages, messages, logger, clock: { nowMs: () => NOW_SECONDS * 1000 } }, { drawsPerMinute });
  const ask = async (address: string, network = '10.0.0.1') => {
    const url = new URL(address, 'http://shop.test');
    const reply = await documents.answer(new Request(url), url, url.pathname, network);
    return { status: reply?.status, wait: reply?.headers.get('retry-after'), text: (await reply?.text()) ?? '' };
  };
  return { ask, drawn, faults, mostAtOnce: () => mostAtOnce };
}

const hosts = (count: number) => Array.from({ length: count }, (_, index) => `http://h${index}.test/`);

describe('public pages that strangers ask for', () => {
  it('are drawn once, by whatever host they are asked for, where the settings name one', async () => {
    const { ask, drawn } = pagesOf({ siteOrigin: 'https://shop.example.com' });
    const texts = [];
    for (const address of hosts(50)) texts.push((await ask(address)).text);
    expect([drawn, new Set(texts)]).toEqual([['https://shop.example.com/'], new Set(['https://shop.example.com'])]);
  });

  it('are kept under the first few hosts where they name none, and the others share one that names no address', async () => {
    const { ask, drawn } = pagesOf();
    for (const address of [...hosts(50), ...hosts(50)]) await ask(address);
    expect(drawn).toEqual([...hosts(DOCUMENT_ORIGINS), '/']);
    expect((await ask('http://h0.test/robots.txt')).text).toContain('Sitemap: http://h0.test/sitemap.xml');
    expect((await ask('http://other.test/robots.txt')).text).not.toContain('Sitemap');
    expect((await ask('http://other.test/sitemap/0.xml')).text).not.toContain('<loc>');
  });

  it('are drawn so often in a minute for one network, be it searches, what is not there or other pages; kept ones are there for all', async () => {
    const { ask, faults } = pagesOf({ drawsPerMinute: 4 });
    const statuses = [];
    for (const address of ['/', '/goods?q=a', '/goods?q=b', '/goods/404', '/goods/404', '/goods?q=c', '/goods/5', '/'])
      statuses.push((await ask(address)).status);
    expect(statuses).toEqual([200, 200, 200, 404, 429, 429, 429, 200]);
    expect(await ask('/goods/5')).toEqual({
      status: 429,
      wait: '50',
      text: '请求过于频繁，请在 50 秒后再试。 Too many requests. Please try again in 50 seconds.\n',
    });
    expect((await ask('/goods/5', '10.0.0.2')).status).toBe(200);
    expect((await ask('/goods/5')).status).toBe(200);
    expect(faults).toEqual([]);
  });

  describe('all at once', () => {
    let open: () => void;
    let gate: Promise<void>;
    beforeEach(() => {
      ({ promise: gate, resolve: open } = Promise.withResolvers<void>());
    });

    it('are drawn few at a time, and no more than can wait', async () => {
      const { ask, mostAtOnce, faults } = pagesOf({ gate });
      const places = DOCUMENT_DRAWS_AT_ONCE + DOCUMENT_QUEUE;
      const asked = Array.from({ length: places + 3 }, (_, index) => ask(`/goods?q=${index}`));
      expect((await asked.at(-1))?.status).toBe(503);
      open();
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      expect([statuses.filter((status) => status === 200).length, statuses.slice(-3)]).toEqual([places, [503, 503, 503]]);
      expect([mostAtOnce(), faults]).toEqual([DOCUMENT_DRAWS_AT_ONCE, []]);
      // All places are free again.
      expect((await ask('/goods?q=after')).status).toBe(200);
    });
  });
});
