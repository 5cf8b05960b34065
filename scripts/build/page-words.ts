import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '../../src/domain/base/language.ts';
import { BASE_WORDS, PAGE_WORDS, pageWordsSource, type WordsOf } from '../../server/adapters/pages/page-parts.ts';

const NAME = /^page-(?<of>\w+)\.(?<language>[\w-]+)$/u;
const PAGES = Object.keys(PAGE_WORDS) as WordsOf[];

const fileOf = (language: Language, namespace: string): string => `locales/${language}/${namespace}.json`;

/** How the client asks for the texts of first pages, and which of those files has a namespace: the smallest, where several do. */
export function pageWordsIndex(): string {
  const loads = LANGUAGES.map(
    (language) =>
      `${JSON.stringify(language)}: { ${PAGES.map((of) => `${of}: () => import('/${pageWordsSource(of, language)}')`).join(', ')} }`,
  );
  const homes = PAGES.toSorted((a, b) => PAGE_WORDS[b].length - PAGE_WORDS[a].length).flatMap((of) =>
    PAGE_WORDS[of].map((namespace) => [namespace, of] as const),
  );
  return `export const PAGE_WORDS = { ${loads.join(', ')} };
export const WORDS_WITH = ${JSON.stringify(Object.fromEntries(homes))};`;
}

/** The message files that a made file holds. */
export function wordsFilesOf(name: string): readonly string[] {
  const { of, language } = NAME.exec(name)?.groups ?? {};
  return of === undefined ? [] : [...BASE_WORDS, ...PAGE_WORDS[of as WordsOf]].map((namespace) => fileOf(language as Language, namespace));
}

/**
 * All texts that a page begins with as one file: those of every page, which each of these files has, and its own.
 * @param more what stands in the folders of the sections, by namespace
 */
export function pageWords(root: string, name: string, more: Readonly<Record<string, object>>): string {
  const trees = wordsFilesOf(name).map((file) => {
    const namespace = /(?<namespace>\w+)\.json$/u.exec(file)?.groups?.['namespace'] ?? '';
    const tree = JSON.parse(readFileSync(join(root, file), 'utf8')) as object;
    return [namespace, { ...tree, ...more[namespace] }] as const;
  });
  return `export const words = ${JSON.stringify(Object.fromEntries(trees))};`;
}
