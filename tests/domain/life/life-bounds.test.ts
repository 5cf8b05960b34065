import { describe, expect, it } from 'vitest';
import type { Fields } from '#domain/fields/field';
import { takenAddresses } from '#domain/life/event-addresses';
import { lifeRefusal } from '#domain/life/drawing/life-act';
import { drawOnLife } from '#domain/life/drawing/life-acts';
import { renameFieldIn } from '#domain/life/drawing/life-fields';
import { foundAt, foundIn } from '#domain/life/drawing/life-findings';
import { lifeFindings } from '#domain/life/life-check';
import { LIFE_LIMITS, type Life, type LifeState } from '#domain/life/life';
import { unmet } from '#domain/life/unmet';

/** Where a rule just holds, and where it just does not. */
const life = (states: Life['chart']['states'], own: Partial<Life> = {}): Life => ({
  field: 'state',
  chart: { id: 'tin', initial: 'one', states },
  events: {},
  conditions: {},
  delays: {},
  effects: {},
  ...own,
});
const fields = {
  id: { kind: 'id' },
  price: { kind: 'integer' },
  day: { kind: 'dateTime' },
  state: { kind: 'select', options: ['one', 'two'], initial: 'one' },
} as unknown as Fields;
const whatOf = (one: Life) => lifeFindings(one, fields).map(({ what, at }) => `${what} ${at}`);
const edit = { right: 'edit' } as const;
const BACK: LifeState = { on: { back: 'one' } };

const named = (count: number) => Array.from({ length: count }, (_, index) => ({ target: 'two', guard: `when${index}` }));
const round = (first: Life['delays'][string], second: Life['delays'][string]) =>
  whatOf(life({ one: { after: { a: 'two' } }, two: { after: { b: 'one' } } }, { delays: { a: first, b: second } })).filter((what) =>
    what.startsWith('fastCircle'),
  );
const saves = (...named: readonly string[]) => {
  const event = (name: string) => (named.includes(name) ? ({ right: 'edit', asStatus: true } as const) : edit);
  return whatOf(
    life({ one: { on: { go: 'two', run: 'two' } }, two: BACK }, { events: { go: event('go'), run: event('run'), back: edit } }),
  );
};
const counting = (value: number) =>
  whatOf(
    life(
      { one: { on: { go: { target: 'two', guard: 'many' } } }, two: BACK },
      { events: { go: edit, back: edit }, conditions: { many: { referring: 'lid', by: 'tinId', is: 'egt', value } } },
    ),
  );
const withArrows = (count: number) => {
  const names = Array.from({ length: count - 1 }, (_, index) => `go${index}`);
  return life({ one: { on: Object.fromEntries(names.map((name) => [name, 'two'])) }, two: BACK }, { events: { back: edit } });
};

describe('a life at its bounds', () => {
  it('holds not above a value where it is that value', () => {
    const above = { field: 'price', is: 'gt', value: 5 } as const;
    const at = (price: number) =>
      unmet(
        { conditions: {} },
        { not: above },
        { values: { price }, nowSeconds: 0, caller: null, senders: {}, sinceSeconds: 0, clock: { hour: 0, weekday: 1 } },
      ).length;
    expect([at(4), at(5), at(6)]).toEqual([0, 0, 1]);
  });

  it('has five alternatives of a way, and no sixth', () => {
    const conditions = Object.fromEntries(
      Array.from({ length: 6 }, (_, index) => [`when${index}`, { field: 'price', is: 'eq', value: index } as const]),
    );
    const of = (count: number) => life({ one: { on: { go: named(count) } }, two: BACK }, { events: { go: edit, back: edit }, conditions });
    expect(whatOf(of(5)).filter((what) => what.startsWith('tooMany'))).toEqual([]);
    expect(whatOf(of(6)).filter((what) => what.startsWith('tooMany'))).toEqual(['tooMany states.one']);
    const draw = { type: 'arrow.drawn', from: 'one', to: 'two', event: 'go' } as const;
    expect([lifeRefusal(of(4), draw), lifeRefusal(of(5), draw)]).toEqual([null, 'tooMany']);
  });

  it('goes round by times in an hour at least; a field may say any time', () => {
    expect(round({ seconds: 1800 }, { seconds: 1800 })).toEqual([]);
    expect(round({ seconds: 1800 }, { seconds: 1740 })).toEqual(['fastCircle states.one', 'fastCircle states.two']);
    expect(round({ seconds: 3599 }, { field: 'day' })).toEqual(['fastCircle states.one', 'fastCircle states.two']);
    expect(round({ seconds: 3600 }, { field: 'day' })).toEqual([]);
  });

  it('has one event at most that a save of a state means', () => {
    expect([saves(), saves('go'), saves('go', 'run')].map((found) => found.includes('statusAmbiguous states.one'))).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('counts to a thousand', () => {
    expect([counting(1000), counting(1001)].map((found) => found.includes('tooMany conditions.many'))).toEqual([false, true]);
  });

  it('calls no event as the calls of every section are called', () => {
    expect([...takenAddresses({ events: { bulk: edit, Place: edit, pack: edit, PACK: edit, send: edit } })].toSorted()).toEqual([
      'PACK',
      'Place',
      'bulk',
      'pack',
    ]);
  });
});

describe('drawing at its bounds', () => {
  const plain = life({ one: { on: { go: 'two' } }, two: BACK }, { events: { go: edit, back: edit } });

  it('lets an event have its own name, and no other one’s', () => {
    expect(lifeRefusal(plain, { type: 'event.renamed', event: 'go', name: 'go' })).toBe(null);
    expect(lifeRefusal(plain, { type: 'event.renamed', event: 'go', name: 'back' })).toBe('sameEvent');
  });

  it('has so many arrows, and no further one', () => {
    const draw = { type: 'arrow.drawn', from: 'two', to: 'one', event: 'back' } as const;
    expect([lifeRefusal(withArrows(LIFE_LIMITS.transitions - 1), draw), lifeRefusal(withArrows(LIFE_LIMITS.transitions), draw)]).toEqual([
      null,
      'tooMany',
    ]);
  });

  it('keeps what nothing names yet, and what an event is taken back by', () => {
    const own = life(
      { one: { on: { go: 'two' } }, two: BACK },
      {
        events: { go: { right: 'edit', undo: 'away' }, back: edit, away: edit, spare: edit },
        conditions: { spare: { field: 'price', is: 'filled' } },
      },
    );
    const { life: next } = drawOnLife(own, { type: 'arrow.drawn', from: 'two', to: 'one', event: 'more' });
    expect(Object.keys(next.events)).toEqual(['go', 'back', 'away', 'spare', 'more']);
    expect(Object.keys(next.conditions)).toEqual(['spare']);
    // Its last arrow goes: what takes another one back stays all the same.
    const led = life(
      { one: { on: { go: 'two' } }, two: { on: { away: 'one', back: 'one' } } },
      { events: { go: { right: 'edit', undo: 'away' }, back: edit, away: edit } },
    );
    const { life: without } = drawOnLife(led, { type: 'arrow.removed', arrow: { from: 'two', by: 'on', name: 'away', index: 0 } });
    expect(Object.keys(without.events)).toEqual(['go', 'back', 'away']);
  });

  it('tells what is wrong with what holds in a state at that state', () => {
    const own = life(
      { one: { on: { go: 'two' } }, two: { ...BACK, meta: { holds: ['bad'] } } },
      { events: { go: edit, back: edit }, conditions: { bad: { field: 'gone', is: 'filled' } } },
    );
    const found = foundIn(own, fields, () => undefined);
    expect(foundAt(found, { state: 'two' }).map(({ at }) => at)).toEqual(['conditions.bad']);
    expect(found.whole).toEqual([]);
  });

  it('renames a field where a time goes by it', () => {
    const own = life(
      { one: { after: { due: 'two' } }, two: BACK },
      { delays: { due: { field: 'day', late: 'skip' }, soon: { seconds: 60 } } },
    );
    expect(renameFieldIn(own, 'day', 'until').delays).toEqual({ due: { field: 'until', late: 'skip' }, soon: { seconds: 60 } });
  });
});
