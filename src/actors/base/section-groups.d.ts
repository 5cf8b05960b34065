/** Made of the folders of the sections by `scripts/build/section-groups.ts`. */
declare module 'virtual:sections' {
  import type { Resource } from '#domain/table/resource';
  import type { SectionHead } from '#domain/shell/section-group';

  export const SECTION_HEADS: readonly SectionHead[];
  /** By the names of the groups. */
  export const SECTION_GROUPS: Readonly<Record<string, () => Promise<Readonly<Record<string, Resource>>>>>;
}

declare module 'virtual:section-words' {
  type Words = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** By language and group: the words of its sections, by their names. */
  export const SECTION_WORDS: Readonly<Record<'zh-cn' | 'en', Readonly<Record<string, () => Promise<{ readonly words: Words }>>>>>;
}

/** What the back office begins with: words of the menu, and how sections are called. */
declare module 'virtual:section-words/zh-cn' {
  export const menu: Readonly<Record<string, string>>;
  export const resources: Readonly<Record<string, { readonly label: string }>>;
}

declare module 'virtual:section-words/en' {
  export const menu: Readonly<Record<string, string>>;
  export const resources: Readonly<Record<string, { readonly label: string }>>;
}
