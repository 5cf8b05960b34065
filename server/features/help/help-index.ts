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

/** An article that has too little of what is asked for is not about it: "what is the weather" shares a word with something, too. */
const LEAST_COVERAGE = 0.34;
/** A single character says little beside a word. */
const CHARACTER_WEIGHT = 0.3;
/** Two neighbours that no article has are the seam between two words more often than a word. */
const SEAM_WEIGHT = 0.35;
/** A word that no article has says that the question is about something else, but people say much that does not matter. */
const UNKNOWN_WEIGHT = 0.85;
/** What a mistyped word, the beginning of one, or one that stands only in the text counts of what is covered. */
const UNSURE_WEIGHT = 0.5;
/** How much it counts that somebody asks nearly in the words of an article, beside how often its words occur. */
const ASK_WEIGHT = 1.5;
/** From here on a word is long enough to be mistyped. */
const TYPO_LENGTH = 5;
const PREFIX_LENGTH = 3;

const isCharacter = (term: string): boolean => isHan(term) && Array.from(term).length === 1;

/**
 * The articles of one language, to be asked by whole questions. Words are weighed by how well they tell articles apart (BM25), and articles
 * then by how near one of their ways of asking is to the question.
 * @param articles each by its own slug
 */
export function createHelpIndex(articles: readonly HelpArticle[]) {
  const index = new MiniSearch<HelpArticle>({
    idField: 'slug',
    fields: ['title', 'asks', 'body'],
    extractField: (article, field) => {
      const value = article[field as keyof HelpArticle];
      return Array.isArray(value) ? value.join('\n') : String(value);
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
  function weightOf(term: string): number {
    const count = holders.get(term) ?? 0;
    const weight = Math.log(1 + articles.length / (count + 0.5));
    if (isCharacter(term)) return weight * CHARACTER_WEIGHT;
    return count > 0 ? weight : weight * (isHan(term) ? SEAM_WEIGHT : UNKNOWN_WEIGHT);
  }
  const sum = (some: Iterable<string>, count: (term: string) => number = weightOf): number =>
    [...some].reduce((total, term) => total + count(term), 0);
  const ways = new Map(articles.map(({ slug, title, asks }) => [slug, [title, ...asks].map((way) => new Set(helpTerms(way)))]));
  const likeness = (question: ReadonlySet<string>, way: ReadonlySet<string>): number =>
    sum(question.intersection(way)) / Math.sqrt(sum(question) * sum(way) || 1);

  return {
    /** The best first; none whose terms cover too little of the question. */
    search(question: string, isOpen: (slug: string) => boolean): readonly RankedArticle[] {
      const terms = new Set(helpTerms(question));
      const whole = sum(terms);
      const found = index.search(question, { filter: ({ id }) => isOpen(id as string) });
      const top = found[0]?.score ?? 1;
      return found
        .map(({ id, score, queryTerms, match }) => {
          const nearest = Math.max(...(ways.get(id as string) ?? []).map((way) => likeness(terms, way)));
          const covered = new Set(queryTerms);
          const isSure = (term: string): boolean => (match[term] ?? []).some((field) => field !== 'body');
          const coverage = sum(covered, (term) => weightOf(term) * (isSure(term) ? 1 : UNSURE_WEIGHT));
          return { slug: id as string, score: score / top + ASK_WEIGHT * nearest, terms: [...covered], coverage };
        })
        .filter(({ coverage }) => coverage >= whole * LEAST_COVERAGE)
        .sort((a, b) => b.score - a.score);
    },
  };
}

export type HelpIndex = ReturnType<typeof createHelpIndex>;
