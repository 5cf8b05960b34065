import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DocumentContent, DocumentFrame, HomeContent, NavEntry } from '#domain/site/document-page';
import type { MessageCatalogue } from '#domain/app/find-message';
import { createMessages, type Language } from '#server/base/messages';
import { HEAD_SCRIPT, renderDocument } from '../../../src/documents.tsx';

const catalogue = (language: Language): MessageCatalogue => ({
  site: JSON.parse(readFileSync(`locales/${language}/site.json`, 'utf8')) as MessageCatalogue,
});
const messages = createMessages({ 'zh-cn': catalogue('zh-cn'), en: catalogue('en') });
const files = { styles: 'p > a { margin: 0 }', script: '/assets/a.js' };
const FRAME: DocumentFrame = {
  language: 'en',
  origin: 'https://shop.example.com',
  path: '/',
  search: '',
  languages: ['zh-cn', 'en'],
  siteName: 'Fair',
  siteLogo: '',
  recordNumber: '',
  version: '',
  isMemberCentreOpen: true,
  hasChat: false,
  hasGoods: false,
  hasHelp: true,
  hasNotices: false,
  pages: [],
  contact: '',
  description: '',
  shareImage: '',
  verifications: [],
  nav: [],
  isIndexed: true,
  isPreview: false,
};

const HOME: HomeContent = {
  kind: 'home',
  sentence: '',
  cards: [],
  questions: [],
  goods: [],
  notices: [],
  hasChart: true,
  hasPictures: true,
  hasDemo: true,
};

/** As a browser reads it, without running anything. */
const open = (frame: Partial<DocumentFrame>, content: DocumentContent = HOME): Document => {
  const html = renderDocument(
    { frame: { ...FRAME, ...frame }, content },
    (key, params) => messages.text(frame.language ?? 'en', key, params),
    files,
  );
  return new DOMParser().parseFromString(html, 'text/html');
};
const hrefs = (page: Document): (string | null)[] => [...page.querySelectorAll('a')].map((link) => link.getAttribute('href'));

const dataOf = (page: Document): string => page.querySelector('script[type="application/ld+json"]')?.textContent ?? '';
const robots = (frame: Partial<DocumentFrame>) => open(frame).querySelector('meta[name=robots]')?.getAttribute('content');
const entry = (title: string, href: string, children: readonly NavEntry[] = []): NavEntry => ({
  title,
  href,
  isExternal: href.startsWith('https:'),
  children,
});

describe('a document', () => {
  it.each([
    ['en', 'en', 'Home - Fair', 'https://shop.example.com/en'],
    ['zh-cn', 'zh-CN', '首页 - Fair', 'https://shop.example.com/'],
  ] as const)('says in %s what it is and where its counterparts are', (language, lang, title, canonical) => {
    const page = open({ language });
    expect([page.documentElement.lang, page.title]).toEqual([lang, title]);
    const links = (rel: string) =>
      [...page.querySelectorAll(`link[rel=${rel}]`)].map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')]);
    expect(links('canonical')).toEqual([[null, canonical]]);
    expect(links('alternate')).toEqual([
      ['zh-CN', 'https://shop.example.com/'],
      ['en', 'https://shop.example.com/en'],
      ['x-default', 'https://shop.example.com/'],
    ]);
    expect(page.querySelector('meta[property="og:url"]')?.getAttribute('content')).toBe(canonical);
    expect([...page.querySelectorAll('script:not([src]):not([type])')].map((script) => script.textContent)).toEqual([HEAD_SCRIPT]);
    const data = [...page.querySelectorAll('script[type="application/ld+json"]')].map((one) => JSON.parse(one.textContent ?? ''));
    expect(data).toMatchObject([
      { '@type': 'Organization', name: 'Fair', url: canonical, logo: 'https://shop.example.com/logo.svg' },
      { '@type': 'WebSite', name: 'Fair', url: canonical, inLanguage: lang },
    ]);
  });

  it('is one that nothing in the name of the site breaks', () => {
    const siteName = '</script ><script >alert(1)</script><!--"\'&\u2028';
    const page = open({ siteName });
    expect(page.title).toBe(`Home - ${siteName}`);
    expect(page.querySelectorAll('script:not([src]):not([type])').length).toBe(1);
    expect(JSON.parse(page.querySelector('script[type="application/ld+json"]')?.textContent ?? '')).toMatchObject({ name: siteName });
    expect(page.querySelector('main h1')).not.toBeNull();
  });

  it.each(['goods', 'notice', 'page'] as const)('is one that nothing in the title of a %s breaks', (kind) => {
    const hostile = '</title></script ><script >alert(1)</script><img src=x onerror=alert(1)>"\'&\u2028';
    const title = { text: hostile, isTranslated: true };
    const goods = {
      kind: 'goods',
      id: 1,
      title,
      subtitle: title,
      pictures: [],
      price: { cents: 100, listCents: null, currency: 'CNY' },
    } as const;
    const more = {
      unit: hostile,
      tags: [hostile],
      availability: 'few',
      description: '',
      crumbs: [{ title, path: '/x' }],
      others: [],
    } as const;
    const text = { title, body: { text: '<p>a</p>', isTranslated: true } };
    const contents = {
      goods: { ...goods, ...more },
      notice: { kind: 'notice', id: 1, ...text, day: '2026-01-01', publishedAt: 1, changedAt: 1 },
      page: { kind: 'page', ...text },
    } as const;
    const pages = [{ title, path: '/pages/x' }];
    const page = open({ pages, nav: [entry(hostile, '/x')] }, contents[kind]);
    expect(page.title).toBe(`${hostile} - Fair`);
    expect(page.querySelector('h1')?.textContent).toBe(hostile);
    expect([page.querySelectorAll('script:not([src]):not([type])').length, page.querySelectorAll('img[onerror]').length]).toEqual([1, 0]);
    for (const data of page.querySelectorAll('script[type="application/ld+json"]'))
      expect(JSON.stringify(JSON.parse(data.textContent ?? ''))).toContain('alert(1)');
    expect(page.querySelector('meta[property="og:title"]')?.getAttribute('content')).toBe(`${hostile} - Fair`);
  });

  it('leads to the member centre only while that is open, and to conversations only where there are some', () => {
    expect(hrefs(open({})).filter((href) => href?.startsWith('/user'))).toEqual(['/user', '/user']);
    const closed = open({ isMemberCentreOpen: false });
    expect(hrefs(closed).filter((href) => href?.startsWith('/user'))).toEqual([]);
    expect(hrefs(closed)).toContain('/admin');
    expect(hrefs(open({ hasChat: true })).filter((href) => href === '/chat').length).toBeGreaterThan(0);
    expect(hrefs(open({}))).not.toContain('/chat');
  });

  it('has the menu of the site, in two levels, with links away marked', () => {
    const page = open({ nav: [entry('Shop', '/en', [entry('Abroad', 'https://else.example')]), entry('Home', '/en')] });
    const menu = page.querySelector('header nav');
    expect(menu?.querySelector('summary')?.textContent).toBe('Shop');
    const links = [...(menu?.querySelectorAll('a') ?? [])];
    expect(links.map((link) => [link.getAttribute('href'), link.target, link.getAttribute('aria-current')])).toEqual([
      ['/en', '', null],
      ['https://else.example', '_blank', null],
      ['/en', '', 'page'],
    ]);
    expect(links[1]?.textContent).toBe('Abroad(opens in a new window)');
  });

  it('says that it is not for search engines where it is not', () => {
    expect([robots({}), robots({ isIndexed: false })]).toEqual([undefined, 'noindex']);
  });

  it('is one without a picture whose stored address is none', () => {
    const page = open({ siteLogo: 'https://[logo', shareImage: '//:x' });
    expect(page.querySelector('meta[property="og:image"]')).toBeNull();
    expect(page.querySelector('meta[name="twitter:card"]')?.getAttribute('content')).toBe('summary');
    expect(JSON.parse(dataOf(page))).not.toHaveProperty('logo');
    const whole = open({ origin: '', shareImage: 'https://cdn.example.com/a.png' });
    expect(whole.querySelector('meta[property="og:image"]')?.getAttribute('content')).toBe('https://cdn.example.com/a.png');
    expect(open({ shareImage: '/a.png' }).querySelector('meta[property="og:image"]')?.getAttribute('content')).toBe(
      'https://shop.example.com/a.png',
    );
    const goods = {
      id: 1,
      title: { text: 'Tea', isTranslated: true },
      subtitle: { text: '', isTranslated: true },
      unit: '',
      tags: [],
    } as const;
    const more = { pictures: ['http://%', '/b.png'], availability: 'few', description: '', crumbs: [], others: [] } as const;
    const product = open({}, { kind: 'goods', ...goods, ...more, price: { cents: 1, listCents: null, currency: 'CNY' } });
    expect(JSON.parse(dataOf(product))).toMatchObject({ '@type': 'Product', image: ['https://shop.example.com/b.png'] });
    // An offer in no currency is refused together with its product.
    const plain = open({}, { kind: 'goods', ...goods, ...more, price: { cents: 1, listCents: null, currency: '' } });
    expect(dataOf(plain)).not.toContain('Product');
  });
});
