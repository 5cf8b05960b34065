import { fenceReader } from './fence.ts';

/** Code between marks of one or more, which is left as it is; no line of code is longer. */
const CODE = /(?<!`)(`{1,20})(?!`)[^`](?:.{0,2000}?[^`])?\1(?!`)/gsu;
/** `\( … \)`, `\[ … \]`, and `$ … $` where it does not stand for money. */
const BRACKETS = /\\\((.{1,1000}?)\\\)|\\\[(.{1,2000}?)\\\]/gsu;
const DOLLARS = /(?<![\\$\w])\$(?![\s$])([^$\n]{1,300}?)(?<![\s\\])\$(?![\w$])/gu;
const IS_FORMULA = /[\\^_={}<>+*/|]|^[A-Za-z]$/u;

/** Whether a text may hold formulae at all. */
export const mayHaveFormulae = (markdown: string): boolean => /\$|\\[([]/u.test(markdown);

function marked(text: string): string {
  return text
    .replaceAll(BRACKETS, (_whole, inLine?: string, apart?: string) =>
      apart === undefined ? `$$${inLine}$$` : `\n\n$$\n${apart.trim()}\n$$\n\n`,
    )
    .replaceAll(DOLLARS, (whole: string, formula: string) => (IS_FORMULA.test(formula) ? `$$${formula}$$` : whole));
}

function besideCode(text: string): string {
  let from = 0;
  let made = '';
  for (const code of text.matchAll(CODE)) {
    made += marked(text.slice(from, code.index)) + code[0];
    from = code.index + code[0].length;
  }
  return made + marked(text.slice(from));
}

/**
 * One mark for all formulae: models write them in several ways, of which the reader of Markdown knows two dollars. What two dollars cost stays
 * two prices. Code stays as it is.
 */
export function withMathMarks(markdown: string): string {
  if (!mayHaveFormulae(markdown)) return markdown;
  const isCode = fenceReader();
  const parts: { readonly isCode: boolean; readonly lines: string[] }[] = [];
  for (const line of markdown.split('\n')) {
    const inCode = isCode(line);
    const last = parts.at(-1);
    if (last?.isCode === inCode) last.lines.push(line);
    else parts.push({ isCode: inCode, lines: [line] });
  }
  return parts.map(({ isCode: inCode, lines }) => (inCode ? lines.join('\n') : besideCode(lines.join('\n')))).join('\n');
}
