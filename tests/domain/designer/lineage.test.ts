import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chainedRenames } from '#domain/designer/chained-renames';
import { carriedRenames } from '#domain/designer/lineage/carried-renames';
import { earlierNames, hasRenames, type EarlierNames, type Publication } from '#domain/designer/lineage/earlier-names';
import { NO_RENAMES, type Renames } from '#domain/designer/section-design';
import type { Fields } from '#domain/fields/field';

const fieldsOf = (names: Readonly<Record<string, readonly string[]>>): Fields =>
  Object.fromEntries(
    Object.entries(names).map(([name, options]) => [name, options.length > 0 ? { kind: 'select', options } : { kind: 'string' }]),
  );
const columns = (names: Readonly<Record<string, string>>): Renames => ({ columns: names, options: {} });

/** A design after the other, by the names of its columns. */
const line = (...steps: readonly (readonly [string, Renames?])[]): readonly Publication[] =>
  steps.map(([names, renames = NO_RENAMES], index) => ({
    marks: [`${index + 1}`],
    fields: fieldsOf(Object.fromEntries(names.split(' ').map((name) => [name, []]))),
    renames,
  }));
const last = (steps: readonly Publication[]): Fields => steps.at(-1)?.fields ?? {};

/** What becomes of a section that has gone its own way from designs of the same line. */
const carried = (theirs: readonly Publication[], ours: readonly Publication[]): Renames =>
  carriedRenames(last(theirs), earlierNames(theirs), { fields: last(ours), earlier: earlierNames(ours) });

const elsewhere = (names: string, marks: readonly string[] = []): readonly Publication[] => line([names]).map((one) => ({ ...one, marks }));

describe('a design that is carried elsewhere', () => {
  it('tells what became of each name since each time that there was another', () => {
    const steps = line(
      ['id size'],
      ['id size'],
      ['id volume', columns({ size: 'volume' })],
      ['id space note', columns({ volume: 'space' })],
    );
    expect(earlierNames(steps).map(({ designs, columns: names, renames }) => [designs, Object.keys(names), renames.columns])).toEqual([
      [['4'], ['id', 'space', 'note'], {}],
      [['3'], ['id', 'volume'], { volume: 'space' }],
      [['2', '1'], ['id', 'size'], { size: 'space' }],
    ]);
    expect([hasRenames(earlierNames(steps)), hasRenames(earlierNames(line(['id size'], ['id note'])))]).toEqual([true, false]);
  });

  it('follows options through the columns that have them', () => {
    const steps: readonly Publication[] = [
      { marks: ['1'], fields: fieldsOf({ size: ['s', 'm', 'l'] }), renames: NO_RENAMES },
      { marks: ['2'], fields: fieldsOf({ size: ['small', 'm'] }), renames: { columns: {}, options: { size: { s: 'small' } } } },
      {
        marks: ['3'],
        fields: fieldsOf({ volume: ['tiny', 'middle'] }),
        renames: { columns: { size: 'volume' }, options: { volume: { small: 'tiny', m: 'middle' } } },
      },
    ];
    const expected = { columns: { size: 'volume' }, options: { volume: { s: 'tiny', m: 'middle' } } };
    expect(carried(steps, steps.slice(0, 1))).toEqual(expected);
    expect(chainedRenames(steps.map(({ renames }) => renames))).toEqual(expected);
  });

  it.each([
    ['by the same design', ['id size', ['1']], { size: 'space' }],
    ['by one later than the first', ['id volume', ['2']], { volume: 'space' }],
    ['by the names, where a title was changed', ['id size', ['own']], { size: 'space' }],
    ['by the names, where it has fields of its own beside', ['id size colour', ['own']], { size: 'space' }],
    ['where it is that already', ['id space', ['own']], {}],
    ['not at all, where they have never been the same', ['id length', ['own']], {}],
  ] as const)('is known %s', (_, [names, marks], expected) => {
    const steps = line(['id size'], ['id volume', columns({ size: 'volume' })], ['id space', columns({ volume: 'space' })]);
    expect(carried(steps, elsewhere(names, marks))).toEqual(columns(expected));
  });

  it('takes two names that changed places for what they were', () => {
    const steps = line(['id one two'], ['id one two', columns({ one: 'two', two: 'one' })]);
    expect(carried(steps, elsewhere('id one two', ['1']))).toEqual(columns({ one: 'two', two: 'one' }));
    expect(carried(steps, elsewhere('id one two', ['2']))).toEqual(NO_RENAMES);
  });

  it('gives a name that is free again to the new field, and the values to the one that had it', () => {
    const steps = line(
      ['id size'],
      ['id volume', columns({ size: 'volume' })],
      ['id volume size'],
      ['id volume wide', columns({ size: 'wide' })],
    );
    expect(carried(steps, elsewhere('id size', ['1']))).toEqual(columns({ size: 'volume' }));
  });

  it('keeps values where the section was drawn on there as well', () => {
    const theirs = line(['id size colour'], ['id volume colour', columns({ size: 'volume' })]);
    const ours = [
      ...elsewhere('id size colour', ['1']),
      ...line(['id length tint', columns({ size: 'length', colour: 'tint' })]).map((one) => ({ ...one, marks: ['own'] })),
    ];
    expect(carried(theirs, ours)).toEqual(columns({ length: 'volume', tint: 'colour' }));
  });

  it('lets columns be called as what every object has', () => {
    const steps = line(['id constructor size'], ['id to_string size', columns({ constructor: 'to_string' })]);
    expect(carried(steps, elsewhere('id constructor size', ['1']))).toEqual(columns({ constructor: 'to_string' }));
    expect(carried(steps, elsewhere('id size', ['1']))).toEqual(NO_RENAMES);
  });

  it('leads the values of every field to where that field is, from wherever it was carried', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 12 }), fc.nat({ max: 12 }), fc.array(act, { maxLength: 6 }), (acts, at, own) => {
        const theirs = drawn(BEGIN, acts, 't');
        const from = theirs[Math.min(at, theirs.length - 1)]!;
        const ours = [from, ...drawn(from.names, own, 'o').slice(1)];
        const [design, standing] = [theirs.at(-1)!, ours.at(-1)!];
        const { columns: told } = carried(
          theirs.map(({ publication }) => publication),
          ours.map(({ publication }, index) => (index === 0 ? { ...publication, renames: NO_RENAMES } : publication)),
        );
        const expected = [...standing.names].flatMap(([field, name]) => {
          const now = design.names.get(field);
          return now === undefined || now === name ? [] : [[name, now] as const];
        });
        expect(new Map(Object.entries(told))).toEqual(new Map(expected));
      }),
    );
  });
});

type Names = ReadonlyMap<number, string>;
const BEGIN: Names = new Map([
  [1, 'a'],
  [2, 'b'],
  [3, 'c'],
]);
/** Two fields change their names, one gets another, one comes or one goes. */
const act = fc.record({ does: fc.constantFrom('swap', 'rename', 'add', 'remove'), one: fc.nat({ max: 5 }), other: fc.nat({ max: 5 }) });

/** A field is known by its number, whatever it is called; a name that went with its field is not given again. */
function drawn(begin: Names, acts: readonly (typeof act extends fc.Arbitrary<infer Act> ? Act : never)[], by: string) {
  const all: { readonly names: Names; readonly publication: Publication }[] = [];
  const publish = (names: Names, mark: string): void => {
    const before: Names = all.at(-1)?.names ?? names;
    const renames = [...before].flatMap(([field, name]) => {
      const now = names.get(field);
      return now === undefined || now === name ? [] : [[name, now] as const];
    });
    const fields = fieldsOf(Object.fromEntries([...names.values()].map((name) => [name, []])));
    all.push({ names, publication: { marks: [mark], fields, renames: columns(Object.fromEntries(renames)) } });
  };
  publish(begin, `${by}0`);
  for (const [index, { does, one, other }] of acts.entries()) {
    const names = new Map(all.at(-1)!.names);
    const there = [...names.keys()];
    const [first, second] = [there[one % there.length], there[other % there.length]];
    if (does === 'add') names.set(index * 2 + (by === 't' ? 101 : 102), `${by}_new${index}`);
    else if (first === undefined || second === undefined) continue;
    else if (does === 'remove') names.delete(first);
    else if (does === 'rename') names.set(first, `${by}_name${index}`);
    else {
      const [name, another] = [names.get(first)!, names.get(second)!];
      names.set(first, another);
      names.set(second, name);
    }
    publish(names, `${by}${index + 1}`);
  }
  return all;
}

const NOTHING: readonly EarlierNames[] = [];
it('does nothing to names where nothing came with the design', () => {
  expect(carriedRenames(fieldsOf({ id: [] }), NOTHING, { fields: fieldsOf({ id: [] }), earlier: NOTHING })).toEqual(NO_RENAMES);
});
