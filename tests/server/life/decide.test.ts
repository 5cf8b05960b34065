import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { waysFrom, type Condition, type Life } from '#domain/life/life';
import { delayEvent } from '#domain/life/life-chart';
import { unmet, type Facts } from '#domain/life/unmet';
import { runLife } from '#server/resources/life/decide';
import { effort } from '#tests/support/effort.ts';
import { randomLives } from '#tests/support/lives/random-lives.ts';

/** What a condition means, told once more: by truth alone, without reasons. */
function holds(life: Life, one: Condition, facts: Facts, isNot = false): boolean {
  if ('name' in one) return holds(life, life.conditions[one.name]!, facts, isNot);
  if ('not' in one) return holds(life, one.not, facts, !isNot);
  if ('all' in one || 'any' in one) {
    const parts = ('all' in one ? one.all : one.any).map((part) => holds(life, part, facts, isNot));
    return 'all' in one === isNot ? parts.some(Boolean) : parts.every(Boolean);
  }
  return unmet(life, one, facts, isNot).length === 0;
}

/** A life in ten lines: the first alternative whose guard holds. */
function reference(life: Life, state: string, event: string, facts: Facts) {
  const ways = waysFrom(life, state, 'on', event);
  const at = ways.findIndex(({ guard }) => guard === undefined || holds(life, life.conditions[guard]!, facts));
  const way = ways[at];
  return way ? { to: way.target ?? state, alternative: at, effects: way.actions ?? [] } : null;
}

const facts: fc.Arbitrary<Facts> = fc.record({
  values: fc.record({
    title: fc.constantFrom('', 'a', 'c'),
    price: fc.constantFrom(null, 0, 1, 100, 101),
    stock: fc.constantFrom(0, 3, 50),
    tags: fc.constantFrom([], ['x']),
    moment: fc.constantFrom(null, 9_940, 10_000, 10_061),
    isOpen: fc.boolean(),
  }),
  nowSeconds: fc.constant(10_000),
  caller: fc.option(fc.record({ id: fc.constant(1), groups: fc.subarray([1, 2]), isOwner: fc.boolean() })),
  senders: fc.constant({}),
  sinceSeconds: fc.constantFrom(0, 9_950),
  clock: fc.record({ hour: fc.integer({ min: 0, max: 23 }), weekday: fc.integer({ min: 1, max: 7 }) }),
});

const FACTS: Facts = {
  values: { title: 'Tea', price: 100, tags: ['x'], stock: null },
  nowSeconds: 10_000,
  caller: { id: 1, groups: [2], isOwner: true },
  senders: { submit: 1 },
  sinceSeconds: 9_000,
  clock: { hour: 23, weekday: 7 },
};
const NO_LIFE = { conditions: {} };

describe('deciding', () => {
  it('is what a reference says, for every life, state, event and record', () => {
    let accepted = 0;
    fc.assert(
      fc.property(randomLives, fc.array(fc.tuple(fc.nat(), fc.nat(), facts), { minLength: 10, maxLength: 40 }), (life, acts) => {
        const [states, events] = [Object.keys(life.chart.states), Object.keys(life.events)];
        for (const [state, event, known] of acts) {
          const [from, sent] = [states[state % states.length]!, events[event % events.length]!];
          const expected = reference(life, from, sent, known);
          expect(runLife(life).decide(from, sent, known)).toEqual(expected);
          if (expected) accepted += 1;
        }
      }),
      { numRuns: effort(200, 5000) },
    );
    expect(accepted).toBeGreaterThan(effort(200, 5000));
  });

  it('knows no state and no event that every object has', () => {
    const life: Life = {
      field: 'state',
      chart: {
        id: 'door',
        initial: 'shut',
        states: { shut: { on: { open: 'wide' }, after: { night: 'wide' } }, wide: { on: { shutIt: 'shut' } } },
      },
      events: { open: { right: 'edit' }, shutIt: { right: 'edit' } },
      conditions: {},
      delays: { night: { seconds: 60 } },
      effects: {},
    };
    const { decide } = runLife(life);
    for (const state of ['toString', 'constructor', '__proto__', 'gone', ''])
      expect(() => decide(state, 'open', FACTS)).toThrow(`There is no state ${state}`);
    for (const event of ['toString', '__proto__', '*', 'xstate.init', 'xstate.stop', 'xstate.done.state.door', 'night', ''])
      expect(decide('shut', event, FACTS)).toBeNull();
    expect(decide('shut', delayEvent('night'), FACTS)).toEqual({ to: 'wide', alternative: 0, effects: [] });
  });

  it.each<[Condition, readonly (readonly [string | null, string])[]]>([
    [{ all: [] }, []],
    [{ field: 'title', is: 'filled' }, []],
    [{ field: 'title', is: 'empty' }, [['title', 'empty']]],
    [{ not: { field: 'title', is: 'filled' } }, [['title', 'empty']]],
    [{ field: 'stock', is: 'filled' }, [['stock', 'filled']]],
    [{ field: 'price', is: 'gt', value: 100 }, [['price', 'gt']]],
    [{ field: 'price', is: 'egt', value: 100 }, []],
    [{ not: { field: 'price', is: 'lt', value: 101 } }, [['price', 'egt']]],
    [{ field: 'stock', is: 'lt', value: 5 }, [['stock', 'lt']]],
    [{ not: { field: 'stock', is: 'lt', value: 5 } }, [['stock', 'egt']]],
    [{ field: 'price', is: 'lt', nowSeconds: -9_900 }, [['price', 'ltNow']]],
    [{ field: 'price', is: 'elt', nowSeconds: -9_900 }, []],
    [
      {
        all: [
          { field: 'stock', is: 'filled' },
          { field: 'price', is: 'gt', value: 100 },
        ],
      },
      [
        ['stock', 'filled'],
        ['price', 'gt'],
      ],
    ],
    [
      {
        any: [
          { field: 'stock', is: 'filled' },
          { field: 'price', is: 'egt', value: 100 },
        ],
      },
      [],
    ],
    [
      {
        any: [
          { field: 'stock', is: 'filled' },
          { field: 'price', is: 'gt', value: 100 },
        ],
      },
      [
        ['stock', 'filled'],
        ['price', 'gt'],
      ],
    ],
    [
      {
        not: {
          all: [
            { field: 'title', is: 'filled' },
            { field: 'stock', is: 'filled' },
          ],
        },
      },
      [],
    ],
    [
      {
        not: {
          any: [
            { field: 'title', is: 'filled' },
            { field: 'stock', is: 'filled' },
          ],
        },
      },
      [['title', 'empty']],
    ],
    [{ caller: 'owner' }, []],
    [{ not: { caller: 'owner' } }, [[null, 'notOwner']]],
    [{ inGroup: 1 }, [[null, 'InGroup']]],
    [{ notWhoSent: 'submit' }, [[null, 'OtherPerson']]],
    [{ notWhoSent: 'approve' }, []],
    [{ inStateSeconds: 1_000 }, []],
    [{ inStateSeconds: 1_001 }, [[null, 'LongEnough']]],
    [{ hours: [22, 6], weekdays: [7] }, []],
    [{ hours: [22, 6], weekdays: [1] }, [[null, 'OpenHours']]],
    [{ hours: [6, 22] }, [[null, 'OpenHours']]],
  ])('says of %j what does not hold', (condition, expected) => {
    expect(unmet(NO_LIFE, condition, FACTS).map(({ field, issue }) => [field, issue.key])).toEqual(
      expected.map(([field, key]) => [field, `refusals.life.${key}`]),
    );
  });
});
