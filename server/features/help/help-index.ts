import MiniSearch from 'minisearch';
import type { HelpArticle } from '#domain/help/article';
import { hasHan, helpTerms, isHan, smallTerms } from '#domain/help/terms';
import { createPointers } from './pointers.ts';

export interface RankedArticle {
  readonly slug: string;
  /** Larger is better; comparable within one question only. */
  readonly score: number;
  /** Which terms of the question it has. */
  readonly terms: readonly string[];
}

/** An article that has too little of what is asked for is not about it: "what is the weather" shares a word with something, too. */
const LEAST_COVERAGE = { han: 0.18, latin: 0.32 };
/**
 * The same of all by which an article is judged. Chinese has terms where two words meet, which none has and which lower the coverage; hence the lower one, and this beside it.
 */
const LEAST_OF_ALL = { han: 0.9, latin: 0 };
/** A single character says little beside a word. */
const CHARACTER_WEIGHT = 0.3;
/** Two neighbours that no article has are the seam between two words more often than a word. */
const SEAM_WEIGHT = 0.35;
/** A word that no article has says that the question is about something else, but people say much that does not matter. */
const UNKNOWN_WEIGHT = 0.85;
/** What a single character, or a word that stands only in the text, counts of what is covered. */
const UNSURE_WEIGHT = 0.5;
/** The same of a mistyped word, and of one that is only the beginning of another. */
const GUESS_WEIGHT = 0.35;
/** Where a word says most of what an article is about. */
const FIELD_WEIGHTS = { title: 3, asks: 3, also: 3, body: 1 };
/** How much it counts that an article has the words at all. */
const HAVING_WEIGHT = 0.5;
/** How much it counts that somebody asks nearly in the words of an article, beside how often its words occur. */
const ASK_WEIGHT = 0.8;
/** Which share of that the ways of asking have, the nearest first: one alone may be near by chance. */
const NEAREST_SHARES = [0.6, 0.25, 0.15];
/** How much it counts that an article has all that is asked for, and not one word of it often. */
const COVERAGE_WEIGHT = 0.5;
/** How much it counts to which article the words of a question point as people use them, beside whether it has them. */
const POINTER_WEIGHT = 1;
/** How near an article is by what it is also called, beside its title and its ways of asking. */
const ALSO_SHARE = 0.9;
/** From here on a word is long enough to be mistyped. */
const TYPO_LENGTH = 5;
const PREFIX_LENGTH = 3;

const isCharacter = (term: string): boolean => isHan(term) && Array.from(term).length === 1;

/** How sure it is that an article has a term, by the fields in which this stands there as it is. */
function sureness(term: string, fields: readonly string[] | undefined): number {
  if (!fields) return GUESS_WEIGHT;
  return isCharacter(term) || fields.every((field) => field === 'body') ? UNSURE_WEIGHT : 1;
}

/** Terms of texts, of each line once: cutting Chinese into words is most of what an index costs. */
function remembered(): (text: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (text) =>
    text.split('\n').flatMap((line) => {
      const terms = known.get(line) ?? helpTerms(line);
      known.set(line, terms);
      return terms;
    });
}

/**
 * The articles of one language, to be asked by whole questions. Words are weighed by how well they tell articles apart (BM25), and articles
 * then by how near their ways of asking are to the question, and by how much of it they have.
 * @param articles each by its own slug
 */
export function createHelpIndex(articles: readonly HelpArticle[]) {
  const termsOf = remembered();
  const index = new MiniSearch<HelpArticle>({
    idField: 'slug',
    fields: ['title', 'asks', 'also', 'body'],
    extractField: (article, field) => {
      const value = article[field as keyof HelpArticle];
      return Array.isArray(value) ? value.join('\n') : String(value);
    },
    tokenize: (text) => [...termsOf(text)],
    processTerm: (term) => term,
    searchOptions: {
      boost: FIELD_WEIGHTS,
      boostTerm: (term) => (isCharacter(term) ? CHARACTER_WEIGHT : 1),
      prefix: (term) => !isHan(term) && term.length >= PREFIX_LENGTH,
      fuzzy: (term) => (!isHan(term) && term.length >= TYPO_LENGTH ? 1 : false),
      weights: { prefix: 0.4, fuzzy: 0.3 },
    },
  });
  index.addAll(articles);

  const holders = new Map<string, number>();
  for (const { title, asks, also, body } of articles)
    for (const term of new Set(termsOf([title, ...asks, ...also, body].join('\n')))) holders.set(term, (holders.get(term) ?? 0) + 1);
  /** How much a term tells articles apart; one that none has tells most. */
  function weightOf(term: string): number {
    const count = holders.get(term) ?? 0;
    const weight = Math.log(1 + articles.length / (count + 0.5));
    if (isCharacter(term)) return weight * CHARACTER_WEIGHT;
    return count > 0 ? weight : weight * (isHan(term) ? SEAM_WEIGHT : UNKNOWN_WEIGHT);
  }
  const sum = (some: Iterable<string>, count: (term: string) => number = weightOf): number =>
    [...some].reduce((total, term) => total + count(term), 0);
  const ways = new Map(
    articles.map(({ slug, title, asks, also }) => [
      slug,
      [
        ...[title, ...asks].map((way) => ({ terms: new Set(termsOf(way)), share: 1 })),
        ...also.map((way) => ({ terms: new Set(termsOf(way)), share: ALSO_SHARE })),
      ],
    ]),
  );
  const pointers = createPointers(articles, termsOf);
  const likeness = (question: ReadonlySet<string>, way: ReadonlySet<string>): number =>
    sum(question.intersection(way)) / Math.sqrt(sum(question) * sum(way) || 1);

  return {
    /** The best first; none whose terms cover too little of the question. */
    search(question: string, isOpen: (slug: string) => boolean): readonly RankedArticle[] {
      const terms = new Set(helpTerms(question));
      const whole = sum(terms);
      const script = hasHan(question) ? 'han' : 'latin';
      const found = index.search(question, { filter: ({ id }) => isOpen(id as string) });
      const top = found[0]?.score ?? 1;
      const pointed = pointers([...terms, ...smallTerms(question)]);
      const ranked = found.map(({ id, score, queryTerms, match }) => {
        const near = ways
          .get(id as string)!
          .map((way) => way.share * likeness(terms, way.terms))
          .sort((a, b) => b - a);
        const nearness = NEAREST_SHARES.reduce((total, share, place) => total + share * (near[place] ?? 0), 0);
        const covered = new Set(queryTerms);
        const coverage = sum(covered, (term) => weightOf(term) * sureness(term, match[term])) / whole;
        const pointing = pointed.get(id as string) ?? 0;
        const total = (HAVING_WEIGHT * score) / top + ASK_WEIGHT * nearness + COVERAGE_WEIGHT * coverage + POINTER_WEIGHT * pointing;
        return { slug: id as string, score: total, terms: [...covered], coverage, all: coverage + nearness + pointing };
      });
      return ranked
        .filter(({ coverage, all }) => coverage >= LEAST_COVERAGE[script] && all >= LEAST_OF_ALL[script])
        .sort((a, b) => b.score - a.score);
    },
  };
}

export type HelpIndex = ReturnType<typeof createHelpIndex>;
