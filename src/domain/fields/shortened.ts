/** What goes on where a text is cut: a letter of a writing that has blanks between its words, or a figure. */
const GOES_ON = /^[\p{Script=Latin}\p{N}'’]/u;
const OPEN_WORD = /[\p{Script=Latin}\p{N}'’-]+$/u;
const LOOSE_ENDS = /[\s,;:，、；：（(“—–-]+$/u;

/**
 * The beginning of a text, cut between words where its writing has any, and never inside a character.
 * @param length most characters of what comes back, the sign of what is missing among them
 */
export function shortened(text: string, length: number): string {
  const characters = Array.from(text);
  if (characters.length <= length) return text;
  const kept = characters.slice(0, length - 1).join('');
  // A word as long as all of it, such as an address, is cut where the room ends.
  const whole = GOES_ON.test(characters[length - 1] ?? '') ? kept.replace(OPEN_WORD, '').trimEnd() || kept : kept;
  return `${whole.replace(LOOSE_ENDS, '')}…`;
}
