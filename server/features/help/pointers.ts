import type { HelpArticle } from '#domain/help/article';
import { isHan, isSmall, smallTerms } from '#domain/help/terms';

/** What a title counts beside one of the ways of asking, and a line of the text. */
const TITLE_COUNT = 2;
const LINE_COUNT = 0.1;
/** Which share of an article's words begins to point to it. */
const FIRST_SHARE = 0.05;
/** Brings the sum near to what an article is else found by. */
const SCALE = 1 / 3;

const countOf = (term: string): number => {
  if (isSmall(term)) return 0.5;
  return isHan(term) && Array.from(term).length === 1 ? 0.3 : 1;
};

/**
 * To which articles words point, by how often people ask for each with them: also the small ones, which say little of what it is about and much of what somebody wants ("who", "only", "make"). Each way of asking counts once, however long it is.
 * @returns for the terms of a question how much they point to each article, beside all others
 */
export function createPointers(
  articles: readonly Pick<HelpArticle, 'slug' | 'title' | 'asks' | 'also' | 'body'>[],
  termsOf: (text: string) => readonly string[],
) {
  const counts = new Map<string, number[]>();
  const wholes = articles.map(() => 0);
  articles.forEach(({ title, asks, also, body }, place) => {
    const add = (words: string, count: number): void => {
      const terms = new Set([...termsOf(words), ...smallTerms(words)]);
      const length = Math.sqrt(Math.sqrt([...terms].reduce((sum, term) => sum + countOf(term) ** 2, 0)));
      for (const term of terms) {
        const some = counts.get(term) ?? articles.map(() => 0);
        some[place]! += (count * countOf(term)) / length;
        counts.set(term, some);
        wholes[place]! += (count * countOf(term)) / length;
      }
    };
    add(title, TITLE_COUNT);
    for (const way of [...asks, ...also]) add(way, 1);
    for (const line of body.split('\n')) add(line, LINE_COUNT);
  });
  const usual = wholes.reduce((sum, whole) => sum + whole, 0) / wholes.length;
  const pointing = new Map(
    [...counts].map(([term, some]) => {
      const shares = some.map((count, place) => Math.log1p(count / (wholes[place]! / usual) / FIRST_SHARE));
      const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
      return [term, shares.map((share) => share - mean)] as const;
    }),
  );

  return (question: readonly string[]): ReadonlyMap<string, number> => {
    const terms = [...new Set(question)];
    const whole = terms.reduce((sum, term) => sum + countOf(term), 0) || 1;
    return new Map(
      articles.map(({ slug }, place) => [
        slug,
        (SCALE * terms.reduce((sum, term) => sum + countOf(term) * (pointing.get(term)?.[place] ?? 0), 0)) / whole,
      ]),
    );
  };
}
