import { StatementError } from './statement-error.ts';
import { tokensOf, type Token } from './tokens.ts';

/** Goes through the pieces of a statement, one after the other. Words of the language are met without regard to case. */
export interface TokenReader {
  /** The line of what comes next; at the end that of the last piece. */
  readonly line: () => number;
  readonly isAtEnd: () => boolean;
  /** Whether these words or signs come next; then they are behind. */
  readonly takes: (...words: readonly string[]) => boolean;
  /** The same without going on. */
  readonly isNext: (...words: readonly string[]) => boolean;
  /** @throws StatementError where they do not come next */
  readonly expect: (...words: readonly string[]) => void;
  /** A name as the database keeps it: what stands without quotes in capitals throughout is in small letters. */
  readonly name: () => string;
  readonly text: () => string;
  readonly number: () => number;
  /** Names in brackets; how much of a text is compared, and in which order, is passed over. */
  readonly names: () => readonly string[];
  /** The next piece, whatever it is. */
  readonly next: () => Token;
  /** @throws StatementError about the next piece */
  readonly refuse: () => never;
}

const isWord = (token: Token | undefined, word: string): boolean =>
  token !== undefined && (token.kind === 'word' || token.kind === 'sign') && token.text.toLowerCase() === word;

/** @throws StatementError */
export function readTokens(statement: string): TokenReader {
  const tokens = tokensOf(statement);
  let at = 0;
  const line = (): number => (tokens[at] ?? tokens.at(-1))?.line ?? 1;
  const refuse = (): never => {
    const token = tokens[at];
    throw token ? new StatementError(token.line, 'word', { word: token.text.slice(0, 60) }) : new StatementError(line(), 'end');
  };
  const isNext = (...words: readonly string[]): boolean => words.every((word, index) => isWord(tokens[at + index], word));
  const takes = (...words: readonly string[]): boolean => {
    if (!isNext(...words)) return false;
    at += words.length;
    return true;
  };
  const next = (): Token => {
    const token = tokens[at] ?? refuse();
    at += 1;
    return token;
  };
  const taken = (kind: Token['kind'], ...others: readonly Token['kind'][]): Token => {
    const token = tokens[at];
    return token && (token.kind === kind || others.includes(token.kind)) ? next() : refuse();
  };
  const name = (): string => {
    const { kind, text } = taken('name', 'word');
    return kind === 'word' && text === text.toUpperCase() ? text.toLowerCase() : text;
  };
  const number = (): number => {
    const sign = takes('-') ? -1 : 1;
    if (sign === 1) takes('+');
    return sign * Number(taken('number').text);
  };
  const expect = (...words: readonly string[]): void => {
    for (const word of words) if (!takes(word)) refuse();
  };
  return {
    line,
    isAtEnd: () => at >= tokens.length,
    takes,
    isNext,
    expect,
    name,
    // One of the two databases takes a text between double quotes too.
    text: () => taken('text', 'name').text,
    number,
    names() {
      const names: string[] = [];
      expect('(');
      do {
        names.push(name());
        if (takes('(')) {
          number();
          expect(')');
        }
        if (!takes('asc')) takes('desc');
      } while (takes(','));
      expect(')');
      return names;
    },
    next,
    refuse,
  };
}
