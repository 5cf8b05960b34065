/** A placeholder, or two forms of a word of which the first is for one. */
const PLACE = /\{\{\s*([\w.]+)\s*\}\}|\[\[([^|\]]*)\|([^\]]*)\]\]/gu;
const MIXED = /^(?:\p{Script=Han}[A-Za-z]|[A-Za-z]\p{Script=Han})$/u;

/** A space where letters of both kinds come together. */
const gap = (before = '', after = ''): string => (MIXED.test(before + after) ? ' ' : '');

/**
 * A message with its values. `[[record|records]]` is the first word where `count` is one, and between Chinese and Latin letters that
 * come together by a value there is a space, as in every text that is written out.
 */
export function fillMessage(message: string, params: Readonly<Record<string, string | number>>): string {
  return message.replace(PLACE, (place: string, name: string | undefined, one: string, many: string, at: number) => {
    if (name === undefined) return String(params['count']) === '1' ? one : many;
    const value = String(params[name] ?? '');
    return gap(message[at - 1], value[0]) + value + gap(value.at(-1), message[at + place.length]);
  });
}
