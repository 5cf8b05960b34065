/** Scripts that write words, or large parts of them, with one character. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** Roughly what a text costs, where a provider does not say: a token a character of Chinese, Japanese or Korean, else one for three. */
export function tokensIn(text: string): number {
  const others = text.replaceAll(DENSE, '');
  const dense = text.length === others.length ? 0 : (text.match(DENSE)?.length ?? 0);
  return dense + Math.ceil(others.length / 3);
}
