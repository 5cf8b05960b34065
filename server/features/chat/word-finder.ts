/** A text as words are looked for in it: of one case and width, with the place in the text of whatever each unit of it is a part of. */
export interface FoldedText {
  readonly units: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Finds any of some words, however many they are. */
export interface WordFinder {
  /** Of the longest word, in units. */
  readonly longest: number;
  /** @returns how many units the longest word has that begins there, or 0 */
  lengthAt(units: string, at: number): number;
  isIn(units: string): boolean;
}

/** Upper case first: some letters have two small ones. Of most texts every character is known without asking. */
function foldedCharacter(character: string): string {
  if (character < '\u0080') return character.toLowerCase();
  const isIdeograph = character >= '\u4E00' && character <= '\u9FFF';
  return isIdeograph ? character : character.normalize('NFKC').toUpperCase().toLowerCase();
}

export function foldText(text: string): FoldedText {
  const starts: number[] = [];
  const ends: number[] = [];
  let units = '';
  let at = 0;
  for (const character of text) {
    const folded = foldedCharacter(character);
    for (let index = 0; index < folded.length; index += 1) {
      starts.push(at);
      ends.push(at + character.length);
    }
    units += folded;
    at += character.length;
  }
  return { units, starts, ends };
}

export function wordFinder(words: readonly string[]): WordFinder {
  const folded = [...new Set(words.map((word) => foldText(word).units))].toSorted((one, other) => other.length - one.length);
  const byFirst = Map.groupBy(folded, (word) => word.charAt(0));
  const lengthAt = (units: string, at: number): number =>
    byFirst.get(units.charAt(at))?.find((word) => units.startsWith(word, at))?.length ?? 0;
  return {
    longest: folded[0]?.length ?? 0,
    lengthAt,
    isIn(units) {
      for (let at = 0; at < units.length; at += 1) if (lengthAt(units, at) > 0) return true;
      return false;
    },
  };
}
