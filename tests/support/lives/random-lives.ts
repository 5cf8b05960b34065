import * as fc from 'fast-check';
import type { Fields } from '#domain/fields/field';
import type { Condition, Life, LifeState, Transition } from '#domain/life/life';

/** Fields that the conditions of random lives ask about. */
const LIFE_FIELDS: Fields = {
  id: { kind: 'id' },
  title: { kind: 'string', maxLength: 50 },
  price: { kind: 'money', initial: null },
  stock: { kind: 'integer', initial: 0 },
  isOpen: { kind: 'switch', initial: true },
  moment: { kind: 'dateTime' },
  tags: { kind: 'tags', maxCount: 5 },
};

/** The fields of a section with this life. */
export const fieldsOf = (life: Life): Fields => ({
  ...LIFE_FIELDS,
  state: { kind: 'select', options: Object.keys(life.chart.states), initial: life.chart.initial },
});

const leaf: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ field: fc.constantFrom('title', 'price', 'tags', 'moment'), is: fc.constantFrom('filled' as const, 'empty' as const) }),
  fc.record({
    field: fc.constant('price'),
    is: fc.constantFrom('gt' as const, 'egt' as const, 'lt' as const, 'elt' as const),
    value: fc.constantFrom(0, 100),
  }),
  fc.record({ field: fc.constant('stock'), is: fc.constantFrom('eq' as const, 'ne' as const), value: fc.constantFrom(0, 3) }),
  fc.record({ field: fc.constant('title'), is: fc.constantFrom('in' as const, 'notIn' as const), values: fc.constant(['a', 'b']) }),
  fc.record({ field: fc.constant('stock'), is: fc.constant('lt' as const), other: fc.constant('price') }),
  fc.record({ field: fc.constant('moment'), is: fc.constantFrom('gt' as const, 'elt' as const), nowSeconds: fc.constantFrom(-60, 0, 60) }),
);
const withCaller: fc.Arbitrary<Condition> = fc.oneof(
  leaf,
  fc.constant({ caller: 'owner' } as const),
  fc.record({ inGroup: fc.constantFrom(1, 2) }),
  fc.record({ inStateSeconds: fc.constantFrom(60, 3600) }),
  fc.constant({ hours: [8, 18] as const, weekdays: [1, 2, 3, 4, 5] }),
);
const within = (one: fc.Arbitrary<Condition>): fc.Arbitrary<Condition> =>
  fc.oneof(
    one,
    fc.record({ all: fc.array(one, { maxLength: 3 }) }),
    fc.record({ any: fc.array(one, { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: one }),
    fc.record({ not: fc.record({ all: fc.array(one, { minLength: 1, maxLength: 3 }) }) }),
  );

/** Lives in which nothing is wrong: each state is reached and left, no alternative lies behind one that always holds. */
export const randomLives: fc.Arbitrary<Life> = fc
  .record({
    count: fc.integer({ min: 2, max: 8 }),
    events: fc.integer({ min: 1, max: 6 }),
    guards: fc.array(within(withCaller), { minLength: 2, maxLength: 4 }),
    holds: within(leaf),
    wishes: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat(), fc.boolean()), { maxLength: 30 }),
    isHeld: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
  })
  .map(({ count, events, guards, holds, wishes, isHeld }) => {
    const names = Array.from({ length: count }, (_, index) => `s${index}`);
    const ways = names.map((): Record<string, Transition[]> => ({}));
    const put = (from: number, event: string, transition: Transition): void => {
      const list = (ways[from]![event] ??= []);
      const isBehind = list.some(({ guard }) => guard === undefined || guard === transition.guard);
      if (!isBehind && list.length < 5) list.push(transition);
    };
    // A way round through all states keeps each of them reached and left.
    for (const [index] of names.entries()) put(index, 'round', { target: names[(index + 1) % count]! });
    for (const [from, to, event, guard, isDone] of wishes) {
      const target = names[to % count]!;
      const source = from % count;
      const condition = guard % (guards.length + 1);
      put(source, `go${event % events}`, {
        ...(target === names[source] ? {} : { target }),
        ...(condition < guards.length && { guard: `guard${condition}` }),
        ...(isDone && { actions: ['stamp'] }),
      });
    }
    const states = Object.fromEntries(
      names.map((name, index): [string, LifeState] => [
        name,
        { on: ways[index]!, ...(index > 0 && isHeld[index] && { meta: { holds: ['fit'] } }) },
      ]),
    );
    const sent = [...new Set(ways.flatMap((one) => Object.keys(one)))];
    return {
      field: 'state',
      chart: { id: 'random', initial: 's0', states },
      events: Object.fromEntries(sent.map((name) => [name, { right: 'edit' as const }])),
      conditions: { ...Object.fromEntries(guards.map((one, index) => [`guard${index}`, one])), fit: holds },
      delays: {},
      effects: { stamp: { set: 'stock', to: { value: 7 } } },
    };
  });
