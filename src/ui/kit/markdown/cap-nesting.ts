import { fenceReader } from './fence.ts';

/** Levels of lists and quotes that are read as such; the parser's time grows with their square and more. */
export const MAX_LEVELS = 20;
/** Levels of all lines of a block together. */
const MAX_LEVELS_IN_ALL = 1000;
/** Columns that a line may be moved in, which is how lists nest over several lines. */
const MAX_INDENT = 2 * MAX_LEVELS;
/** Marks that may open something whose end is looked for. */
const MAX_MARKS = 800;

const MARKER = /[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$))/uy;
const MARKS: ReadonlySet<string> = new Set('[]*_~<!');

/** How many lists and quotes begin on a line, and where those begin that are too many. */
function levelsOf(line: string): { readonly count: number; readonly excessAt: number } {
  let at = 0;
  for (let count = 0; ; count += 1) {
    MARKER.lastIndex = at;
    if (!MARKER.test(line)) return { count, excessAt: -1 };
    if (count === MAX_LEVELS) return { count, excessAt: at };
    at = MARKER.lastIndex;
  }
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

const marksIn = (line: string): number => {
  let count = 0;
  for (const character of line) if (MARKS.has(character)) count += 1;
  return count;
};

/**
 * Makes text of what nests deeper than anybody reads, before it is parsed: `- ` ten thousand times over would take minutes. What stands
 * behind the last level that counts is kept, its next mark escaped. Code between fences stays as it is.
 * @returns null for a block that has too much of it, or of other marks, to be read at all
 */
export function capNesting(markdown: string): string | null {
  const isCode = fenceReader();
  let levels = 0;
  let marks = 0;
  const lines = markdown.split('\n').map((line) => {
    if (isCode(line)) return line;
    const indent = indentOf(line);
    const moved = indent > MAX_INDENT ? line.slice(indent - MAX_INDENT) : line;
    const { count, excessAt } = levelsOf(moved);
    if (count > 0) levels += count + Math.floor(Math.min(indent, MAX_INDENT) / 2);
    marks += marksIn(line);
    return excessAt < 0 ? moved : `${moved.slice(0, excessAt)} \\${moved.slice(excessAt).trimStart()}`;
  });
  return levels > MAX_LEVELS_IN_ALL || marks > MAX_MARKS ? null : lines.join('\n');
}
