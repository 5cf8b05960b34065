import { shortened } from '#domain/fields/shortened';
import { helpTerms } from '#domain/help/terms';

const EXCERPT_LENGTH = 160;

/** What a paragraph of Markdown says, without its marks. */
export const plainParagraph = (markdown: string): string =>
  markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replaceAll(/^\s*(?:#{1,6}|[-*]|\d+\.|>)\s+/gmu, '')
    .replaceAll(/\*\*|`/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();

/** Paragraphs and the points of lists; headings, and steps, which say nothing alone, are passed over. */
const passages = (body: string): readonly string[] =>
  body
    .split(/\n\s*\n/u)
    .flatMap((block) => (/^\s*- /u.test(block) ? block.split(/\n(?=\s*- )/u) : [block]))
    .filter((block) => !/^(?:#|\s*\d+\. )/u.test(block));

/** The passage that has most of the terms that were asked for, the first of several. */
export function excerptOf(body: string, terms: readonly string[]): string {
  const wanted = new Set(terms);
  const found = passages(body).map((text) => ({ text, hits: new Set(helpTerms(text)).intersection(wanted).size }));
  const best = found.reduce((top, one) => (one.hits > top.hits ? one : top), found[0] ?? { text: '', hits: 0 });
  return shortened(plainParagraph(best.text), EXCERPT_LENGTH);
}
