/** How well something fits what was typed; the smaller the better. */
export type MatchRank = 0 | 1 | 2;

const WORD = /[\p{L}\p{N}]+/gu;

const fold = (text: string): string => text.normalize('NFKC').toLocaleLowerCase().trim();

/**
 * Whether a text fits what was typed: 0 when it begins so, 1 when one of its words does, 2 when it stands anywhere inside; null when
 * it does not. Case and full-width forms are as one. Several typed words must each be found, in any order.
 */
export function matchRank(typed: string, text: string): MatchRank | null {
  const [wanted, given] = [fold(typed), fold(text)];
  if (given.startsWith(wanted)) return 0;
  const ranks = wanted.split(/\s+/u).map((word) => wordRank(word, given));
  if (ranks.includes(null)) return null;
  return ranks.includes(2) ? 2 : 1;
}

function wordRank(word: string, given: string): MatchRank | null {
  const at = given.indexOf(word);
  if (at === -1) return null;
  return (given.match(WORD) ?? []).some((one) => one.startsWith(word)) || at === 0 ? 1 : 2;
}

/**
 * What fits, the best first; among equals the order stays.
 * @param textsOf the texts a thing may be found by; its best one counts
 */
export function ranked<T>(typed: string, things: readonly T[], textsOf: (thing: T) => readonly string[]): readonly T[] {
  if (typed.trim() === '') return things;
  return things
    .flatMap((thing) => {
      const ranks = textsOf(thing).flatMap((text) => matchRank(typed, text) ?? []);
      return ranks.length > 0 ? [{ thing, rank: Math.min(...ranks) }] : [];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ thing }) => thing);
}
