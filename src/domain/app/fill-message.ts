/** A placeholder, or two forms of a word of which the first is for one. */
const PLACE = /\{\{\s*([\w.]+)\s*\}\}|\[\[([^|\]]*)\|([^\]]*)\]\]/gu;
const HAN_BEFORE = /\p{Script=Han}$/u;
const HAN_AFTER = /^\p{Script=Han}/u;
const LATIN_FIRST = /^[A-Za-z]/u;
const LATIN_LAST = /[A-Za-z]$/u;

/**
 * A message with its values. `[[record|records]]` is the first word where `count` is one, and between Chinese and Latin letters that
 * come together by a value there is a space, as in every text that is written out.
 */
export function fillMessage(message: string, params: Readonly<Record<string, string | number>>): string {
  return message.replace(PLACE, (place: string, name: string | undefined, one: string, many: string, at: number) => {
    if (name === undefined) return String(params['count']) === '1' ? one : many;
    const value = String(params[name] ?? '');
    const before = HAN_BEFORE.test(message.slice(0, at)) && LATIN_FIRST.test(value) ? ' ' : '';
    const after = LATIN_LAST.test(value) && HAN_AFTER.test(message.slice(at + place.length)) ? ' ' : '';
    return before + value + after;
  });
}
