import { DEFAULT_LANGUAGE, type Language } from '../base/language.ts';

/** What a page of the site may be called in its address. */
export const PAGE_SLUG = /^[a-z\d][a-z\d-]{0,59}$/u;

/** Public pages that the server draws, each by the pattern of its address in the default language. */
const DOCUMENTS = {
  home: /^\/$/u,
  goodsList: /^\/goods$/u,
  goodsCategory: /^\/goods\/category\/([1-9]\d{0,8})$/u,
  goods: /^\/goods\/([1-9]\d{0,8})$/u,
  notices: /^\/notices$/u,
  notice: /^\/notices\/([1-9]\d{0,8})$/u,
  page: /^\/pages\/([a-z\d][a-z\d-]{0,59})$/u,
  help: /^\/help$/u,
  helpArticle: /^\/help\/([a-z\d]+(?:-[a-z\d]+)*)$/u,
  modulePage: /^\/p\/([a-z][a-z\d]{2,20})(?:\/([a-z][a-z\d-]{0,40})(?:\/([1-9]\d{0,8}))?)?$/u,
} as const satisfies Readonly<Record<string, RegExp>>;

export type DocumentName = keyof typeof DOCUMENTS;

/** A document's place: each language has addresses of its own. */
export interface DocumentPlace {
  readonly name: DocumentName;
  readonly language: Language;
  /** As in the default language. */
  readonly path: string;
  /** What stands in the path for the pattern's groups. */
  readonly parts: readonly string[];
}

const PREFIX: Readonly<Record<Language, string>> = { 'zh-cn': '', en: '/en' };

/** Where a document is in a language; `path` as in the default language. */
export const documentPath = (language: Language, path: string): string =>
  language === DEFAULT_LANGUAGE ? path : `${PREFIX[language]}${path === '/' ? '' : path}`;

/** @returns null for what is no document's address; a slash at the end makes none */
export function documentAt(path: string): DocumentPlace | null {
  const [language, plain] = /^\/en(?:\/|$)/u.test(path)
    ? (['en', path.slice('/en'.length) || '/'] as const)
    : ([DEFAULT_LANGUAGE, path] as const);
  if (language !== DEFAULT_LANGUAGE && path === `${PREFIX[language]}/`) return null;
  for (const [name, pattern] of Object.entries(DOCUMENTS)) {
    const found = pattern.exec(plain);
    if (found) return { name: name as DocumentName, language, path: plain, parts: found.slice(1).filter((part) => part !== undefined) };
  }
  return null;
}

/** The one address of a document: the first page of a module stands at the module's own. */
export const ownAddress = ({ language, path }: DocumentPlace): string =>
  documentPath(language, path.replace(/^(\/p\/[^/]+)\/index$/u, '$1'));

export const GOODS_ORDERS = ['', 'newest', 'cheap', 'dear'] as const;
export type GoodsOrder = (typeof GOODS_ORDERS)[number];

/** What the query of a list may say; anything else in it changes nothing. */
export interface DocumentListQuery {
  /** From 1. */
  readonly page: number;
  readonly words: string;
  readonly order: GoodsOrder;
}

/** Of a page; one that no list has is not found, however large. */
const PAGE_NUMBER = /^[1-9]\d{0,8}$/u;
const LONGEST_SEARCH = 60;

export function listQueryOf(query: URLSearchParams): DocumentListQuery {
  const page = query.get('page') ?? '';
  const order = (query.get('order') ?? '') as GoodsOrder;
  return {
    page: PAGE_NUMBER.test(page) ? Number(page) : 1,
    words: Array.from(
      (query.get('q') ?? '')
        .toWellFormed()
        .replaceAll(/[\p{Cc}\s]+/gu, ' ')
        .trim(),
    )
      .slice(0, LONGEST_SEARCH)
      .join(''),
    order: GOODS_ORDERS.includes(order) ? order : '',
  };
}

/** What is kept of the query of a document: every other gives the same page. */
export function ownSearch({ name }: Pick<DocumentPlace, 'name'>, query: URLSearchParams): string {
  const asked = listQueryOf(query);
  if (name === 'goodsList' || name === 'goodsCategory') return searchOfList(asked);
  return name === 'notices' || name === 'modulePage' ? searchOfList({ ...asked, words: '', order: '' }) : '';
}

/** The one spelling of a list's query: empty for the first page of all, in their own order. */
export function searchOfList({ page, words, order }: DocumentListQuery): string {
  const query = new URLSearchParams({ ...(words && { q: words }), ...(order && { order }), ...(page > 1 && { page: String(page) }) });
  return query.size > 0 ? `?${query.toString()}` : '';
}
