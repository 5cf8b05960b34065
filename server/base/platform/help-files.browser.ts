import type { Texts } from '#domain/fields/kinds/base/declared';

type Language = keyof Texts;

const FILES: Readonly<Record<string, string>> = import.meta.glob('../../../help/*/*.md', { eager: true, query: '?raw', import: 'default' });

/** The same of a build. */
export const readHelpFiles = (language: Language): readonly { readonly slug: string; readonly text: string }[] =>
  Object.entries(FILES)
    .filter(([path]) => path.includes(`/help/${language}/`))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, text]) => ({ slug: path.slice(path.lastIndexOf('/') + 1, -'.md'.length), text }));
