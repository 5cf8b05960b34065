import type { Language } from '../base/language.ts';
import type { ListQuery } from './document-address.ts';

/** An entry of the head navigation; those with others below them open these. */
export interface NavEntry {
  readonly title: string;
  /** Empty for one that only has others below it. */
  readonly href: string;
  readonly isExternal: boolean;
  readonly children: readonly NavEntry[];
}

/** What every document has around its content. Source: open content, "Home page". */
export interface DocumentFrame {
  readonly language: Language;
  /** Where the site stands, such as `https://shop.example.com`. */
  readonly origin: string;
  /** As in the default language. */
  readonly path: string;
  /** With its question mark, or empty. */
  readonly search: string;
  /** In which languages the content is there. */
  readonly languages: readonly Language[];
  readonly siteName: string;
  /** Path or address; empty for the product's own mark. */
  readonly siteLogo: string;
  readonly recordNumber: string;
  readonly version: string;
  readonly isMemberCentreOpen: boolean;
  readonly hasChat: boolean;
  /** Whether goods may be looked at by anybody. */
  readonly hasGoods: boolean;
  /** How the site can be reached, in its own words. */
  readonly contact: string;
  /** What search engines are told of the site; empty for what the page says. */
  readonly description: string;
  /** Address of a picture for cards, where the page has none. */
  readonly shareImage: string;
  /** Names and contents of meta elements by which search engines know the site's owner. */
  readonly verifications: readonly (readonly [name: string, content: string])[];
  readonly nav: readonly NavEntry[];
  /** Whether search engines may list it. */
  readonly isIndexed: boolean;
}

/** A text in the document's language, or in Chinese where it was not translated. */
export interface LocalText {
  readonly text: string;
  readonly isTranslated: boolean;
}

export interface GoodsCard {
  readonly id: number;
  readonly title: LocalText;
  readonly subtitle: LocalText;
  /** Path or address; empty without one. */
  readonly picture: string;
  readonly price: GoodsPrice | null;
}

/** Cents; the currency as ISO 4217 has it, or empty. */
export interface GoodsPrice {
  readonly cents: number;
  readonly listCents: number | null;
  readonly currency: string;
}

export interface Crumb {
  readonly title: LocalText;
  /** As in the default language. */
  readonly path: string;
}

export interface CategoryEntry {
  readonly id: number;
  readonly title: LocalText;
  readonly depth: number;
}

export interface HomeCard {
  readonly title: string;
  readonly text: string;
}

export interface HomeContent {
  readonly kind: 'home';
  /** Of the settings; empty for the shipped words. */
  readonly sentence: string;
  readonly cards: readonly HomeCard[];
  readonly questions: readonly string[];
  readonly goods: readonly GoodsCard[];
  readonly hasChart: boolean;
}

export interface GoodsListContent {
  readonly kind: 'goodsList';
  readonly category: CategoryEntry | null;
  readonly crumbs: readonly Crumb[];
  readonly categories: readonly CategoryEntry[];
  readonly items: readonly GoodsCard[];
  readonly total: number;
  readonly pages: number;
  readonly query: ListQuery;
}

export interface GoodsContent {
  readonly kind: 'goods';
  readonly id: number;
  readonly title: LocalText;
  readonly subtitle: LocalText;
  readonly pictures: readonly string[];
  readonly price: GoodsPrice | null;
  readonly unit: string;
  readonly tags: readonly string[];
  readonly availability: 'inStock' | 'few' | 'soldOut';
  /** Cleaned rich text, in Chinese. */
  readonly description: string;
  readonly crumbs: readonly Crumb[];
  readonly others: readonly GoodsCard[];
}

/** What stands at an address where nothing is, or nothing is any more. */
export interface MissingContent {
  readonly kind: 'missing';
  readonly isGone: boolean;
}

export type DocumentContent = HomeContent | GoodsListContent | GoodsContent | MissingContent;

export interface DocumentPage {
  readonly frame: DocumentFrame;
  readonly content: DocumentContent;
}

/** The texts of one language by their keys, such as `site.home.tagline`. */
export type Words = (key: string, params?: Readonly<Record<string, string | number>>) => string;
