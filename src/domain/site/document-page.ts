import type { Language } from '../base/language.ts';
import type { DocumentListQuery } from './document-address.ts';

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
  /** Whether the help is read here. */
  readonly hasHelp: boolean;
  /** Whether there is news to read. */
  readonly hasNotices: boolean;
  /** Pages that stand at the foot of each. */
  readonly pages: readonly PageLink[];
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
  /** Whether it is shown before it is published, to whoever edits it. */
  readonly isPreview: boolean;
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

export interface PageLink {
  readonly title: LocalText;
  /** As in the default language. */
  readonly path: string;
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
  readonly notices: readonly NoticeEntry[];
  readonly hasChart: boolean;
  /** Whether the product is shown. */
  readonly hasPictures: boolean;
  /** Whether it can be tried here, in the browser alone. */
  readonly hasDemo: boolean;
}

export interface GoodsListContent {
  readonly kind: 'goodsList';
  readonly category: CategoryEntry | null;
  readonly crumbs: readonly Crumb[];
  readonly categories: readonly CategoryEntry[];
  readonly items: readonly GoodsCard[];
  readonly total: number;
  readonly pages: number;
  readonly query: DocumentListQuery;
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

export interface NoticeEntry {
  readonly id: number;
  readonly title: LocalText;
  /** The first words of its text. */
  readonly excerpt: LocalText;
  readonly isPinned: boolean;
  /** On the site's clock, such as `2026-11-23`. */
  readonly day: string;
}

export interface NoticeListContent {
  readonly kind: 'notices';
  readonly items: readonly NoticeEntry[];
  /** From 1. */
  readonly page: number;
  readonly pages: number;
}

export interface NoticeContent {
  readonly kind: 'notice';
  readonly id: number;
  readonly title: LocalText;
  /** Cleaned rich text. */
  readonly body: LocalText;
  /** On the site's clock, such as `2026-11-23`. */
  readonly day: string;
  /** Unix seconds. */
  readonly publishedAt: number;
  readonly changedAt: number;
}

export interface PageContent {
  readonly kind: 'page';
  readonly title: LocalText;
  /** Cleaned rich text. */
  readonly body: LocalText;
}

export interface HelpEntry {
  readonly slug: string;
  readonly title: string;
  /** Plain text. */
  readonly excerpt: string;
}

export interface HelpListContent {
  readonly kind: 'help';
  readonly items: readonly HelpEntry[];
}

export interface HelpArticleContent {
  readonly kind: 'helpArticle';
  readonly title: string;
  /** Plain text. */
  readonly description: string;
  /** Markdown. */
  readonly body: string;
  /** Articles that links may lead to. */
  readonly open: readonly string[];
  readonly others: readonly HelpEntry[];
}

/** A record of a module in a list of its page. */
export interface ModuleItem {
  readonly id: number;
  readonly title: LocalText;
  /** In a list that opens, cleaned rich text; in any other the first words. */
  readonly text: LocalText;
  /** Path or address; empty without one. */
  readonly picture: string;
  /** On the site's clock, such as `2026-11-23`; empty without one. */
  readonly day: string;
  /** As in the default language; empty where it has no page of its own. */
  readonly path: string;
  /** Where it leads elsewhere; null where it does not. */
  readonly elsewhere: { readonly address: string; readonly host: string } | null;
}

export interface ModuleListContent {
  readonly kind: 'moduleList';
  readonly title: string;
  readonly intro: string;
  readonly look: 'entries' | 'folds';
  readonly items: readonly ModuleItem[];
  /** What the list can be narrowed by, such as categories. */
  readonly choices: readonly (PageLink & { readonly isChosen: boolean })[];
  /** Of all, as in the default language. */
  readonly path: string;
  readonly page: number;
  readonly pages: number;
}

export interface ModuleArticleContent {
  readonly kind: 'moduleArticle';
  readonly title: LocalText;
  /** Cleaned rich text. */
  readonly body: LocalText;
  readonly picture: string;
  readonly day: string;
  /** Unix seconds; null where the record has no day. */
  readonly publishedAt: number | null;
  readonly crumbs: readonly Crumb[];
}

/** What is typed into one field of a form. */
export interface ModuleInput {
  readonly key: string;
  readonly kind: 'text' | 'long' | 'email' | 'tel' | 'number' | 'date' | 'switch' | 'choice';
  readonly label: string;
  readonly hint: string;
  readonly isRequired: boolean;
  /** In code points; null without a limit. */
  readonly maxLength: number | null;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

export interface ModuleFormContent {
  readonly kind: 'moduleForm';
  readonly title: LocalText;
  readonly intro: LocalText;
  readonly crumbs: readonly Crumb[];
  readonly uid: string;
  readonly section: string;
  /** The field and record that the address names. */
  readonly owner: { readonly key: string; readonly id: number } | null;
  readonly inputs: readonly ModuleInput[];
  /** What is said when it was sent. */
  readonly done: string;
}

/** Why nothing stands at an address: there is nothing, not any more, or it was a preview that was seen. */
export type MissingReason = 'missing' | 'gone' | 'previewed';

/** What stands at an address where nothing is. */
export interface MissingContent {
  readonly kind: 'missing';
  readonly reason: MissingReason;
}

export type DocumentContent =
  | HomeContent
  | GoodsListContent
  | GoodsContent
  | NoticeListContent
  | NoticeContent
  | PageContent
  | HelpListContent
  | HelpArticleContent
  | ModuleListContent
  | ModuleArticleContent
  | ModuleFormContent
  | MissingContent;

export interface DocumentPage {
  readonly frame: DocumentFrame;
  readonly content: DocumentContent;
}

/** The texts of one language by their keys, such as `site.home.tagline`. */
export type Words = (key: string, params?: Readonly<Record<string, string | number>>) => string;
