/** Beginnings and ends of what writes words, or large parts of them, with one character: kana, Chinese characters, Hangul, in order. */
const DENSE = [
  [0x11_00, 0x11_ff],
  [0x2e_80, 0x2f_df],
  [0x30_05, 0x30_07],
  [0x30_21, 0x30_ff],
  [0x31_30, 0x31_8f],
  [0x31_a0, 0x31_ff],
  [0x34_00, 0x4d_bf],
  [0x4e_00, 0x9f_ff],
  [0xac_00, 0xd7_a3],
  [0xf9_00, 0xfa_ff],
  [0xff_66, 0xff_dc],
] as const;

const isDense = (code: number): boolean => code >= DENSE[0][0] && DENSE.some(([from, to]) => code >= from && code <= to);
/** Characters beyond the first plane, of which nearly all texts that have any have Chinese ones or pictures. */
const isPair = (code: number): boolean => code >= 0xd8_00 && code <= 0xdb_ff;

/**
 * Roughly what a text costs, where a provider does not say: a token a character of Chinese, Japanese or Korean, else one for three. It counts
 * unit by unit, since texts of millions of them are weighed.
 */
export function tokensIn(text: string): number {
  let [dense, others] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isPair(code)) at += 1;
    if (isPair(code) || isDense(code)) dense += 1;
    else others += 1;
  }
  return dense + Math.ceil(others / 3);
}
