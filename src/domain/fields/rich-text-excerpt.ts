import { shortened } from './shortened.ts';

const EXCERPT_LENGTH = 201;
/** A list does not read whole books. */
const READ_LENGTH = 4000;

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', amp: '&' };

function characterOf(whole: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
  const code = /^#x/iu.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return Number.isInteger(code) && code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
}

/**
 * The first words of a rich text, for a line in a list. It is text and only ever shown as text: nothing relies on it being clean.
 * @returns '' for a text that is only pictures
 */
export function richTextExcerpt(html: string): string {
  const words = html
    .slice(0, READ_LENGTH)
    .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/giu, ' ')
    .replace(/<!--[\s\S]*?-->/gu, '')
    .replace(/<\/?(?:strong|b|em|i|u|s|del|sub|sup|mark|code|a|span)\b[^>]*>/giu, '')
    .replace(/<[a-z/!][^>]*(?:>|$)/giu, ' ')
    .replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,4});/giu, characterOf)
    .replace(/\s+/gu, ' ')
    // Between Chinese sentences no space stands, though a paragraph ended there. The closing quotation mark is English as well.
    .replace(/(?<=[、。，！？；：）]|[\p{Script=Han}、。，！？；：）]”) |(?<=”) (?=\p{Script=Han})/gu, '')
    .trim();
  return shortened(words, EXCERPT_LENGTH);
}
