import { describe, expect, it } from 'vitest';
import { differenceBetween, inFieldOrder, type ChangeSet, type FieldDifference, type RecordVersion } from '#domain/changes/journal-entry';

const field = (name: string, before: string | number | null, after: string | number | null, isMasked = false): FieldDifference => ({
  field: name,
  name,
  before,
  after,
  beforeText: before === null ? null : `<${before}>`,
  afterText: after === null ? null : `<${after}>`,
  isMasked,
});
const version = (id: number, ...fields: FieldDifference[]): RecordVersion => ({
  id,
  resource: 'goods',
  recordId: 1,
  title: 'Tea',
  kind: 'changed',
  isErased: false,
  fields,
  set: {} as ChangeSet,
});

describe('differenceBetween', () => {
  const versions = [
    version(9, field('stock', 5, 6)),
    version(7, field('price', 2, 1), field('mobile', '13*', '13*', true)),
    version(4, field('price', 1, 2), field('unit', 'box', 'bag')),
    version(2, field('price', null, 1), field('unit', null, 'box')),
  ];

  it('goes from the older to the newer version, whichever is named first', () => {
    const expected = [field('unit', 'box', 'bag'), field('mobile', '13*', '13*', true), field('stock', 5, 6)];
    expect(differenceBetween(versions, 2, 9)).toEqual(expected);
    expect(differenceBetween(versions, 9, 2)).toEqual(expected);
  });

  it('leaves the older one itself out, and takes the newer one in', () => {
    expect(differenceBetween(versions, 2, 4)).toEqual([field('price', 1, 2), field('unit', 'box', 'bag')]);
    expect(differenceBetween(versions, 7, 9)).toEqual([field('stock', 5, 6)]);
  });

  it('is nothing between a version and itself', () => {
    expect(differenceBetween(versions, 7, 7)).toEqual([]);
  });

  it('tells each field once, with the first value and the last', () => {
    const long = [version(3, field('a', 2, 3)), version(2, field('a', 1, 2)), version(1, field('a', 0, 1))];
    expect(differenceBetween(long, 1, 3)).toEqual([{ ...field('a', 1, 3) }]);
  });
});

const named = (key: string | null, name: string) => ({ ...field('x', 1, 2), field: key, name });

it('differences stand as the declaration has the fields; columns that it does not know come last, as they came', () => {
  const [b, gone, a, other] = [named('b', 'b'), named('gone', 'gone'), named('a', 'a'), named(null, 'other')];
  expect(inFieldOrder([b, gone, a, other], { a: 1, b: 2 })).toEqual([a, b, gone, other]);
});
