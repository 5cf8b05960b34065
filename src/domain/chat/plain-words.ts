/** The words of a Markdown text without its marks: what stands where nothing is drawn, such as in the line of a list, or is read out. */
export const withoutMarks = (markdown: string): string =>
  markdown
    .replaceAll(/^ {0,3}(?:`{3,}|~{3,}).*$/gmu, '')
    .replaceAll(/!?\[([^[\]\n]*)\]\([^)\n]*\)/gu, '$1')
    // Between header and rows of a table stand lines alone.
    .replaceAll(/^[ \t|:-]*-{2,}[ \t|:-]*$/gmu, '')
    .replaceAll(/^[ \t]*(?:#{1,6}|>+|[-*+]|\d{1,9}[.)])[ \t]+/gmu, '')
    .replaceAll(/^[ \t]*\|[ \t]*|[ \t]*\|[ \t]*$/gmu, '')
    .replaceAll(/[ \t]*\|[ \t]*/gu, ', ')
    // Signs of a fence within a line are no words, whether they are a pair or not.
    .replaceAll(/`{3,}/gu, '')
    .replaceAll(/(\*\*|__|~~|`+)(?=\S)(.+?)\1/gu, '$2')
    .replaceAll(/(?<![\p{L}\p{N}])([*_])(?=\S)(.+?)\1(?![\p{L}\p{N}])/gu, '$2');

/** Letters around what was found. */
const BEFORE = 30;
const LENGTH = 120;
/** As much of the text as is read for that: marks end within it, and no text takes longer than another. */
const READ_BEFORE = 300;
const READ_BEHIND = 600;

const found = (whole: string, wanted: string): number => whole.toLowerCase().indexOf(wanted.toLowerCase());

/** Where a line begins that is not far above, if one does: marks at the beginning of lines are told by it. */
const beginningOf = (markdown: string, at: number): number =>
  Math.max(0, at - READ_BEFORE, markdown.lastIndexOf('\n', Math.max(0, at - BEFORE)) + 1);

/** A few words of a Markdown text around those that were looked for; its source where they are in an address or between marks. */
export function excerptAround(markdown: string, wanted: string): string {
  const at = Math.max(0, found(markdown, wanted));
  const begin = beginningOf(markdown, at);
  const end = at + wanted.length + READ_BEHIND;
  const source = markdown.slice(begin, end);
  const bare = withoutMarks(source);
  const words = (found(bare, wanted) === -1 ? source : bare).trim();
  const from = Math.max(0, found(words, wanted) - BEFORE);
  const cut = words.slice(from, from + LENGTH).replaceAll(/\s+/gu, ' ');
  const isCutBehind = from + LENGTH < words.length || markdown.slice(end).trim() !== '';
  return `${from > 0 || markdown.slice(0, begin).trim() !== '' ? '…' : ''}${cut}${isCutBehind ? '…' : ''}`.toWellFormed();
}
