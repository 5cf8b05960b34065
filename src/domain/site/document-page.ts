import type { Language } from '../base/language.ts';

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
  readonly nav: readonly NavEntry[];
  /** Whether search engines may list it. */
  readonly isIndexed: boolean;
}

export interface HomeContent {
  readonly kind: 'home';
}

export type DocumentContent = HomeContent;

export interface DocumentPage {
  readonly frame: DocumentFrame;
  readonly content: DocumentContent;
}

/** The texts of one language by their keys, such as `site.home.tagline`. */
export type Words = (key: string, params?: Readonly<Record<string, string | number>>) => string;
