import { displayWidth } from './text-width.ts';

/**
 * Values as the repository's formatter writes them (`.oxfmtrc.json`): what fits into a line stands in it, and else each entry has a line of
 * its own. Whoever changes those settings changes these.
 */
const LINE_COLUMNS = 140;
const INDENT = '  ';
/** A text behind a key that is shorter than this stays in the line of its key, however long it is. */
const SHORT_KEY_COLUMNS = 5;

export type Literal = string | number | boolean | null | readonly Literal[] | { readonly [key: string]: Literal | undefined };

type Entries = readonly (readonly [key: string, value: Literal])[];

/** How the words of a language are written. */
interface Notation {
  key(name: string): string;
  text(text: string): string;
  number(value: number, key: string): string;
  readonly padding: ' ' | '';
  readonly lastComma: ',' | '';
  /** Texts that are too long for their line go to the next. */
  readonly breaksAfterKey: boolean;
}

/** What nobody sees, and what would end a line or turn its direction, is written out. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00a0\ufeff]|\p{Surrogate}/gu;
const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const codeOf = (half: string): string => NAMED[half] ?? `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Between any quotes: backslashes and what nobody sees. */
export const unseenEscaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll(UNSEEN, (letter) =>
    letter
      .split('')
      .map((half) => codeOf(half))
      .join(''),
  );

/** In single quotes, or in double ones where fewer have to be escaped then. */
export function quoted(text: string): string {
  const count = (mark: string): number => text.split(mark).length;
  const mark = count("'") > count('"') ? '"' : "'";
  return mark + unseenEscaped(text).replaceAll(mark, `\\${mark}`) + mark;
}

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
const INDEX = /^(?:0|[1-9]\d{0,8})$/u;

const grouped = (digits: string, last: number): string => {
  const head = digits.slice(0, -last);
  return head === '' ? digits : `${grouped(head, 3)}_${digits.slice(-last)}`;
};

/** Five digits and more in groups of three; amounts, which are in cents, with their cents apart. */
function numberText(value: number, isMoney: boolean): string {
  const text = String(value).replace('e+', 'e');
  const [, sign = '', digits = ''] = /^(-?)(\d{5,})$/u.exec(text) ?? [];
  return digits === '' ? text : sign + grouped(digits, isMoney ? 2 : 3);
}

/** TypeScript, as in `src`. */
const script = (isMoney: boolean): Notation => ({
  key: (name) => (IDENTIFIER.test(name) || INDEX.test(name) ? name : quoted(name)),
  text: quoted,
  number: (value) => numberText(value, isMoney),
  padding: ' ',
  lastComma: ',',
  breaksAfterKey: true,
});

const json: Notation = {
  key: (name) => JSON.stringify(name),
  text: (text) => JSON.stringify(text),
  number: (value) => JSON.stringify(value),
  padding: ' ',
  lastComma: '',
  breaksAfterKey: false,
};

const isList = (value: Literal): value is readonly Literal[] => Array.isArray(value);
const isTree = (value: Literal): value is { readonly [key: string]: Literal | undefined } =>
  typeof value === 'object' && value !== null && !isList(value);
const entriesOf = (value: { readonly [key: string]: Literal | undefined }): Entries =>
  Object.entries(value).flatMap(([key, one]): Entries => (one === undefined ? [] : [[key, one]]));

const sizeOf = (value: Literal): number => (isList(value) ? value.length : isTree(value) ? entriesOf(value).length : 0);

/** Lists of lists, or of objects, of more than one entry each are never put into a line. */
const isTable = (value: readonly Literal[]): boolean =>
  value.length > 1 && (value.every(isList) || value.every(isTree)) && value.every((one) => sizeOf(one) > 1);

/** In one line, or null where the formatter would not leave it in one. */
function inLine(value: Literal, notation: Notation): string | null {
  if (typeof value === 'string') return notation.text(value);
  if (typeof value === 'number') return notation.number(value, '');
  if (value === null || typeof value === 'boolean') return String(value);
  if (isList(value)) {
    if (isTable(value)) return null;
    const items = value.map((one) => inLine(one, notation));
    return items.includes(null) ? null : `[${items.join(', ')}]`;
  }
  const items = entriesOf(value).map(([key, one]) => {
    const text = inLine(one, notation);
    return text === null ? null : `${notation.key(key)}: ${text}`;
  });
  if (items.length === 0) return '{}';
  return items.includes(null) ? null : `{${notation.padding}${items.join(', ')}${notation.padding}}`;
}

/** Numbers fill lines. */
function filled(items: readonly string[], indent: string, notation: Notation): string {
  const lines: string[] = [];
  for (const [index, item] of items.entries()) {
    const part = item + (index < items.length - 1 ? ',' : notation.lastComma);
    const last = lines.at(-1);
    if (last !== undefined && indent.length + last.length + 1 + part.length <= LINE_COLUMNS) lines[lines.length - 1] = `${last} ${part}`;
    else lines.push(part);
  }
  return `[\n${lines.map((line) => `${indent}${line}\n`).join('')}${indent.slice(INDENT.length)}]`;
}

/**
 * A value behind what stands before it in its line.
 * @param before columns that are taken already
 * @param after columns that something needs behind it
 */
function written(value: Literal, indent: string, before: number, after: number, notation: Notation): string {
  const line = inLine(value, notation);
  if (line !== null && (before + displayWidth(line) + after <= LINE_COLUMNS || (!isList(value) && !isTree(value)) || sizeOf(value) === 0))
    return line;
  const inner = indent + INDENT;
  if (isList(value)) {
    if (value.length > 1 && value.every((one) => typeof one === 'number'))
      return filled(
        value.map((one) => notation.number(one, '')),
        inner,
        notation,
      );
    const items = value.map((one) => inner + written(one, inner, inner.length, 1, notation));
    return `[\n${items.join(',\n')}${notation.lastComma}\n${indent}]`;
  }
  return isTree(value) ? block(entriesOf(value), indent, notation) : (line ?? '');
}

function block(entries: Entries, indent: string, notation: Notation): string {
  const inner = indent + INDENT;
  const lines = entries.map(([key, value]) => inner + entry(key, value, inner, notation));
  return `{\n${lines.join(',\n')}${notation.lastComma}\n${indent}}`;
}

function entry(key: string, value: Literal, indent: string, notation: Notation): string {
  const name = notation.key(key);
  const before = indent.length + displayWidth(name) + 2;
  const text = written(value, indent, before, 1, notation);
  const isBroken =
    notation.breaksAfterKey &&
    typeof value === 'string' &&
    displayWidth(name) >= SHORT_KEY_COLUMNS &&
    before + displayWidth(text) + 1 > LINE_COLUMNS;
  return isBroken ? `${name}:\n${indent}${INDENT}${text}` : `${name}: ${text}`;
}

/**
 * An entry of an object in TypeScript, without the comma behind it.
 * @param indent before it, in its line
 * @param isMoney its numbers are cents
 */
export const entryText = (key: string, value: Literal, indent: string, isMoney = false): string =>
  entry(key, value, indent, script(isMoney));

/** A JSON file, its topmost object opened. */
export const jsonText = (value: { readonly [key: string]: Literal | undefined }): string => `${block(entriesOf(value), '', json)}\n`;

/** An import of a name from a module. */
export const importText = (name: string, module: string): string => `import { ${name} } from ${quoted(module)};`;
export const typeImportText = (name: string, module: string): string => `import type { ${name} } from ${quoted(module)};`;
