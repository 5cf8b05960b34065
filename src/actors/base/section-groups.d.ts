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

declare module 'virtual:page-words' {
  type Texts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** By language and by what the address leads to: all texts that a first page begins with. */
  export const PAGE_WORDS: Readonly<Record<'zh-cn' | 'en', Readonly<Record<string, () => Promise<{ readonly words: Texts }>>>>>;
  /** Which of them has a namespace, for whoever comes from another page. */
  export const WORDS_WITH: Readonly<Record<string, string>>;
}
