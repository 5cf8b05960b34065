import * as fc from 'fast-check';
import type { Field, Fields } from '#domain/fields/field';
import { wireNameOf } from '#domain/fields/field';
import type { Renames, SectionDesign } from '#domain/designer/section-design';
import { columnShapeOf } from '#domain/designer/column-shape';

/** Random designs over few names, so that two of them meet often. */

const KEYS = ['colour', 'size', 'amount', 'startsOn', 'noteText', 'ownerId', 'isOpen', 'labelsOf', 'price', 'code'] as const;
const OPTIONS = ['s', 'm', 'l', "x's", 'xl'] as const;

const required = fc.record({ required: fc.constant(true) }, { requiredKeys: [] });
const text = fc.record({ maxLength: fc.constantFrom(3, 10, 40), initial: fc.constantFrom('', 'abc') }, { requiredKeys: [] });
const number = fc.record({ initial: fc.constantFrom(0, 5, null) }, { requiredKeys: [] });
const options = fc.record({ options: fc.subarray([...OPTIONS], { minLength: 1 }) });

const of = (kinds: readonly Field['kind'][], own: fc.Arbitrary<object> = fc.constant({})): fc.Arbitrary<Field> =>
  fc.tuple(fc.constantFrom(...kinds), own, required).map(([kind, rest, common]) => ({ kind, ...rest, ...common }) as Field);

const field: fc.Arbitrary<Field> = fc.oneof(
  of(['string', 'email', 'textarea', 'mobile', 'image', 'color'], text),
  of(['integer', 'number', 'float', 'money', 'year'], number),
  of(['select', 'radio'], options),
  of(['checkbox'], options),
  of(['date', 'time', 'dateTime', 'localDateTime', 'switch', 'richText']),
  of(['images', 'tags', 'files', 'citySelect', 'array']),
  of(['remoteSelect'], fc.constant({ of: 'specimen' })),
  of(['remoteSelects'], fc.constant({ of: 'specimen' })),
);

const OWN: Fields = {
  weigh: { kind: 'sortOrder' },
  version: { kind: 'version' },
  createTime: { kind: 'createTime' },
  updateTime: { kind: 'updateTime' },
  parentId: { kind: 'parent', column: 'pid' },
};

/** @param table the name of its table is one of these */
export const someDesign = (tables: readonly string[]): fc.Arbitrary<SectionDesign> =>
  fc
    .record({
      table: fc.constantFrom(...tables),
      fields: fc.dictionary(fc.constantFrom(...KEYS), field, { maxKeys: 8 }),
      own: fc.subarray(Object.keys(OWN)),
      foreignKeys: fc.constantFrom('kept' as const, 'none' as const),
      lists: fc.array(fc.subarray([...KEYS], { minLength: 1, maxLength: 2 }), { maxLength: 3 }),
      isUnique: fc.boolean(),
    })
    .map(({ table, fields, own, foreignKeys, lists, isUnique }) => {
      const all: Fields = {
        id: { kind: 'id' },
        title: { kind: 'string' },
        ...fields,
        ...Object.fromEntries(own.map((key) => [key, OWN[key]!])),
      };
      const isOrdered = (key: string): boolean => {
        const shape = all[key] && columnShapeOf(key, all[key]);
        return !!shape && shape.type !== 'jsonb';
      };
      const known = lists.filter((keys) => keys.every(isOrdered));
      const distinct = [...new Map(known.map((keys) => [keys.join(','), keys])).values()];
      return {
        declaration: {
          name: 'specimen',
          controller: 'x.Specimen',
          table,
          fields: all,
          titleField: 'title',
          rowActions: ['edit'],
          defaultOrder: { field: 'id', direction: 'asc' },
        },
        shape: { unique: isUnique ? distinct.slice(0, 1) : [], indexes: distinct.slice(1), foreignKeys },
      };
    });

const namesOf = ({ declaration: { fields } }: SectionDesign): readonly string[] =>
  Object.entries(fields)
    .filter(([key]) => (KEYS as readonly string[]).includes(key))
    .map(([key, one]) => wireNameOf(key, one));

/** Some of the columns of one are columns of the other under another name. */
export const someRenames = (from: SectionDesign, to: SectionDesign): fc.Arbitrary<Renames> =>
  fc.tuple(fc.shuffledSubarray([...namesOf(from)]), fc.shuffledSubarray([...namesOf(to)])).map(([old, now]) => ({
    columns: Object.fromEntries(old.slice(0, now.length).map((name, index) => [name, now[index]!])),
    options: {},
  }));

export interface Pair {
  readonly from: SectionDesign;
  readonly to: SectionDesign;
  readonly renames: Renames;
}

export const somePair: fc.Arbitrary<Pair> = fc
  .tuple(someDesign(['x_one']), someDesign(['x_one', 'x_two']))
  .chain(([from, to]) => someRenames(from, to).map((renames) => ({ from, to, renames })));
