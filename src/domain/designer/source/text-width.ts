/** What takes two columns where every character has the same width: Chinese, Japanese, Korean, full-width forms, pictures. */
const WIDE =
  /[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1d300}-\u{1d37f}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const COMBINING = /\p{Mark}|\p{Cf}/u;

const isPlain = (text: string): boolean => /^[ -~]*$/u.test(text);

/** Columns that a text takes in a source file, by which the formatter breaks lines. */
export function displayWidth(text: string): number {
  if (isPlain(text)) return text.length;
  let columns = 0;
  for (const letter of text) columns += WIDE.test(letter) ? 2 : COMBINING.test(letter) ? 0 : 1;
  return columns;
}
