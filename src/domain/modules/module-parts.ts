import type { ModuleTexts } from './module-manifest.ts';

/** Kinds of settings that a module may bring. */
export const PART_SETTINGS = ['string', 'textarea', 'number', 'switch', 'select'] as const;
export const PART_SETTING_RULES = ['required', 'email', 'url', 'integer'] as const;

/** A setting in the group of a module; its name begins with the uid and `_`. */
export interface ModuleSetting {
  readonly name: string;
  readonly title: ModuleTexts;
  readonly tip?: ModuleTexts | undefined;
  readonly type: (typeof PART_SETTINGS)[number];
  readonly rules: readonly (typeof PART_SETTING_RULES)[number][];
  /** As it is stored: of a switch `1` or `0`. */
  readonly initial: string;
  /** Of a `select`: labels by option. */
  readonly options?: Readonly<Record<string, ModuleTexts>> | undefined;
}

/** What anybody may read of a section. All names are keys of its fields. */
export interface PublicRead {
  readonly fields: readonly string[];
  /** Only records that have one of these values; of a switch `1` or `0`. */
  readonly where: Readonly<Record<string, readonly string[]>>;
  /** Moments from which and until which a record is shown; a record without one has no such bound. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly order: readonly { readonly field: string; readonly direction: 'asc' | 'desc' }[];
}

/** What anybody may send to a section. */
export interface PublicWrite {
  /** Keys of the fields that are typed in. */
  readonly fields: readonly string[];
  /** What the others are, where it is not as in a new record. */
  readonly set: Readonly<Record<string, string>>;
  /** Names of the settings with an address that hears of it. */
  readonly mailTo: readonly string[];
}

/** A text in two fields of a record, one for each language; without `en` it is the same in both. */
export interface TextFields {
  readonly zh: string;
  readonly en?: string | undefined;
}

interface PageCommon {
  readonly name: string;
  readonly section: string;
  readonly title: ModuleTexts;
  readonly intro?: ModuleTexts | undefined;
  /** `always`, or the name of a switch: then the site's navigation leads to it. */
  readonly nav?: string | undefined;
}

/** What a page shows of a record. */
interface PageItem {
  readonly title: TextFields;
  readonly text?: TextFields | undefined;
  readonly picture?: string | undefined;
  readonly day?: string | undefined;
}

/** All records that may be read. `entries` lead to a page of their own or to an address, `folds` open where they stand. */
export interface ListPage extends PageCommon {
  readonly template: 'list';
  readonly look: 'entries' | 'folds';
  /** `address`: a text with the address elsewhere that a record leads to. */
  readonly item: PageItem & { readonly address?: string | undefined };
  /** The page of one record. */
  readonly opens?: string | undefined;
  /** A field that names records of another section, by which the list is narrowed. */
  readonly by?: { readonly field: string; readonly title: TextFields } | undefined;
}

/** One record. */
export interface ArticlePage extends PageCommon {
  readonly template: 'article';
  /** The list that it belongs to. */
  readonly list?: string | undefined;
  readonly item: PageItem;
}

/** A form whose texts come to a section. */
export interface FormPage extends PageCommon {
  readonly template: 'form';
  /** A field that names a record of another section: the address says which, and it gives the page its title. */
  readonly of?: { readonly field: string; readonly title: TextFields; readonly intro?: TextFields | undefined } | undefined;
  readonly list?: string | undefined;
  /** What is said when it was sent. */
  readonly done: ModuleTexts;
}

export type ModulePage = ListPage | ArticlePage | FormPage;

/** What a module is beside its sections: `settings.json`, `public.json` and `pages/*.json` of a package. */
export interface ModuleParts {
  readonly settings: readonly ModuleSetting[];
  /** By the name of a section. */
  readonly read: Readonly<Record<string, PublicRead>>;
  readonly write: Readonly<Record<string, PublicWrite>>;
  readonly pages: readonly ModulePage[];
}

export const NO_PARTS: ModuleParts = { settings: [], read: {}, write: {}, pages: [] };

/** The page that stands at `/p/<uid>`. */
export const FIRST_PAGE = 'index';

/** Where a page of a module stands, in the default language. */
export const modulePath = (uid: string, page: string, id?: number): string =>
  `/p/${uid}${page === FIRST_PAGE && id === undefined ? '' : `/${page}`}${id === undefined ? '' : `/${id}`}`;
