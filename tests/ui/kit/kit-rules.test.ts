import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { goods } from '#sections/goods/goods.resource.ts';
import { groupedDigits } from '#domain/base/grouped-digits';
import { isPictureAddress } from '#domain/base/addresses/picture-address';
import { pageNumbers } from '#ui/kit/table/base/page-numbers.ts';
import { rangeSelection } from '#ui/kit/table/base/row-range.ts';
import { conditionsFrom, conditionsDraft, rangeOf } from '#ui/kit/search/search-conditions.ts';
import { treeBranch } from '#ui/kit/fields/choice/tree-branch.ts';
import { secondsFromText, showTimesIn, timeAttribute, timeText, timeTip, zoneText } from '#ui/kit/cells/time-text.ts';
import { moneyCell, numberCell } from '#ui/kit/cells/number-cell.tsx';

const plain = conditionsDraft(goods, []).map((conditions, key) => ({ key, conditions }));
const read = (values: Readonly<Record<string, string>>) => {
  const { search, alternatives } = conditionsFrom(goods, plain, (name) => values[name] ?? '');
  expect(alternatives).toEqual([]);
  return search;
};
const option = (value: number, parentId: number | null) => ({ value, parentId, label: '', depth: 0 });

describe('isPictureAddress', () => {
  it.each([
    ['/samples/cup.svg', true],
    ['https://example.com/a.png?x=1', true],
    ['https://example.com', true],
    ['http://example.com/a.png', false],
    ['//example.com/a.png', false],
    ['/\\example.com', false],
    ['javascript:alert(1)', false],
    ['data:image/png;base64,AA', false],
    ['/a b.png', false],
    ['/"onerror=', false],
    ['cup.svg', false],
    ['', false],
  ])('%s: %s', (address, expected) => expect(isPictureAddress(address)).toBe(expected));
});

describe('groupedDigits', () => {
  it.each([
    ['0', '0'],
    ['999', '999'],
    ['1000', '1,000'],
    ['-1234567.50', '-1,234,567.50'],
    ['0.12345', '0.12345'],
  ])('%s: %s', (text, expected) => expect(groupedDigits(text)).toBe(expected));
});

describe('pageNumbers', () => {
  it.each([
    [1, 1, [1]],
    [1, 5, [1, 2, null, 5]],
    [3, 5, [1, 2, 3, 4, 5]],
    [5, 9, [1, null, 4, 5, 6, null, 9]],
    [9, 9, [1, null, 8, 9]],
    [4, 9, [1, 2, 3, 4, 5, null, 9]],
  ])('page %i of %i', (page, pages, expected) => expect(pageNumbers(page, pages)).toEqual(expected));
});

describe('rangeSelection', () => {
  const order = [5, 4, 3, 2, 1];
  it('selects between both boxes, whichever comes first', () => {
    expect(rangeSelection(order, [4], 4, 2)).toEqual([4, 3, 2]);
    expect(rangeSelection(order, [2], 2, 4)).toEqual([4, 3, 2]);
  });
  it('deselects when the pressed box was selected', () => expect(rangeSelection(order, [5, 4, 3, 2], 4, 2)).toEqual([5]));
  it('leaves the selection when the first box is gone', () => expect(rangeSelection(order, [2], 9, 4)).toEqual([2]));
});

describe('conditionsFrom', () => {
  it('asks for nothing where nothing was entered', () => expect(read({ title: '  ' })).toEqual([]));
  it('takes the operator from the declaration and trims', () =>
    expect(read({ id: '7', title: ' tea ', categoryId: '2', status: 'on' })).toEqual([
      { field: 'id', operator: 'eq', value: '7' },
      { field: 'title', operator: 'LIKE', value: 'tea' },
      { field: 'categoryId', operator: 'eq', value: '2' },
      { field: 'status', operator: 'eq', value: 'on' },
    ]));
  it('leaves a side of a number range open, and fills that of a time range', () => {
    expect(read({ 'price.from': '10.5', 'stock.to': '3', 'createTime.from': '2026-01-01 00:00:00' })).toEqual([
      { field: 'price', operator: 'RANGE', value: '10.5,' },
      { field: 'stock', operator: 'RANGE', value: ',3' },
      { field: 'createTime', operator: 'RANGE', value: '2026-01-01 00:00:00,2099-12-31 23:59:59', render: 'datetime' },
    ]);
  });
  it('takes several values however they are parted, periods by their names, and nothing where nothing is compared', () => {
    const groups = [
      {
        key: 0,
        conditions: [
          { field: 'status', operator: 'IN' },
          { field: 'createTime', operator: 'DURING' },
          { field: 'id', operator: 'IN' },
        ],
      },
      { key: 3, conditions: [{ field: 'title', operator: 'NOT LIKE' }] },
      { key: 4, conditions: [{ field: 'price', operator: 'EMPTY' }] },
      { key: 5, conditions: [{ field: 'title', operator: 'BEGINS' }] },
    ] as const;
    const values: Record<string, string> = { status: 'on,off', createTime: 'today', id: '3, 4，5、', '3.title': ' tea ' };
    expect(conditionsFrom(goods, groups, (name) => values[name] ?? '')).toEqual({
      search: [
        { field: 'status', operator: 'IN', value: 'on,off' },
        { field: 'createTime', operator: 'DURING', value: 'today', render: 'datetime' },
        { field: 'id', operator: 'IN', value: '3,4,5' },
      ],
      alternatives: [[{ field: 'title', operator: 'NOT LIKE', value: 'tea' }], [{ field: 'price', operator: 'EMPTY', value: 'true' }]],
    });
  });
  it('reads a filled side as open again', () => {
    expect(rangeOf('2026-01-01 00:00:00,2099-12-31 23:59:59')).toEqual(['2026-01-01 00:00:00', '']);
    expect(rangeOf('10.5,')).toEqual(['10.5', '']);
  });
});

describe('branchOf', () => {
  const options = [option(1, null), option(2, 1), option(3, 2), option(4, 1), option(5, null)];
  it('is the record and everything below it', () => expect(treeBranch(options, 1)).toEqual([1, 2, 3, 4]));
  it('is nothing for a new record', () => expect(treeBranch(options, undefined)).toEqual([]));
});

describe('times', () => {
  afterEach(() => showTimesIn(''));
  it.each([
    ['Asia/Shanghai', '2026-11-22 03:51:07'],
    ['America/New_York', '2026-11-21 14:51:07'],
    ['UTC', '2026-11-21 19:51:07'],
  ])('are shown and read on the clock of %s, wherever the viewer is', (zone, text) => {
    showTimesIn(zone);
    expect(timeText(1_795_290_667)).toBe(text);
    expect(secondsFromText(text)).toBe(1_795_290_667);
    expect(timeText(text)).toBe(text);
    expect(timeAttribute(text)).toBe('2026-11-21T19:51:07.000Z');
  });
  it.each([
    ['Asia/Shanghai', '2026-11-22 03:51:07 UTC+8'],
    ['America/New_York', '2026-11-21 14:51:07 UTC−5'],
  ])('say in their tips how far the clock of %s is from Greenwich', (zone, text) => {
    showTimesIn(zone);
    expect([timeTip(1_795_290_667), timeTip(null), zoneText(1_795_290_667)]).toEqual([
      text,
      null,
      text.slice('YYYY-MM-DD HH:mm:ss '.length),
    ]);
  });
  it.each([0, 1_764_000_000, 4_102_444_799])('%i survives being shown and read', (seconds) =>
    expect(secondsFromText(timeText(seconds)!)).toBe(seconds),
  );
  it.each([null, '', 'x', -1])('%s is no time', (value) => expect(timeText(value)).toBeNull());
  it('does not read what is no time', () => expect(secondsFromText('soon')).toBeNull());
});

it('the program writes what is taken away with the same sign in every list', () => {
  const record = { id: 1, money: -123_450, count: -7, score: 1000 };
  const texts = [moneyCell({ record, fieldKey: 'money' } as never), numberCell({ record, fieldKey: 'count' } as never), numberCell({ record, fieldKey: 'score' } as never)]
    .map((cell) => (cell as { readonly props: { readonly children: string } }).props.children); // prettier-ignore
  expect(texts).toEqual(['−1,234.50', '−7', '1,000']);
});

const partsIn = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/@mantine\/core\/styles\/([\w-]+)\.layer\.css/gu)].map(([, part = '']) => part);

describe('styles of the component library', () => {
  it('name what others are made of before them, since where they lie in one file its order counts', () => {
    const parts = partsIn('src/ui/kit/form-styles.ts');
    const made = ['UnstyledButton', 'ScrollArea', 'Paper', 'CloseButton', 'Loader', 'Input', 'ActionIcon', 'Button'];
    expect(made.map((part) => [part, parts.indexOf(part) < parts.indexOf('Popover') && parts.includes(part)])).toEqual(
      made.map((part) => [part, true]),
    );
    expect(new Set(parts).size).toBe(parts.length);
  });
});
