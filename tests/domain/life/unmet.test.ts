import { describe, expect, it } from 'vitest';
import type { Condition } from '#domain/life/life';
import { unmet, type Facts } from '#domain/life/unmet';

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
