import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Field } from '#domain/fields/field';
import { LANGUAGES } from '#domain/base/language';
import type { Resource } from '#domain/table/resource';
import { columnsOf, type Column } from '#server/resources/base/columns';
import { exportColumns } from '#server/resources/files/export-columns';
import { cellReader } from '#server/resources/files/import-cells';
import type { ResourceContext } from '#server/resources/base/resource-context';

const OPTIONS = { yes: 'Yes, please', no: 'No', both: '红、蓝', red: '红', dots: 'a,b，c、d' } as const;
const FIELDS: Readonly<Record<string, Field>> = {
  id: { kind: 'id' },
  tags: { kind: 'tags' },
  note: { kind: 'string' },
  name: { kind: 'string', required: true },
  live: { kind: 'switch' },
  facts: { kind: 'array' },
  answers: {
    kind: 'checkbox',
    options: Object.keys(OPTIONS),
    optionLabels: Object.fromEntries(Object.entries(OPTIONS).map(([name, en]) => [name, { en }])),
  },
};
const resource: Resource = {
  name: 'sample',
  controller: 'sample.Sample',
  table: 'sample',
  titleField: 'id',
  rowActions: [],
  defaultOrder: { field: 'id', direction: 'asc' },
  fields: FIELDS,
};
const context = { resource, columns: columnsOf(resource) } as unknown as ResourceContext;
const words = {
  messages: { text: (_language: string, key: string) => key },
  timeZone: 'UTC',
  names: { isKnown: () => false, idOf: () => null, areasOf: (texts: readonly string[]) => ({ value: texts }) },
} as const;

/** A value as a file has it, read again. */
function throughFile(key: string, value: unknown): readonly unknown[] {
  const column = context.columns.find(key) as Column;
  return LANGUAGES.map((language) => {
    const [exported] = exportColumns(context, [key], { ...words, language });
    return cellReader(context, column, words)(String(exported?.valueOf({ [key]: value })));
  });
}
const twice = (value: unknown) => [{ value }, { value }];

it('tags come back as they were, whatever they hold but commas', () => {
  const tag = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).map((text) => text.replaceAll(/[,，=+@\s"'-]/gu, '、'));
  fc.assert(
    fc.property(fc.uniqueArray(tag, { minLength: 1, maxLength: 5 }), (tags) => {
      expect(throughFile('tags', tags)).toEqual(twice(tags));
    }),
  );
  expect(throughFile('tags', ['红、蓝', 'tea'])).toEqual(twice(['红、蓝', 'tea']));
});

it('options come back as they were, also where their labels hold commas', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(Object.keys(OPTIONS), { minLength: 1 }), (answers) => {
      expect(throughFile('answers', answers)).toEqual(twice(answers));
    }),
  );
});

it('lists that were written by hand are read with any comma, and say what is no option', () => {
  const column = context.columns.find('answers') as Column;
  const read = cellReader(context, column, words);
  expect(read('no、红，yes')).toEqual({ value: ['no', 'red', 'yes'] });
  expect(read('No, maybe')).toEqual({ issue: { key: 'validation.option' } });
});

/** A cell as the reader of its column takes it. */
const readCell = (key: string, cell: string) => cellReader(context, context.columns.find(key) as Column, words)(cell);

it('cells with nothing in them say nothing of what has to be there or is on or off, and empty everything else', () => {
  const cells = [
    ['note', 'name', 'live', 'facts', 'tags'],
    ['', '  '],
  ] as const;
  expect(cells[0].map((key) => cells[1].map((cell) => readCell(key, cell)))).toEqual([
    [{ value: '' }, { value: '  ' }],
    [null, null],
    [null, null],
    [{ value: '' }, { value: '' }],
    [{ value: '' }, { value: '' }],
  ]);
});

it('pairs come back as they were, one a line, whatever their values hold, and blank lines are none', () => {
  const pairs = [
    { key: 'size', value: '1=2' },
    { key: 'colour', value: '' },
  ];
  expect(throughFile('facts', pairs)).toEqual(twice(pairs));
  expect(readCell('facts', 'size=1=2\r\n\n  \ncolour')).toEqual({ value: pairs });
});
