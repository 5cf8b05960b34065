import { readFileSync } from 'node:fs';
import { sectionMessages, type SectionTexts } from '#domain/table/section-folder';
import { sectionFiles } from '#server/base/platform/section-files';
import { fillMessage } from '#domain/app/fill-message';

export type Language = 'zh-cn' | 'en';

type Tree = Readonly<Record<string, unknown>>;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

const read = (path: string): Tree => JSON.parse(readFileSync(path, 'utf8')) as Tree;

/** What the sections' folders add to the words of a namespace. */
function wordsOfSections(language: Language): Readonly<Record<string, Tree>> {
  const texts = sectionFiles(`${language}.json`).map(({ path }) => [path, read(path) as SectionTexts] as const);
  return sectionMessages(Object.fromEntries(texts));
}

/** The product's own words: a test looks for what people read, in either language. */
export function wordsOf(language: Language): (key: string, params?: Readonly<Record<string, string | number>>) => string {
  const ofSections = wordsOfSections(language);
  return (key, params = {}) => {
    const [namespace = '', ...path] = key.split('.');
    const file = { ...read(`locales/${language}/${namespace}.json`), ...ofSections[namespace] };
    const found = path.reduce<unknown>((value, name) => (isTree(value) ? value[name] : undefined), file) ?? file[path.join('.')];
    if (typeof found !== 'string') throw new Error(`no message ${key} in ${language}`);
    return fillMessage(found, params);
  };
}
