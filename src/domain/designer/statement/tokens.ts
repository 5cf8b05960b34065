import { StatementError } from './statement-error.ts';

/** A piece of a statement. `word`: as it stands, such as `create`; `name` and `text`: what stood between quotes; `sign`: one character. */
export interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'sign';
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

const WORD = /[\p{L}_][\p{L}\p{N}_$]*/uy;
const NUMBER = /\d+(?:\.\d+)?/y;
const SPACE = /\s+/uy;
const SIGNS = new Set('(),;=.:[]-+');
const QUOTES = { "'": 'text', '"': 'name', '`': 'name' } as const;

const linesIn = (text: string): number => text.split('\n').length - 1;

/**
 * Takes a statement apart; comments are left out. Nothing is nested and nothing is looked at twice, so that the time goes with its length.
 * @throws StatementError with the line of what is no part of a statement
 */
export function tokensOf(statement: string): readonly Token[] {
  const tokens: Token[] = [];
  let [at, line] = [0, 1];
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(statement)?.[0];
  };
  while (at < statement.length) {
    const space = match(SPACE) ?? commentAt(statement, at, line);
    if (space !== undefined) {
      at += space.length;
      line += linesIn(space);
      continue;
    }
    const first = statement.charAt(at);
    if (first === "'" || first === '"' || first === '`') {
      const { text, length } = quotedAt(statement, at, line);
      tokens.push({ kind: QUOTES[first], text, line });
      at += length;
      line += linesIn(text);
      continue;
    }
    const number = match(NUMBER);
    const text = number ?? match(WORD) ?? (SIGNS.has(first) ? first : undefined);
    if (text === undefined) throw new StatementError(line, 'sign', { word: String.fromCodePoint(statement.codePointAt(at) ?? 0) });
    tokens.push({ kind: number !== undefined ? 'number' : SIGNS.has(text) ? 'sign' : 'word', text, line });
    at += text.length;
  }
  return tokens;
}

function commentAt(statement: string, at: number, line: number): string | undefined {
  if (statement.startsWith('--', at) || statement.charAt(at) === '#') {
    const end = statement.indexOf('\n', at);
    return statement.slice(at, end < 0 ? undefined : end);
  }
  if (!statement.startsWith('/*', at)) return undefined;
  const end = statement.indexOf('*/', at + 2);
  const comment = statement.slice(at, end < 0 ? undefined : end + 2);
  // One database ends a comment in a comment where another goes on, and `/*!` is run by some.
  if (end < 0 || comment.startsWith('/*!') || comment.includes('/*', 2)) throw new StatementError(line, 'comment');
  return comment;
}

/** Two quotes stand for one. What a backslash means depends on the database: it is a character, except where it would be read in two ways. */
function quotedAt(statement: string, start: number, line: number): { readonly text: string; readonly length: number } {
  const quote = statement.charAt(start);
  const parts: string[] = [];
  for (let from = start + 1; ;) {
    const end = statement.indexOf(quote, from);
    if (end < 0) throw new StatementError(line, 'quotes');
    if (statement.charAt(end - 1) === '\\' && end - 1 >= from) throw new StatementError(line, 'backslash');
    parts.push(statement.slice(from, end));
    if (statement.charAt(end + 1) !== quote) return { text: parts.join(quote), length: end + 1 - start };
    from = end + 2;
  }
}
