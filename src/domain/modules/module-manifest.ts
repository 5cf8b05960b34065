/** What a package asks for beyond tables of its own; each names what it is asked for. */
export const ASKS = ['reads', 'publicRead', 'personal', 'publicWrite', 'redirect', 'pages', 'mailTo', 'mailPeople'] as const;
export type Ask = (typeof ASKS)[number];
export type ModuleAsks = Readonly<Record<Ask, readonly string[]>>;

/**
 * Those that this program can give. `reads`: sections of the program whose records fields of the module name. `publicRead` and `publicWrite`:
 * sections of its own that anybody may read or send to. `personal`: fields that tell who somebody is and that anybody may read, as
 * `section.field`. `pages`: its pages on the site. `mailTo`: settings with addresses that hear of what was sent.
 * `mailPeople`: fields as `section.field` with addresses that steps of records write to.
 */
export const GRANTED_ASKS: ReadonlySet<Ask> = new Set<Ask>([
  'reads',
  'publicRead',
  'personal',
  'publicWrite',
  'pages',
  'mailTo',
  'mailPeople',
]);

export interface ModuleTexts {
  readonly 'zh-cn': string;
  readonly en: string;
}

/** `module.json` of a package: what it is, what it needs and what it asks for. Versions and ranges are those of semver. */
export interface ModuleManifest {
  readonly uid: string;
  readonly version: string;
  readonly title: ModuleTexts;
  readonly intro: ModuleTexts;
  readonly author: string;
  readonly website: string;
  readonly license: string;
  /** A name of the icon libraries, for the module's directory in the menu. */
  readonly icon: string;
  /** Versions of the program that it is made for. */
  readonly troupe: string;
  /** Ranges by the uid of another module. */
  readonly requires: Readonly<Record<string, string>>;
  /** Modules that it cannot stand beside. */
  readonly conflicts: readonly string[];
  readonly asks: ModuleAsks;
  /** Versions of its own that it takes over from. */
  readonly updatesFrom: string;
}

/** Bounds of a package. Bytes and counts; `ratio`: unpacked bytes for each packed one. */
export const PACKAGE_BOUNDS = {
  archiveBytes: 20 * 1_048_576,
  entries: 2000,
  unpackedBytes: 50 * 1_048_576,
  ratio: 100,
  nameLength: 120,
  jsonBytes: 1_048_576,
  jsonDepth: 12,
  textBytes: 200 * 1024,
  assetBytes: 2 * 1_048_576,
  sections: 20,
  rows: 500,
  settings: 30,
  pages: 20,
} as const;

export const MODULE_UID = /^[a-z][a-z0-9]{2,20}$/u;

/** Tables of a module's sections begin so. */
export const tablePrefixOf = (uid: string): string => `m_${uid}_`;
