import { describe, expect, it } from 'vitest';
import type { Fields } from '#domain/fields/field';
import type { Life } from '#domain/life/life';
import { planLife } from '#domain/designer/plan-life';

const life = (some: Partial<Life> = {}): Life => ({
  field: 'teaState',
  chart: {
    id: 'tea',
    initial: 'green',
    states: {
      green: { on: { dry: 'black', sell: 'gone' }, after: { season: 'gone' } },
      black: { on: { sell: 'gone' } },
      gone: { type: 'final' },
    },
  },
  events: { dry: { right: 'edit' }, sell: { right: 'edit' } },
  conditions: { cheap: { field: 'price', is: 'lt', value: 100 } },
  delays: { season: { seconds: 3600 } },
  effects: {},
  ...some,
});

const FIELDS = { teaState: { kind: 'radio', options: ['green', 'black', 'gone'] } } as unknown as Fields;
const living = (own?: Life) => ({ name: "tea's", table: 'x_tea', fields: FIELDS, ...(own && { life: own }) });
const holding = (state: string, holds: readonly string[], own = life()): Life => ({
  ...own,
  chart: { ...own.chart, states: { ...own.chart.states, [state]: { ...own.chart.states[state], meta: { holds } } } },
});
/** What is said of each step, without the parts that all of them have. */
const told = (from: Life | undefined, to: Life | undefined) =>
  planLife(living(from), living(to)).map(({ id, kind, subject, detail, class: is, concerns, converts }) => ({
    id,
    kind,
    subject,
    ...(detail !== '' && { detail }),
    is,
    ...(concerns !== undefined && { concerns }),
    ...(converts !== undefined && { converts }),
  }));

const WHOLE = { id: 'setLife', kind: 'setLife', subject: 'teaState', detail: 'green, black, gone', is: 'safe' };
const asked = (...names: readonly string[]) =>
  `id in (select record_id from life_request where resource = 'tea''s' and state = 'open' and event in (${names.map((name) => `'${name}'`).join(', ')}))`;

const lost = (name: string) => ({ id: `dropEvent:${name}`, kind: 'dropEvent', subject: name, is: 'loses', concerns: asked(name) });
const timed = (condition = '') =>
  `id in (select record_id from life_timer where resource = 'tea''s' and name = 'season' and due_at is not null${condition})`;
const narrowed = (state: string) => ({
  id: `setHolds:${state}`,
  kind: 'setHolds',
  subject: state,
  is: 'mayRefuse',
  concerns: `tea_state = '${state}'`,
});

describe('another life', () => {
  it('is no step where it is the same, or none', () => {
    expect(told(life(), life())).toEqual([]);
    expect(told(undefined, undefined)).toEqual([]);
    expect(planLife(null, living())).toEqual([]);
  });

  it('is one step where there was none', () => {
    expect(told(undefined, life())).toEqual([WHOLE]);
    expect(planLife(null, living(life()))).toEqual(planLife(living(), living(life())));
    expect(planLife(null, living(life())).flatMap(({ sql, inverse }) => [...sql, ...inverse])).toEqual([]);
  });

  it('is lost with all that waits for it', () => {
    expect(told(life(), undefined)).toEqual([
      { id: 'dropLife', kind: 'dropLife', subject: 'teaState', is: 'loses', concerns: asked('dry', 'sell', '') },
    ]);
  });

  it('overtakes requests for events that are gone, or that nobody has to approve any more', () => {
    const events = { sell: { right: 'edit', second: { days: 7 } }, roast: { right: 'edit' } } as const;
    // None of them had to be approved before, so that nothing waits.
    expect(told(life(), life({ events }))).toEqual([WHOLE]);
    expect(told(life({ events }), life({ events: { roast: events.roast } }))).toEqual([WHOLE, lost('sell')]);
    expect(told(life({ events }), life({ events: { ...events, sell: { right: 'edit', second: { days: 9 } } } }))).toEqual([WHOLE]);
    expect(told(life({ events }), life({ events: { ...events, sell: { right: 'edit' } } }))).toEqual([WHOLE, lost('sell')]);
  });

  it('counts times anew, and says which of them would be up at once', () => {
    const moved = (detail: string, converts: string) => ({
      id: 'setDelay:season',
      kind: 'setDelay',
      subject: 'season',
      detail,
      is: 'mayLose',
      concerns: timed(),
      converts,
    });
    const after = (season: Life['delays'][string]) => life({ delays: { season } });
    expect(told(life(), after({ seconds: 600 }))).toEqual([WHOLE, moved('600', timed(' and due_at + -3000 <= extract(epoch from now())'))]);
    expect(told(life(), after({ seconds: 3600, late: 'skip' }))).toEqual([
      WHOLE,
      moved('3600', timed(' and due_at + 0 <= extract(epoch from now())')),
    ]);
    expect(told(life(), after({ field: 'day' }))).toEqual([WHOLE, moved('day', timed(' and false'))]);
    expect(told(after({ field: 'day' }), life())).toEqual([WHOLE, moved('3600', timed(' and false'))]);
    // One that is new is counted from now on, and one that is gone is counted no more.
    expect(told(life({ delays: {} }), life())).toEqual([WHOLE]);
    expect(told(life(), life({ delays: {} }))).toEqual([WHOLE]);
  });

  it('says in which states more has to hold than before', () => {
    const cheap = holding('green', ['cheap']);
    expect(told(life(), cheap)).toEqual([WHOLE, narrowed('green')]);
    expect(told(cheap, life())).toEqual([WHOLE]);
    expect(told(cheap, holding('black', ['cheap'], cheap))).toEqual([WHOLE, narrowed('black')]);
    // The same name reads otherwise.
    expect(told(cheap, { ...cheap, conditions: { cheap: { field: 'price', is: 'lt', value: 50 } } })).toEqual([WHOLE, narrowed('green')]);
    // Nobody stands in a state that is new.
    const { green: _, ...others } = life().chart.states;
    expect(told(life({ chart: { ...life().chart, states: others } }), cheap)).toEqual([{ ...WHOLE, detail: 'green, black, gone' }]);
  });
});
