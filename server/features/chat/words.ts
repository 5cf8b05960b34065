import { CHAT_SETTING_MEMORY_MS } from './base/limits.ts';
import { memoizeTtl } from '../../ports/memoize-ttl.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { ModelError } from './answer/chat-model.ts';
import { isHighSurrogate, type TextGate } from './answer/text-gate.ts';

interface Word {
  readonly pattern: string;
  readonly place: 'question' | 'answer' | 'both';
  readonly deed: 'refuse' | 'mask';
}

/** Words that the site does not want, as they stand now. */
export interface SiteWords {
  isRefused(question: string): boolean;
  /** A question as it goes to a model. */
  masked(question: string): string;
  /** What an answer passes: wanted words are masked, others end it. */
  gate(): TextGate;
}

const MOST_WORDS = 1000;

/** One expression of all of them; each stands for itself, whatever its case. */
function expressionOf(words: readonly string[]): RegExp | null {
  if (words.length === 0) return null;
  return new RegExp(words.map((word) => RegExp.escape(word)).join('|'), 'giu');
}

const stars = (found: string): string => '*'.repeat(found.length);

const found = (expression: RegExp | null, text: string): boolean => expression !== null && text.search(expression) >= 0;
const mask = (expression: RegExp | null, text: string): string => (expression === null ? text : text.replace(expression, stars));

export function siteWordsOf(words: readonly Word[]): SiteWords {
  const of = (place: 'question' | 'answer', deed: Word['deed']): RegExp | null =>
    expressionOf(words.filter((word) => [place, 'both'].includes(word.place) && word.deed === deed).map(({ pattern }) => pattern));
  const inQuestions = { refuse: of('question', 'refuse'), mask: of('question', 'mask') };
  const inAnswers = { refuse: of('answer', 'refuse'), mask: of('answer', 'mask') };
  const longest = Math.max(1, ...words.filter(({ place }) => place !== 'question').map(({ pattern }) => pattern.length));
  const judge = (text: string): string => {
    if (found(inAnswers.refuse, text)) throw new ModelError('wordRefused');
    return mask(inAnswers.mask, text);
  };
  return {
    isRefused: (question) => found(inQuestions.refuse, question),
    masked: (question) => mask(inQuestions.mask, question),
    gate() {
      // The beginning of a word may be the end of a piece.
      let held = '';
      return {
        push(piece) {
          const text = judge(held + piece);
          let cut = Math.max(0, text.length - longest + 1);
          // Half a character is no text that a database keeps.
          if (isHighSurrogate(text.charCodeAt(cut - 1))) cut -= 1;
          held = text.slice(cut);
          return text.slice(0, cut);
        },
        rest: () => held,
      };
    },
  };
}

export const createSiteWords = (ports: Pick<ServerPorts, 'database' | 'clock'>): (() => Promise<SiteWords>) =>
  memoizeTtl(
    async () =>
      siteWordsOf(
        await ports.database.kysely
          .selectFrom('chat_word')
          .select(['pattern', 'place', 'deed'])
          .where('status', '=', '1')
          .where('pattern', '<>', '')
          .orderBy('id')
          .limit(MOST_WORDS)
          .execute(),
      ),
    CHAT_SETTING_MEMORY_MS,
    ports.clock,
  );
