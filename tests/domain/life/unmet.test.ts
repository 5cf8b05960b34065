import { describe, expect, it } from 'vitest';
import type { Condition } from '#domain/life/life';
import { isMet, unmet, type Facts } from '#domain/life/unmet';

/** Facts of a record that count how often it was looked at. */
function watched(values: Readonly<Record<string, unknown>>) {
  const looks: string[] = [];
  const facts: Facts = {
    values: new Proxy(values, { get: (target, key) => looks.push(String(key)) > 0 && Reflect.get(target, key) }),
    nowSeconds: 1000,
    caller: null,
    senders: {},
    sinceSeconds: 0,
    clock: { hour: 9, weekday: 1 },
  };
  return { looks, facts };
}

const filled = (field: string): Condition => ({ field, is: 'filled' });
const missing = (field: string, is = 'filled') => ({ field, issue: { key: `refusals.life.${is}` } });

const times = (name: string): Condition => ({ all: Array.from({ length: 3000 }, () => ({ name })) });

describe('what does not hold of a condition', () => {
  it('is told part by part, of "all" those that fail, of "any" all where none holds', () => {
    const { facts } = watched({ title: '', note: '', price: 3 });
    const all: Condition = { all: [filled('title'), filled('price'), filled('note')] };
    const any: Condition = { any: [filled('title'), filled('note')] };
    expect(unmet({ conditions: {} }, all, facts)).toEqual([missing('title'), missing('note')]);
    expect(unmet({ conditions: {} }, any, facts)).toEqual([missing('title'), missing('note')]);
    expect(unmet({ conditions: {} }, { any: [filled('title'), filled('price')] }, facts)).toEqual([]);
    expect(unmet({ conditions: {} }, { not: { any: [filled('title'), filled('price')] } }, facts)).toEqual([missing('price', 'empty')]);
    expect(unmet({ conditions: {} }, { not: all }, facts)).toEqual([]);
  });

  it('is judged once, and told once, however often a condition is named', () => {
    const { looks, facts } = watched({ title: '' });
    const life = { conditions: { outer: times('middle'), middle: times('inner'), inner: times('leaf'), leaf: filled('title') } };
    expect(unmet(life, times('outer'), facts)).toEqual([missing('title')]);
    expect(looks).toEqual(['title']);
  });

  it('is another thing than what does not hold of its opposite', () => {
    const { facts } = watched({ title: '' });
    const life = { conditions: { named: filled('title') } };
    const both: Condition = { all: [{ not: { name: 'named' } }, { name: 'named' }] };
    expect(unmet(life, both, facts)).toEqual([missing('title')]);
    expect(unmet(life, { not: { name: 'named' } }, facts)).toEqual([]);
  });

  it('throws where a name means nothing', () => {
    expect(() => unmet({ conditions: {} }, { name: 'toString' }, watched({}).facts)).toThrow('There is no condition toString');
  });
});

const FACTS: Facts = {
  values: { price: 100, title: 'b', stock: null, begin: 900, end: 1100, tags: [] },
  nowSeconds: 1000,
  caller: { id: 7, groups: [2, 3], isOwner: true },
  senders: { submit: 7, approve: 8 },
  sinceSeconds: 400,
  related: { category: { open: true, name: '', rank: 3 }, hidden: null },
  counts: { 'order.goodsId': 2 },
  clock: { hour: 9, weekday: 6 },
};
const NOBODY: Facts = { ...FACTS, caller: null };
const saidOfNot = (leaf: Condition) => unmet({ conditions: {} }, { not: leaf }, FACTS).map(({ issue }) => issue.key);
const at = (hour: number, weekday = 6): Facts => ({ ...FACTS, clock: { hour, weekday } });

/** What leaves say at their bounds: for a leaf, the facts in which it holds, and those in which it does not. */
const LEAVES: readonly (readonly [string, Condition, readonly Facts[], readonly Facts[]])[] = [
  ['hours of a day begin with the first and end before the last', { hours: [9, 18] }, [at(9), at(17)], [at(8), at(18)]],
  ['hours over midnight as well', { hours: [22, 6] }, [at(22), at(23), at(0), at(5)], [at(21), at(6), at(12)]],
  ['hours from and until the same are none', { hours: [9, 9] }, [], [at(9), at(8), at(10)]],
  ['days of the week', { hours: [0, 24], weekdays: [1, 6] }, [at(9), at(23, 1)], [at(9, 7), at(0, 2)]],
  ['an age is reached with its last second', { inStateSeconds: 600 }, [FACTS], [{ ...FACTS, sinceSeconds: 401 }]],
  [
    'an owner is whoever owns it, and nobody is none',
    { caller: 'owner' },
    [FACTS],
    [NOBODY, { ...FACTS, caller: { id: 7, groups: [2], isOwner: false } }],
  ],
  ['a group is one of those of the caller', { inGroup: 3 }, [FACTS], [NOBODY, { ...FACTS, caller: { id: 7, groups: [2], isOwner: true } }]],
  [
    'another person is anybody but whoever sent it, and a time is nobody',
    { notWhoSent: 'submit' },
    [NOBODY, { ...FACTS, caller: { id: 8, groups: [], isOwner: false } }],
    [FACTS],
  ],
  ['what nobody has sent everybody may follow', { notWhoSent: 'toString' }, [FACTS, NOBODY], []],
  ['above is not at', { field: 'price', is: 'gt', value: 99 }, [FACTS], [{ ...FACTS, values: { price: 99 } }]],
  ['below is not at', { field: 'price', is: 'lt', value: 101 }, [FACTS], [{ ...FACTS, values: { price: 101 } }]],
  ['at least is at', { field: 'price', is: 'egt', value: 100 }, [FACTS], [{ ...FACTS, values: { price: 99 } }]],
  ['at most is at', { field: 'price', is: 'elt', value: 100 }, [FACTS], [{ ...FACTS, values: { price: 101 } }]],
  ['what is empty is not below anything', { field: 'stock', is: 'lt', value: 5 }, [], [FACTS, { ...FACTS, values: {} }]],
  ['nothing is above what is empty', { field: 'price', is: 'egt', other: 'stock' }, [], [FACTS]],
  ['not even a text', { field: 'title', is: 'gt', other: 'note' }, [], [{ ...FACTS, values: { title: 'b', note: '' } }]],
  [
    'texts are beside no numbers',
    { field: 'price', is: 'gt', other: 'title' },
    [{ ...FACTS, values: { price: 2, title: 1 } }],
    [{ ...FACTS, values: { price: 2, title: '1' } }],
  ],
  ['a moment so long from now', { field: 'end', is: 'egt', nowSeconds: 100 }, [FACTS], [{ ...FACTS, nowSeconds: 1001 }]],
  ['a moment so long ago', { field: 'begin', is: 'elt', nowSeconds: -100 }, [FACTS], [{ ...FACTS, nowSeconds: 999 }]],
  ['one of some values', { field: 'title', is: 'in', values: ['a', 'b'] }, [FACTS], [{ ...FACTS, values: { title: 'c' } }]],
  ['none of some values', { field: 'title', is: 'notIn', values: ['a', 'c'] }, [FACTS], [{ ...FACTS, values: { title: 'c' } }]],
  [
    'a field of the record that a field names',
    { of: 'category', its: 'rank', is: 'in', values: [3] },
    [FACTS],
    [{ ...FACTS, related: { category: { rank: 4 } } }],
  ],
  [
    'a value that it has not',
    { of: 'category', its: 'rank', is: 'notIn', values: [4] },
    [FACTS],
    [{ ...FACTS, related: { category: { rank: 4 } } }],
  ],
  ['an empty field of it', { of: 'category', its: 'name', is: 'empty' }, [FACTS], [{ ...FACTS, related: { category: { name: 'Tea' } } }]],
  ['no field of it that it does not have, not even an empty one', { of: 'category', its: 'gone', is: 'empty' }, [], [FACTS]],
  ['nothing of a record that may not be seen', { of: 'hidden', its: 'name', is: 'empty' }, [], [FACTS]],
  ['nothing of what every object has', { of: 'constructor', its: 'name', is: 'filled' }, [], [FACTS, { ...FACTS, related: {} }]],
  [
    'how many records name it',
    { referring: 'order', by: 'goodsId', is: 'egt', value: 2 },
    [FACTS],
    [{ ...FACTS, counts: { 'order.goodsId': 1 } }],
  ],
  ['no number that nobody has counted', { referring: 'order', by: 'goodsId', is: 'ne', value: 2 }, [], [FACTS, { ...FACTS, counts: {} }]],
];

describe('a leaf of a condition', () => {
  it.each(LEAVES)('%s', (_, leaf, met, not) => {
    const life = { conditions: { leaf } };
    expect([met.map((facts) => isMet(life, 'leaf', facts)), not.map((facts) => isMet(life, 'leaf', facts))]).toEqual([
      met.map(() => true),
      not.map(() => false),
    ]);
  });

  it('is told as its opposite where that is asked for', () => {
    expect(saidOfNot({ caller: 'owner' })).toEqual(['refusals.life.notOwner']);
    expect(saidOfNot({ hours: [9, 18] })).toEqual(['refusals.life.notOpenHours']);
    expect(saidOfNot({ field: 'title', is: 'filled', says: 'own' })).toEqual(['refusals.life.empty']);
    expect(unmet({ conditions: {} }, { caller: 'owner' }, NOBODY)).toEqual([{ field: null, issue: { key: 'refusals.life.Owner' } }]);
  });
});
