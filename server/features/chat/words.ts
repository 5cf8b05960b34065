import { CHAT_SETTING_MEMORY_MS } from './base/limits.ts';
import { memoizeTtl } from '../../base/memoize-ttl.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { ModelError } from './answer/chat-model.ts';
import { isHighSurrogate, type TextGate } from './answer/text-gate.ts';
import { foldText, type WordFinder, wordFinder } from './word-finder.ts';

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

type Finders = Readonly<Record<Word['deed'], WordFinder>>;

const OPEN: TextGate = { push: (piece) => piece, rest: () => '' };

/**
 * Of words that begin at one place the longest is masked. What is known of a text is kept unmasked until no word can begin in it whose end
 * is still to come, so that what comes of it does not depend on how it was cut into pieces.
 */
function gateOf({ refuse, mask }: Finders): TextGate {
  const longest = Math.max(refuse.longest, mask.longest);
  if (longest === 0) return OPEN;
  let text = '';
  /** So many characters of it have been given out. */
  let told = 0;

  function advance(isWhole: boolean): string {
    // Half a character is no text that a database keeps.
    const known = !isWhole && isHighSurrogate(text.charCodeAt(text.length - 1)) ? text.slice(0, -1) : text;
    const { units, starts, ends } = foldText(known);
    if (refuse.isIn(units)) throw new ModelError('wordRefused');
    const placeOf = (at: number): number => starts[at] ?? known.length;
    const sure = isWhole ? units.length : Math.max(0, units.length - longest + 1);
    let given = '';
    let at = 0;
    for (;;) {
      while (at < units.length && placeOf(at) < told) at += 1;
      while (at < sure && mask.lengthAt(units, at) === 0) at += 1;
      given += known.slice(told, placeOf(at));
      told = Math.max(told, placeOf(at));
      if (at >= sure) break;
      at += mask.lengthAt(units, at);
      const end = ends[at - 1] ?? known.length;
      given += '*'.repeat(end - told);
      told = end;
    }
    const dropped = Math.min(told, placeOf(sure));
    text = text.slice(dropped);
    told -= dropped;
    return given;
  }

  return {
    push(piece) {
      text += piece;
      return advance(false);
    },
    rest: () => advance(true),
  };
}

export function siteWordsOf(words: readonly Word[]): SiteWords {
  const of = (place: 'question' | 'answer', deed: Word['deed']): WordFinder =>
    wordFinder(words.filter((word) => [place, 'both'].includes(word.place) && word.deed === deed).map(({ pattern }) => pattern));
  const findersOf = (place: 'question' | 'answer'): Finders => ({ refuse: of(place, 'refuse'), mask: of(place, 'mask') });
  const [inQuestions, inAnswers] = [findersOf('question'), findersOf('answer')];
  const noWords = wordFinder([]);
  return {
    isRefused: (question) => inQuestions.refuse.isIn(foldText(question).units),
    masked(question) {
      const gate = gateOf({ refuse: noWords, mask: inQuestions.mask });
      return gate.push(question) + gate.rest();
    },
    gate: () => gateOf(inAnswers),
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
          .execute(),
      ),
    CHAT_SETTING_MEMORY_MS,
    ports.clock,
  );
