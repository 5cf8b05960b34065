import { wrongForm } from '#domain/fields/field-rules';
import { describedKind } from '#domain/fields/kinds/registry';
import { LANGUAGES, type Messages } from '../../base/messages.ts';
import { unixSecondsOf } from '#domain/base/zone-time';
import type { Column } from '../base/columns.ts';
import { exportedOptionLabel } from './export-columns.ts';
import { formulaText } from '#domain/table/formula-text';
import type { ResourceContext } from '../base/resource-context.ts';
import { sentIssue } from '../base/sent-value.ts';
import type { CellReading, RecordNames } from './record-names.ts';

export interface CellWords {
  readonly messages: Pick<Messages, 'text'>;
  readonly timeZone: string;
  readonly names: RecordNames;
}

/** What parts names: people write lists by hand, too. */
const COMMAS = /[,，、]/u;
/** What parts free words, as in the form: any other sign may be part of one. */
const OWN_COMMAS = /[,，]/u;
const itemsOf = (text: string, commas: RegExp): readonly string[] =>
  text
    .split(commas)
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** The words of a list where one may hold a comma itself: as much at a time as is known to be one. */
function knownItemsOf(text: string, isKnown: (word: string) => boolean): readonly string[] {
  const parts = [...text.matchAll(/[^,，、]+/gu)].map(({ index, 0: part }) => ({ from: index, to: index + part.length }));
  const items: string[] = [];
  for (let at = 0; at < parts.length;) {
    const from = parts[at]?.from;
    const wordTo = (end: number): string => text.slice(from, parts[end]?.to).trim();
    const ends = Array.from({ length: Math.min(MOST_COMMAS + 1, parts.length - at) }, (_, count) => at + count);
    const end = ends.findLast((one) => isKnown(wordTo(one))) ?? at;
    items.push(wordTo(end));
    at = end + 1;
  }
  return items.filter((item) => item !== '');
}
/** A label has no more of them. */
const MOST_COMMAS = 30;

const NO_OPTION: CellReading = { issue: { key: 'validation.option' } };

/** How the texts of a column are read: the way back of what an export writes, in either language. */
export function cellReader(context: Pick<ResourceContext, 'resource'>, column: Column, words: CellWords): (cell: string) => CellReading {
  const { field, storage } = column;
  const read = reader(context, column, words);
  return (cell) => {
    const unfit = sentIssue(field, cell);
    if (unfit) return { issue: unfit };
    const text = formulaText(cell);
    if (text.trim() !== '') return read(text);
    return field.required || storage === 'switch' ? null : { value: storage === 'text' ? text : '' };
  };
}

function reader(context: Pick<ResourceContext, 'resource'>, column: Column, words: CellWords): (text: string) => CellReading {
  const { field, storage } = column;
  if (storage === 'record' || storage === 'parent') return (text) => words.names.idOf(column, text);
  if (describedKind(field).beside === 'titles')
    return (text) => allOf(listedNames(words.names, column, text), (item) => words.names.idOf(column, item));
  if (describedKind(field).beside === 'areas') return (text) => words.names.areasOf(itemsOf(text, COMMAS));
  if (storage === 'seconds') {
    return (text) => {
      const value = unixSecondsOf(text, words.timeZone);
      return value === null ? { issue: wrongForm(field) } : { value };
    };
  }
  if (storage === 'switch') return chosenFrom(switchWords(words));
  if ('options' in field) {
    const byWord = optionWords(context, column, field.options, words);
    const choose = chosenFrom(byWord);
    const isKnown = (word: string): boolean => byWord.has(word.toLowerCase());
    return storage === 'list' ? (text) => allOf(knownItemsOf(text, isKnown), choose) : choose;
  }
  if (storage === 'pairs') return (text) => ({ value: text.split(/\r?\n/u).flatMap(pairOf) });
  if (storage === 'list' || storage === 'ids') return (text) => ({ value: itemsOf(text, OWN_COMMAS) });
  return (text) => ({ value: text });
}

/** One name may hold a comma itself. */
const listedNames = (names: RecordNames, column: Column, text: string): readonly string[] =>
  names.isKnown(column, text) ? [text] : itemsOf(text, COMMAS);

const pairOf = (line: string): readonly { readonly key: string; readonly value: string }[] => {
  const [key = '', ...rest] = line.split('=');
  return line.trim() === '' ? [] : [{ key, value: rest.join('=') }];
};

function allOf(items: readonly string[], read: (item: string) => CellReading): CellReading {
  const values: unknown[] = [];
  for (const item of items) {
    const reading = read(item);
    if (reading === null || 'issue' in reading) return reading;
    values.push(reading.value);
  }
  return { value: values };
}

const chosenFrom =
  (byWord: ReadonlyMap<string, string>) =>
  (text: string): CellReading => {
    const value = byWord.get(text.trim().toLowerCase());
    return value === undefined ? NO_OPTION : { value };
  };

function switchWords({ messages }: CellWords): ReadonlyMap<string, string> {
  // Files that were exported before switches were called on and off say the other words.
  const words = (word: 'enabled' | 'disabled') =>
    LANGUAGES.flatMap((language) => [
      messages.text(language, `resources.kit.fields.${word}`).toLowerCase(),
      messages.text(language, `refusals.import.before.${word}`).toLowerCase(),
    ]);
  const [on, off] = [words('enabled'), words('disabled')];
  return new Map([
    ...[...on, '1', 'true'].map((word) => [word, '1'] as const),
    ...[...off, '0', 'false'].map((word) => [word, '0'] as const),
  ]);
}

/** An option's own name counts before the words of others. */
function optionWords(
  context: Pick<ResourceContext, 'resource'>,
  column: Column,
  options: readonly string[],
  { messages }: Pick<CellWords, 'messages'>,
): ReadonlyMap<string, string> {
  const said = LANGUAGES.flatMap((language) =>
    options.map((option) => [exportedOptionLabel(context, column, option, { messages, language }), option] as const),
  );
  return new Map([...said, ...options.map((option) => [option, option] as const)].map(([word, option]) => [word.toLowerCase(), option]));
}
