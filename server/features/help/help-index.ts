import MiniSearch from 'minisearch';
import type { HelpArticle } from '#domain/help/article';
import { helpTerms, isHan } from '#domain/help/terms';

export interface RankedArticle {
  readonly slug: string;
  /** Larger is better; comparable within one question only. */
  readonly score: number;
  /** Which terms of the question it has. */
  readonly terms: readonly string[];
}

/** Whose terms an article's hits lie below is not about it: "what is the weather" shares a word with something, too. */
const LEAST_COVERAGE = 0.3;
/** A single character says little beside a word. */
const CHARACTER_WEIGHT = 0.3;
/** From here on a word is long enough to be mistyped. */
const TYPO_LENGTH = 5;
const PREFIX_LENGTH = 3;

const isCharacter = (term: string): boolean => isHan(term) && Array.from(term).length === 1;

/**
 * The articles of one language, to be asked by whole questions.
 * @param articles each by its own slug
 */
export function createHelpIndex(articles: readonly HelpArticle[]) {
  const index = new MiniSearch<HelpArticle>({
    idField: 'slug',
    fields: ['title', 'asks', 'body'],
    extractField: (article, field) => {
      const value = article[field as keyof HelpArticle];
      return typeof value === 'string' ? value : value.join('\n');
    },
    tokenize: helpTerms,
    processTerm: (term) => term,
    searchOptions: {
      boost: { title: 3, asks: 3 },
      boostTerm: (term) => (isCharacter(term) ? CHARACTER_WEIGHT : 1),
      prefix: (term) => !isHan(term) && term.length >= PREFIX_LENGTH,
      fuzzy: (term) => (!isHan(term) && term.length >= TYPO_LENGTH ? 1 : false),
      weights: { prefix: 0.4, fuzzy: 0.3 },
    },
  });
  index.addAll(articles);

  const holders = new Map<string, number>();
  for (const { title, asks, body } of articles)
    for (const term of new Set(helpTerms([title, ...asks, body].join('\n')))) holders.set(term, (holders.get(term) ?? 0) + 1);
  /** How much a term tells articles apart; one that none has tells most. */
  const weightOf = (term: string): number =>
    Math.log(1 + articles.length / ((holders.get(term) ?? 0) + 0.5)) * (isCharacter(term) ? CHARACTER_WEIGHT : 1);

  const sum = (some: Iterable<string>): number => [...some].reduce((total, term) => total + weightOf(term), 0);

  return {
    /** The best first; none whose terms cover too little of the question. */
    search(question: string, isOpen: (slug: string) => boolean): readonly RankedArticle[] {
      const terms = new Set(helpTerms(question));
      const whole = sum(terms);
      return index
        .search(question, { filter: ({ id }) => isOpen(id as string) })
        .map(({ id, score, queryTerms }) => ({ slug: id as string, score, terms: [...new Set(queryTerms)] }))
        .filter((one) => sum(one.terms) >= whole * LEAST_COVERAGE);
    },
  };
}

export type HelpIndex = ReturnType<typeof createHelpIndex>;
