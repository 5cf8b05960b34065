import { expect, it } from 'vitest';
import { asBase, asDrawn, asKept, asRun, siteLifeFaults } from '#domain/life/site-life';
import type { Fields } from '#domain/fields/field';
import type { Condition, Life } from '#domain/life/life';

const program: Life = {
  field: 'status',
  chart: {
    id: 'paper',
    initial: 'draft',
    states: {
      draft: { on: { print: { target: 'out', guard: 'ready' } } },
      out: { on: { pulp: 'draft', returned: 'draft' }, meta: { holds: ['ready'], relied: true } },
    },
  },
  events: { print: { right: 'edit' }, pulp: { right: 'edit', label: { en: 'Pulp' } }, returned: { right: 'none' } },
  conditions: {
    ready: {
      all: [
        { field: 'title', is: 'filled', says: 'papers.untitled' },
        {
          any: [
            { not: { field: 'pages', is: 'gt', value: 9, says: 'papers.thick' } },
            { of: 'author', its: 'name', is: 'filled', says: 'papers.nobody' },
          ],
        },
      ],
    },
    quiet: { hours: [20, 6] },
  },
  delays: {},
  effects: {},
};
const fields = { pages: { kind: 'integer' }, owner: { kind: 'integer', form: 'never' } } as const satisfies Fields;
const faults = (drawn: Life) => siteLifeFaults(program, drawn, fields);
const labelOf = (event: string) => (event === 'print' ? { en: 'Print', 'zh-cn': '打印' } : undefined);
const withStates = (states: Life['chart']['states'], chart: Partial<Life['chart']> = {}): Life => ({
  ...program,
  chart: { ...program.chart, ...chart, states },
});
const { draft, out } = program.chart.states as { draft: object; out: object };

it('the life of a site is drawn with the words of the program, and without the keys of its messages', () => {
  const drawn = asDrawn(program, labelOf);
  expect(drawn.events).toEqual({
    print: { right: 'edit', label: { en: 'Print', 'zh-cn': '打印' } },
    pulp: { right: 'edit', label: { en: 'Pulp' } },
    returned: { right: 'none' },
  });
  expect(drawn.conditions).toEqual({
    ready: {
      all: [
        { field: 'title', is: 'filled' },
        { any: [{ not: { field: 'pages', is: 'gt', value: 9 } }, { of: 'author', its: 'name', is: 'filled' }] },
      ],
    },
    quiet: { hours: [20, 6] },
  });
  expect(asBase(program)).toEqual({ ...drawn, events: program.events });
});

it('the life of a site is the program’s again, to the letter, where nothing was drawn', () => {
  const kept = asKept(program, asDrawn(program, labelOf), labelOf);
  expect(kept).toEqual(asBase(program));
  expect(asRun(program, kept)).toEqual(program);
});

it('the life of a site keeps the words that a site has chosen, and says what its own conditions say', () => {
  const drawn = asDrawn(program, labelOf);
  const own = {
    ...drawn,
    events: {
      ...drawn.events,
      print: { ...drawn.events['print']!, label: { en: 'Send to print' } },
      print2: { right: 'own', label: { en: 'Print' } },
    },
    conditions: { ...drawn.conditions, ready: { field: 'title', is: 'filled' } },
  } as const satisfies Life;
  const kept = asKept(program, own, labelOf);
  expect(kept.events).toEqual(own.events);
  expect(asRun(program, kept).conditions).toEqual({ ready: { field: 'title', is: 'filled' }, quiet: { hours: [20, 6] } });
});

it('the life of a site has the marks of the program as they are today, whatever was drawn', () => {
  const states = { draft: { ...draft, meta: { relied: true, todo: true } }, out: { on: { pulp: 'draft' } } } as const;
  expect(asRun(program, withStates(states, { id: 'else' })).chart).toEqual({
    id: 'paper',
    initial: 'draft',
    states: { draft: { ...draft, meta: { todo: true } }, out: { on: { pulp: 'draft' }, meta: { relied: true } } },
  });
});

it('the life of a site leaves the field, the states, the first of them and what the program sends as they are', () => {
  expect(faults(asDrawn(program, labelOf))).toEqual([]);
  expect(faults({ ...program, field: 'title', events: {} })).toEqual([{ at: 'field', what: 'field', name: 'status' }]);
  expect(faults(withStates({ draft, gone: {} }, { initial: 'gone' }))).toEqual([
    { at: 'states', what: 'stateGone', name: 'out' },
    { at: 'states.gone', what: 'stateNew', name: 'gone' },
    { at: 'states.gone', what: 'initial', name: 'draft' },
    { at: 'events.returned', what: 'sent', name: 'returned' },
  ]);
  const sent = [{ at: 'events.returned', what: 'sent', name: 'returned' }];
  expect(faults(withStates({ draft, out: { on: { returned: 'out' } } }))).toEqual(sent);
  expect(faults(withStates({ draft: { on: { returned: 'draft' } }, out }))).toEqual(sent);
  expect(faults({ ...program, events: { ...program.events, returned: { right: 'edit' } } })).toEqual(sent);
  // Nobody is there to answer a question, to approve it, or to meet a condition.
  for (const more of [{ asks: { comment: 'required' } }, { second: { days: 3 } }, { undo: 'never' }] as const)
    expect(faults({ ...program, events: { ...program.events, returned: { right: 'none', ...more } } })).toEqual(sent);
  expect(faults(withStates({ draft: { ...draft, meta: { holds: ['quiet'] } }, out }))).toEqual([
    { at: 'states.draft', what: 'sent', name: 'returned' },
  ]);
  // What people send may lead elsewhere, or nowhere, and be asked for anything.
  expect(faults(withStates({ draft: {}, out: { on: { returned: 'draft' } } }))).toEqual([]);
  expect(faults({ ...program, events: { ...program.events, print: { right: 'own', asks: { comment: 'required' } } } })).toEqual([]);
  expect(faults({ ...program, conditions: { ...program.conditions, ready: { field: 'title', is: 'filled' } } })).toEqual([]);
});

it('the life of a site keeps to the conditions of what the program sends, and to those that these name', () => {
  const guarded = {
    ...withStates({ draft, out: { on: { returned: { target: 'draft', guard: 'late' } } } }),
    conditions: { ...program.conditions, late: { any: [{ name: 'quiet' }, { not: { name: 'late' } }] } },
  } as const satisfies Life;
  const withQuiet = (quiet: Condition): Life => ({ ...guarded, conditions: { ...guarded.conditions, quiet } });
  expect(siteLifeFaults(guarded, asDrawn(guarded, labelOf), fields)).toEqual([]);
  expect(siteLifeFaults(guarded, withQuiet({ hours: [21, 6] }), fields)).toEqual([
    { at: 'events.returned', what: 'sent', name: 'returned' },
  ]);
});

it('the life of a site writes no field that is in no form, but where the program’s own life does', () => {
  const writing = (set: string): Life => ({ ...program, effects: { stamp: { set, to: { value: 1 } } } });
  expect(faults(writing('pages'))).toEqual([]);
  expect(faults(writing('owner'))).toEqual([{ at: 'effects.stamp', what: 'ownField', name: 'owner' }]);
  expect(faults({ ...program, events: { ...program.events, print: { right: 'edit', asks: { fields: ['owner'] } } } })).toEqual([
    { at: 'events.print', what: 'ownField', name: 'owner' },
  ]);
  expect(siteLifeFaults(writing('owner'), writing('owner'), fields)).toEqual([]);
});

it('a state that is gone is told as gone alone, though what the program sends leads there', () => {
  const sending: Life = {
    ...program,
    chart: { ...program.chart, states: { ...program.chart.states, draft: { on: { returned: 'out' } } } },
  };
  const drawn: Life = { ...sending, chart: { ...sending.chart, states: { draft: { on: { returned: 'out' } } } } };
  expect(siteLifeFaults(sending, drawn, fields)).toEqual([
    { at: 'states', what: 'stateGone', name: 'out' },
    { at: 'events.returned', what: 'sent', name: 'returned' },
  ]);
});
