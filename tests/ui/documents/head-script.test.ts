import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { HEAD_SCRIPT } from '../../../src/documents.tsx';

/** Where the script leads who comes to `href` with `stored` as the language that was chosen; null where they stay. */
function ledTo(href: string, lang: 'en' | 'zh-CN', stored: string | null): string | null {
  const { pathname, search, hash } = new URL(href, 'https://shop.example.com');
  let to: string | null = null;
  runInNewContext(HEAD_SCRIPT, {
    document: { documentElement: { lang, dataset: {} } },
    location: { pathname, search, hash, replace: (there: string) => (to = there) },
    localStorage: { getItem: () => stored && JSON.stringify({ version: 1, value: { language: stored } }) },
    addEventListener: () => {},
  });
  return to;
}

it.each([
  ['/notices/5', 'zh-CN', 'en', '/en/notices/5'],
  ['/en/notices/5?page=2#top', 'en', 'zh-cn', '/notices/5?page=2#top'],
  ['/en', 'en', 'zh-cn', '/'],
  ['/', 'zh-CN', 'en', '/en'],
  ['/en/notices/5', 'en', 'en', null],
  ['/notices/5', 'zh-CN', null, null],
  ['/#/admin/goods', 'zh-CN', 'zh-cn', '/admin/goods'],
] as const)('leads who comes to %s (%s) and has chosen %s to %s', (href, lang, stored, there) => {
  expect(ledTo(href, lang, stored)).toBe(there);
});

/** What the head does at the end of the reading and at the first painting, in a window that is seen or not. */
function broughtBy(stored: string | null, isHidden = false): readonly string[] {
  const done: string[] = [];
  const later: (() => void)[] = [];
  const whenRead: (() => void)[] = [];
  runInNewContext(HEAD_SCRIPT, {
    document: {
      hidden: isHidden,
      documentElement: { lang: 'en', dataset: {}, querySelector: () => ({ content: '/assets/a.js' }) },
      createElement: () => ({}),
      head: { append: ({ type, src }: HTMLScriptElement) => done.push(`${type} ${src}`) },
    },
    location: { pathname: '/en', search: '', hash: '' },
    localStorage: { getItem: (key: string) => (key === stored ? JSON.stringify({ version: 1, value: { token: 'x' } }) : null) },
    addEventListener: (name: string, listener: () => void) => name === 'DOMContentLoaded' && whenRead.push(listener),
    requestAnimationFrame: (draw: () => void) => done.push('frame') && draw(),
    setTimeout: (listener: () => void) => later.push(listener),
  });
  whenRead.forEach((listener) => listener());
  done.push('painted');
  later.forEach((listener) => listener());
  return done;
}

it('brings the script after the first painting, and before it to whoever is signed in, whose name is on the page', () => {
  expect(broughtBy(null)).toEqual(['frame', 'painted', 'module /assets/a.js']);
  expect(broughtBy('userInfo')).toEqual(['module /assets/a.js', 'painted']);
  expect(broughtBy('adminInfo')).toEqual(['module /assets/a.js', 'painted']);
});

it('does not wait for a painting in a window that nobody sees', () => {
  expect(broughtBy(null, true)).toEqual(['module /assets/a.js', 'painted']);
});

/** How often which button is pressed by itself once the script has come, after these were pressed before it and those after it. */
function pressedAgain(before: readonly string[], after: readonly string[] = []): readonly string[] {
  const done: string[] = [];
  const scripts: { onload?: () => void }[] = [];
  const listeners = new Map<string, (event: { readonly target: unknown }) => void>();
  const dataset: { script?: string } = {};
  class Element {
    readonly name: string;
    constructor(name: string) {
      this.name = name;
    }
    closest(selector: string) {
      return this.name.startsWith('button') && selector === '[type=button]' ? { click: () => done.push(this.name) } : null;
    }
  }
  runInNewContext(HEAD_SCRIPT, {
    Element,
    document: {
      hidden: true,
      documentElement: { lang: 'en', dataset, querySelector: () => ({ content: '/assets/a.js' }) },
      createElement: () => ({}),
      head: { append: (script: object) => scripts.push(script) },
    },
    location: { pathname: '/en', search: '', hash: '' },
    localStorage: { getItem: () => null },
    addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
  });
  const press = (name: string) => listeners.get('click')?.({ target: new Element(name) });
  listeners.get('DOMContentLoaded')?.({ target: null });
  before.forEach(press);
  dataset.script = 'begun';
  after.forEach(press);
  for (const { onload } of scripts) onload?.();
  return done;
}

it('presses a button again that was pressed before the script came, once, and none that the script has heard', () => {
  expect(pressedAgain(['button of colours', 'button of colours'])).toEqual(['button of colours']);
  expect(pressedAgain(['button of colours', 'text'])).toEqual(['button of colours']);
  expect(pressedAgain([], ['button of colours'])).toEqual([]);
});

it('shows a draft in the language it was opened in, whatever was chosen: its address counts once', () => {
  expect(ledTo('/en/notices/5?preview=T', 'en', 'zh-cn')).toBeNull();
  expect(ledTo('/notices/5?preview=T', 'zh-CN', 'en')).toBeNull();
});
