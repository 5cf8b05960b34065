import { parseHelpArticle, type HelpArticle } from '#domain/help/article';
import { readHelpFiles } from '../../base/platform/help-files.ts';
import { LANGUAGES, type Language } from '../../base/messages.ts';

/** The articles of each language by their slugs; each has the same ones. */
export type HelpBooks = Readonly<Record<Language, ReadonlyMap<string, HelpArticle>>>;

/** What must not differ between the languages of an article. */
const factsOf = ({ route, audience, node, isFirst }: HelpArticle): string => JSON.stringify([route, audience, node, isFirst]);

/** @throws where an article cannot be read, or differs between the languages in more than its words */
export function readHelpBooks(filesOf: typeof readHelpFiles = readHelpFiles): HelpBooks {
  const bookOf = (language: Language): ReadonlyMap<string, HelpArticle> =>
    new Map(filesOf(language).map(({ slug, text }) => [slug, parseHelpArticle(slug, text)]));
  const books = Object.fromEntries(LANGUAGES.map((language) => [language, bookOf(language)])) as Record<
    Language,
    ReturnType<typeof bookOf>
  >;
  const slugs = new Set(LANGUAGES.flatMap((language) => [...books[language].keys()]));
  for (const slug of slugs) {
    const facts = LANGUAGES.map((language) => books[language].get(slug));
    if (facts.includes(undefined)) throw new Error(`The help article ${slug} is missing in a language`);
    if (new Set(facts.map((article) => factsOf(article!))).size > 1)
      throw new Error(`The help article ${slug} is about different pages, or for different readers, in its languages`);
  }
  return books;
}
