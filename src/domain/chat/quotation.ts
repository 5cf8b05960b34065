/** Most that is quoted of an answer in which nothing is selected: its beginning says which it is. */
const WHOLE_LENGTH = 400;

/** What a question holds once a passage is quoted in it: the passage as Markdown behind what was typed, and room for what is asked of it. */
export function withQuotation(typed: string, passage: string): string {
  const quoted = passage
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
  const before = typed.trimEnd();
  return `${before === '' ? '' : `${before}\n\n`}${quoted}\n\n`;
}

/** The beginning of an answer, to its last whole paragraph, line or word that has room. */
export function beginningOf(text: string): string {
  const whole = text.trim();
  if (whole.length <= WHOLE_LENGTH) return whole;
  const begun = whole.slice(0, WHOLE_LENGTH).toWellFormed().replace(/�$/u, '');
  const end = ['\n\n', '\n', ' '].map((mark) => begun.lastIndexOf(mark)).find((at) => at > WHOLE_LENGTH / 2);
  return `${begun.slice(0, end).trimEnd()} …`;
}
