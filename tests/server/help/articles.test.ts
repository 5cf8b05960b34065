import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { NAMED_ROUTES } from '#domain/app/route-target';
import { slugOfLink } from '#domain/help/article';
import { readHelpBooks } from '#server/features/help/help-books';
import { SHIPPED_MEMBER_RULES } from '#server/db/seed/shipped-members';
import { SHIPPED_RULES } from '#server/db/seed/shipped-rules';

const BOOKS = readHelpBooks();
const LANGUAGES = ['zh-cn', 'en'] as const;
const articles = LANGUAGES.flatMap((language) => [...BOOKS[language].values()].map((article) => ({ language, ...article })));
const named = (judge: (article: (typeof articles)[number]) => readonly string[]): string[] =>
  articles.flatMap((article) => judge(article).map((what) => `${article.language}/${article.slug}: ${what}`));

/** Pages beside those of the menus. */
const OTHER_PAGES = ['/chat', '/dev/flows', '/dev/journal'];
const PAGES = new Set([
  ...Object.values(NAMED_ROUTES),
  ...OTHER_PAGES,
  ...SHIPPED_RULES.filter(({ type }) => type === 'menu').map(({ path }) => `/admin/${path}`),
  ...SHIPPED_MEMBER_RULES.filter(({ type }) => type === 'menu').map(({ path }) => `/user/${path}`),
]);
const NODES = new Set(SHIPPED_RULES.map(({ name }) => name.toLowerCase()));

type Texts = { readonly [key: string]: string | Texts };
const textsIn = (value: string | Texts): string[] => (typeof value === 'string' ? [value] : Object.values(value).flatMap(textsIn));
/** All that the product says in a language; what is filled in by a value is left open. */
const textsOf = (language: string): ReadonlySet<string> =>
  new Set(
    globSync([`locales/${language}/*.json`, `src/sections/*/${language}.json`]).flatMap((path) =>
      textsIn(JSON.parse(readFileSync(path, 'utf8')) as Texts),
    ),
  );
const said = { 'zh-cn': textsOf('zh-cn'), en: textsOf('en') };

/** Names of buttons, fields, menus and choices, as they stand in an article; the bold beginnings of points are none. */
const namesIn = (body: string): string[] =>
  [...body.replaceAll(/^- \*\*(?:[^*]+\*\*：|[^*]+[.?]\*\*)/gmu, '').matchAll(/\*\*(.+?)\*\*/gu)].map(([, name]) => name as string);

/** Messages by which a point at the end of an article begins. */
const quoted = (body: string): string[] => [...body.matchAll(/^- \*\*[^*]*?“([^*]+)”/gmu)].map(([, message]) => message as string);
const isSaid = (language: 'zh-cn' | 'en', message: string): boolean => [...said[language]].some((text) => text.includes(message));

const links = (body: string): string[] => [...body.matchAll(/\]\(([^)]+)\)/gu)].map(([, href]) => href as string);

describe('the articles of the help', () => {
  it('are about pages that there are', () => {
    expect(named(({ route }) => (PAGES.has(route) ? [] : [route]))).toEqual([]);
  });

  it('ask for rights that there are', () => {
    expect(named(({ node, audience }) => (node === '' || (audience === 'admin' && NODES.has(node)) ? [] : [node]))).toEqual([]);
  });

  it('call buttons, fields and menus as the product does', () => {
    expect(named(({ language, body }) => namesIn(body).filter((name) => !said[language].has(name)))).toEqual([]);
  });

  it('quote messages at the beginning of a point as the product says them', () => {
    expect(articles.flatMap(({ body }) => quoted(body)).length).toBeGreaterThan(10);
    expect(named(({ language, body }) => quoted(body).filter((message) => !isSaid(language, message)))).toEqual([]);
  });

  it('link only to articles and pages that there are', () => {
    expect(
      named(({ language, body }) => links(body).filter((href) => !PAGES.has(href) && !BOOKS[language].has(slugOfLink(href) ?? ''))),
    ).toEqual([]);
  });

  it('cover every page of the menus', () => {
    const told = new Set(articles.map(({ route }) => route));
    expect([...PAGES].filter((page) => /^\/(?:admin|user)\/./u.test(page) && !told.has(page))).toEqual([]);
  });

  it('begin with one of those about a page', () => {
    const pages = Map.groupBy(BOOKS.en.values(), ({ route }) => route);
    const undecided = [...pages].filter(([, some]) => some.length > 1 && some.filter(({ isFirst }) => isFirst).length !== 1);
    expect(undecided.map(([page]) => page)).toEqual([]);
  });

  it('are at least forty', () => {
    expect(BOOKS.en.size).toBeGreaterThanOrEqual(40);
  });

  it('say what can go wrong', () => {
    const heading = { 'zh-cn': '\n## 可能遇到的问题\n', en: '\n## What can go wrong\n' };
    expect(named(({ language, body }) => (body.includes(heading[language]) ? [] : ['nothing can go wrong']))).toEqual([]);
  });

  it('can be told apart by their titles and by how people ask', () => {
    const all = articles.flatMap(({ title, asks }) => [title, ...asks]);
    expect(all.filter((text, index) => all.indexOf(text) !== index)).toEqual([]);
  });
});
