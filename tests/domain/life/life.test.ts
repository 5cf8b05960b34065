import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LifeError, parseDrawnLife, wrongPart } from '#api/contract/life/life-schema';
import { parseResource, ResourceError } from '#api/contract/table/resource-schema';
import type { Fields } from '#domain/fields/field';
import type { Life } from '#domain/life/life';
import { edgesOf, FINDINGS, lifeFindings, type FindingKind } from '#domain/life/life-check';
import { relatedFindings } from '#domain/life/related-check';
import { effort } from '#tests/support/effort.ts';
import { fieldsOf, randomLives } from '#tests/support/lives/random-lives.ts';

type Draft = { -readonly [K in keyof Life]: Life[K] };

const PLAIN: Life = {
  field: 'state',
  chart: {
    id: 'plain',
    initial: 's0',
    states: {
      s0: { on: { go: 's1' }, after: { soon: 's1' } },
      s1: { on: { back: { target: 's0', guard: 'ready' } }, meta: { holds: ['ready'] } },
    },
  },
  events: { go: { right: 'edit' }, back: { right: 'own', asks: { comment: 'required', fields: ['title'] } } },
  conditions: {
    ready: {
      all: [
        { field: 'title', is: 'filled' },
        { field: 'price', is: 'gt', value: 0 },
      ],
    },
  },
  delays: { soon: { seconds: 3600 } },
  effects: { stamp: { set: 'stock', to: { value: 1 } } },
};
const { s0, s1 } = PLAIN.chart.states;
const withStates = (states: object): Life => ({ ...PLAIN, chart: { ...PLAIN.chart, states: states as Life['chart']['states'] } });
const kindsOf = (life: Life, fields = fieldsOf(life)): readonly FindingKind[] => lifeFindings(life, fields).map(({ what }) => what);

const PLANTS: Partial<Record<FindingKind, (life: Draft, at: number) => void>> = {
  targetUnknown: (life, at) => breakEdge(life, at, { target: 'nowhere' }),
  guardUnknown: (life, at) => breakEdge(life, at, { guard: 'gone' }),
  effectUnknown: (life, at) => breakEdge(life, at, { actions: ['gone'] }),
  targetOwn: (life, at) => breakEdge(life, at, { target: edgesOf(life)[at]!.from }),
  eventUnknown: (life, at) => {
    life.events = Object.fromEntries(Object.entries(life.events).filter(([name]) => name !== edgesOf(life)[at]!.name));
  },
  unreachable: (life) => {
    life.chart = { ...life.chart, states: { ...life.chart.states, island: { on: { round: 's0' } } } };
  },
  trap: (life) => {
    life.chart = { ...life.chart, states: { ...life.chart.states, s1: {} } };
  },
};

/** Lives in which one thing is wrong. */
const NAMED: readonly (readonly [kind: FindingKind, life: Life, fields?: ReturnType<typeof fieldsOf>])[] = [
  ['fieldUnknown', PLAIN, { id: { kind: 'id' } }],
  ['fieldNotChoice', { ...PLAIN, field: 'title' }],
  ['fieldInitial', PLAIN, { ...fieldsOf(PLAIN), state: { kind: 'select', options: ['s0', 's1'], initial: 's1' } }],
  ['statesNotOptions', PLAIN, { ...fieldsOf(PLAIN), state: { kind: 'select', options: ['s0', 's1', 's2'], initial: 's0' } }],
  ['initialUnknown', { ...PLAIN, chart: { ...PLAIN.chart, initial: 'toString' } }],
  ['tooFewStates', withStates({ s0: {} })],
  ['tooMany', { ...PLAIN, events: Object.fromEntries(Array.from({ length: 61 }, (_, at) => [`go${at}`, { right: 'edit' as const }])) }],
  ['delayUnknown', { ...PLAIN, delays: {} }],
  ['conditionUnknown', withStates({ s0, s1: { ...s1, meta: { holds: ['constructor'] } } })],
  ['conditionTooDeep', { ...PLAIN, conditions: { ready: { not: { not: { not: { not: { field: 'title', is: 'filled' } } } } } } }],
  ['conditionCircle', { ...PLAIN, conditions: { ready: { name: 'other' }, other: { name: 'ready' } } }],
  ['conditionNotOwn', { ...PLAIN, conditions: { ready: { caller: 'owner' } } }],
  ['finalWithWayOut', withStates({ s0, s1: { ...s1, type: 'final' } })],
  ['neverReached', withStates({ s0: { on: { go: [{ target: 's1' }, { target: 's1', guard: 'ready' }] } }, s1 })],
  ['eventReserved', { ...PLAIN, events: { ...PLAIN.events, import: { right: 'edit' } } }],
  ['eventUnsent', { ...PLAIN, events: { ...PLAIN.events, go: { right: 'none' } } }],
  ['secondUnsent', { ...PLAIN, events: { ...PLAIN.events, other: { right: 'none', second: { days: 3 } } } }],
  ['eventReserved', { ...PLAIN, events: { ...PLAIN.events, go: { right: 'edit', second: { days: 3 } }, goApprove: { right: 'edit' } } }],
  ['undoNoWay', { ...PLAIN, events: { go: { right: 'edit', undo: 'back' }, back: { right: 'edit', second: { days: 3 } } } }],
  ['delayNotTime', { ...PLAIN, delays: { soon: { field: 'title' } } }],
  ['relationUnknown', { ...PLAIN, conditions: { ...PLAIN.conditions, chosen: { of: 'title', its: 'state', is: 'filled' } } }],
  ['comparedKinds', { ...PLAIN, conditions: { ready: { field: 'price', is: 'gt', value: 'much' } } }],
  [
    'fastCircle',
    { ...PLAIN, chart: { ...PLAIN.chart, states: { s0: s0!, s1: { after: { soon: 's0' } } } }, delays: { soon: { seconds: 60 } } },
  ],
  ['askedUnwritable', { ...PLAIN, events: { ...PLAIN.events, go: { right: 'edit', asks: { fields: ['state'] } } } }],
  ['placeholderUnknown', { ...PLAIN, effects: { tell: { notify: 'owner', title: { en: '{{title}} and {{toString}}' } } } }],
  ['titleMissing', { ...PLAIN, effects: { tell: { mail: { field: 'title' }, title: { en: ' ' } } } }],
  ['relationUnknown', { ...PLAIN, effects: { lead: { send: 'go', to: { of: 'title' } } } }],
  ['eventUnused', { ...PLAIN, events: { ...PLAIN.events, other: { right: 'edit' } } }],
  ['undoNoWay', { ...PLAIN, events: { ...PLAIN.events, go: { right: 'edit', undo: 'go' } } }],
  ['delayUnused', { ...PLAIN, delays: { ...PLAIN.delays, late: { seconds: 90 } } }],
  [
    'statusAmbiguous',
    { ...withStates({ s0: { on: { go: 's1', skip: 's1' } }, s1 }), events: { ...PLAIN.events, skip: { right: 'edit' } } },
  ],
  [
    'noWayToFinal',
    withStates({ s0: { on: { go: 's1', end: 's2' } }, s1: { on: { stay: 's3' } }, s2: { type: 'final' }, s3: { on: { go: 's1' } } }),
  ],
];

describe('what is wrong with a life', () => {
  it('is nothing in clean ones, which are read from JSON as they are', () => {
    fc.assert(
      fc.property(randomLives, (life) => {
        const errors = lifeFindings(life, fieldsOf(life)).filter(({ level }) => level === 'error');
        expect(errors).toEqual([]);
        expect(parseDrawnLife(JSON.parse(JSON.stringify(life)))).toEqual(life);
      }),
      { numRuns: effort(200, 5000) },
    );
  });

  it('is found where one part of a clean one was broken', () => {
    const kinds = Object.keys(PLANTS) as FindingKind[];
    fc.assert(
      fc.property(randomLives, fc.constantFrom(...kinds), fc.nat(), (life, kind, at) => {
        const broken = structuredClone(life) as Draft;
        PLANTS[kind]?.(broken, at % edgesOf(life).length);
        expect(kindsOf(broken)).toContain(kind);
      }),
      { numRuns: effort(200, 5000) },
    );
  });

  it.each(NAMED.map(([kind, life, fields]) => ({ kind, life, fields })))('is named: $kind', ({ kind, life, fields }) => {
    expect(kindsOf(life, fields)).toContain(kind);
  });

  it('is found by looking at each condition a few times, however often conditions name each other', () => {
    const names = Array.from({ length: 14 }, (_, at) => `c${String.fromCodePoint(97 + at)}`);
    const tower = names.map((name, at) => [name, { all: Array.from({ length: 3 }, () => ({ name: names[at + 1] ?? 'ready' })) }] as const);
    let looks = 0;
    const conditions = new Proxy(
      { ...Object.fromEntries(tower), ...PLAIN.conditions },
      {
        get(target, name, self) {
          looks += 1;
          return Reflect.get(target, name, self) as unknown;
        },
      },
    );
    const found = lifeFindings({ ...withStates({ s0, s1: { ...s1, meta: { holds: ['ca'] } } }), conditions }, fieldsOf(PLAIN));
    expect(found.filter(({ what }) => what === 'conditionTooDeep')).toHaveLength(13);
    expect(looks).toBeLessThan(1000);
  });

  it('is named where other sections have not what conditions ask of them', () => {
    const asking: Life = {
      ...PLAIN,
      conditions: {
        there: { of: 'ownerId', its: 'title', is: 'filled' },
        gone: { not: { of: 'ownerId', its: 'colour', is: 'filled' } },
        counted: { referring: 'lid', by: 'boxId', is: 'gt', value: 1 },
        lost: { any: [{ referring: 'other', by: 'boxId', is: 'gt', value: 1 }] },
      },
    };
    const fields: Fields = { ...fieldsOf(PLAIN), ownerId: { kind: 'remoteSelect', of: 'owner' } };
    const others: Readonly<Record<string, Fields>> = {
      owner: { title: { kind: 'string' } },
      lid: { boxId: { kind: 'remoteSelect', of: 'box' } },
    };
    const found = relatedFindings(asking, fields, (name) => others[name] && { fields: others[name] });
    expect(found.map(({ at, what, name }) => [at, what, name])).toEqual([
      ['conditions.gone', 'relatedUnknown', 'colour'],
      ['conditions.lost', 'relatedUnknown', 'boxId'],
    ]);
  });

  it('finds steps that another section does not have, or that people send, where its life is known', () => {
    const led: Life = {
      ...PLAIN,
      effects: Object.fromEntries(
        ['sealed', 'open', 'gone'].map((send) => [`lead${send}`, { send, to: { referring: 'lid', by: 'boxId' } }]),
      ),
    };
    const fields: Fields = { boxId: { kind: 'remoteSelect', of: 'box' } };
    const life: Life = { ...PLAIN, events: { sealed: { right: 'none' }, open: { right: 'edit' } } };
    const found = relatedFindings(led, fieldsOf(PLAIN), (name) => (name === 'lid' ? { fields, life } : undefined));
    expect(found.map(({ at, what, name }) => [at, what, name])).toEqual([
      ['effects.leadopen', 'sentUnknown', 'open'],
      ['effects.leadgone', 'sentUnknown', 'gone'],
    ]);
    expect(relatedFindings(led, fieldsOf(PLAIN), () => ({ fields }))).toEqual([]);
  });

  it('takes no secret, nothing hidden, and nothing that every object has for a field', () => {
    const fields: Fields = {
      ...fieldsOf(PLAIN),
      hidden: { kind: 'string', list: 'never' },
      word: { kind: 'password' },
      ownerId: { kind: 'remoteSelect', of: 'owner' },
    };
    const life: Life = {
      ...PLAIN,
      conditions: {
        ...PLAIN.conditions,
        known: { of: 'ownerId', its: 'word', is: 'filled' },
        every: { of: 'toString', its: 'name', is: 'filled' },
      },
      effects: {
        tell: { notify: 'author', title: { en: '{{hidden}} {{word}} {{toString}}' } },
        lead: { send: 'pass', to: { of: 'toString' } },
      },
    };
    const errors = lifeFindings(life, fields).filter(({ level, at }) => level === 'error' && at.startsWith('effects.'));
    expect(errors.map(({ at, what, name }) => [at, what, name])).toEqual([
      ['effects.tell', 'placeholderUnknown', 'hidden'],
      ['effects.tell', 'placeholderUnknown', 'word'],
      ['effects.tell', 'placeholderUnknown', 'toString'],
      ['effects.lead', 'relationUnknown', 'toString'],
    ]);
    const found = relatedFindings(life, fields, () => ({ fields: { word: { kind: 'password' } } }));
    expect(found.map(({ at, what, name }) => [at, what, name])).toEqual([
      ['conditions.known', 'relatedUnknown', 'word'],
      ['conditions.every', 'relatedUnknown', 'name'],
    ]);
  });

  it('has a test for every kind', () => {
    // Of other sections the test above knows.
    expect(new Set([...NAMED.map(([kind]) => kind), ...Object.keys(PLANTS), 'relatedUnknown', 'sentUnknown', 'optionUnknown'])).toEqual(
      new Set(FINDINGS),
    );
  });
});

function breakEdge(life: Draft, at: number, change: object): void {
  const { from, name, index } = edgesOf(life)[at]!;
  const states = structuredClone(life.chart.states) as Record<string, { on: Record<string, object[]> }>;
  states[from]!.on[name]![index] = { ...states[from]!.on[name]![index], ...change };
  life.chart = { ...life.chart, states };
}

/** JSON that is no life, and a word that its refusal says. */
const deep = (levels: number): object =>
  JSON.parse(`${'{"not":'.repeat(levels)}{"field":"title","is":"filled"}${'}'.repeat(levels)}`) as object;
const chart = (change: object): object => ({ ...PLAIN, chart: { ...PLAIN.chart, ...change } });
const inS0 = (change: object): object => chart({ states: { s0: { on: { go: 's1' }, ...change }, s1 } });
const way = (transition: unknown): object => inS0({ on: { go: transition } });
const ready = (condition: unknown): object => ({ ...PLAIN, conditions: { ready: condition } });
const manyStates = (count: number): object =>
  chart({ states: Object.fromEntries(Array.from({ length: count }, (_, at) => [`s${at}`, { on: { go: `s${(at + 1) % count}` } }])) });
const HOSTILE: readonly (readonly [string, unknown])[] = [
  ...['always', 'entry', 'exit', 'invoke', 'history', 'context', 'states', 'initial', 'onDone', 'tags', 'description', 'output'].map(
    (key) => [key, inS0({ [key]: key === 'states' ? { inner: {} } : [] })] as const,
  ),
  ...['always', 'on', 'entry', 'exit', 'invoke', 'context', 'type', 'after', 'version', 'delimiter', 'schemas'].map(
    (key) => [key, chart({ [key]: key === 'type' ? 'parallel' : {} })] as const,
  ),
  ...['parallel', 'history', 'compound'].map((type) => ['final', inS0({ type })] as const),
  ...['*', 'xstate.init', 'xstate.done.actor.x', 'done.*', 'after.soon', 'Go', 'a b', '', 'x'].map(
    (event) => ['on', inS0({ on: { [event]: 's1' } })] as const,
  ),
  ...['#plain.s1', '.s1', 's1.inner', '..', 's 1', ''].map((target) => ['go', way(target)] as const),
  ...['reenter', 'cond', 'description', 'in', 'internal', 'meta'].map(
    (key) => ['states.s0.on.go', way({ target: 's1', [key]: true })] as const,
  ),
  ['go', way([])],
  ['go', way(Array.from({ length: 6 }, () => ({ target: 's1', guard: 'ready' })))],
  ['states.s0.on.go', way({ target: 's1', guard: { type: 'and', guards: ['ready'] } })],
  ['states.s0.on.go', way({ target: 's1', guard: 'toString() || 1' })],
  ['states.s0.on.go', way({ target: 's1', actions: [{ type: 'raise' }] })],
  ['effectUnknown', way({ target: 's1', actions: ['raise'] })],
  ['after', inS0({ after: { 1000: 's1' } })],
  ['after', inS0({ after: { 'soon ': 's1' } })],
  ['delayUnknown', inS0({ after: { constructor: 's1' } })],
  ['targetUnknown', way('toString')],
  ['targetUnknown', way('constructor')],
  ['initialUnknown', chart({ initial: 'valueOf' })],
  ['guardUnknown', way({ target: 's1', guard: 'hasOwnProperty' })],
  ['eventUnknown', inS0({ on: { toString: 's1' } })],
  ['__proto__', JSON.parse('{"__proto__":{"field":"state"}}')],
  ['__proto__', { ...PLAIN, conditions: JSON.parse('{"__proto__":{"not":{"name":"ready"}}}') as object }],
  ['__proto__', chart({ states: JSON.parse('{"__proto__":{}}') as object })],
  ['tooMany', manyStates(31)],
  ['characters', manyStates(10_000)],
  ['levels deep', ready(deep(20))],
  ['levels deep', ready(deep(50_000))],
  ['characters', ready({ field: 'title', is: 'eq', value: 'x'.repeat(70_000) })],
  ['conditions.ready', ready({ field: 'title', is: 'eq', value: 'x'.repeat(300) })],
  ['ready', ready('1 == 1')],
  ['ready', ready({ field: 'title', is: 'matches', value: '(a+)+$' })],
  ['ready', ready({ field: 'title', is: 'filled', says: 'errors.secret' })],
  ['ready', ready({ sql: 'select 1' })],
  ['ready', ready({ any: [] })],
  ['ready', ready({ hours: [8, 25] })],
  ['ready', ready({ inStateSeconds: 1e12 })],
  ['comparedKinds', ready({ field: 'stock', is: 'gt', value: '0 or 1=1' })],
  ['fieldUnknown', ready({ field: 'password', is: 'filled' })],
  ['fieldUnknown', ready({ field: 'constructor', is: 'filled' })],
  ['delays', { ...PLAIN, delays: { soon: { seconds: 1 } } }],
  ['delays', { ...PLAIN, delays: { soon: { seconds: 1e10 } } }],
  ['delays', { ...PLAIN, delays: { soon: { field: 'title', seconds: 90 } } }],
  ['effects', { ...PLAIN, effects: { stamp: { mail: 'all@example.org', body: '{{password}}' } } }],
  ['effects', { ...PLAIN, effects: { stamp: { webhook: 'http://169.254.169.254/' } } }],
  ['askedUnwritable', { ...PLAIN, effects: { stamp: { set: 'state', to: { value: 's1' } } } }],
  ['askedUnwritable', { ...PLAIN, effects: { stamp: { set: 'id', to: { value: 1 } } } }],
  ['events', { ...PLAIN, events: { ...PLAIN.events, go: { right: 'super' } } }],
  ['eventReserved', { ...PLAIN, events: { ...PLAIN.events, edit: { right: 'own' } } }],
  ['eventReserved', { ...PLAIN, events: { ...PLAIN.events, cancelImport: { right: 'own' } } }],
  // Addresses are found without regard to case.
  ['eventReserved', { ...PLAIN, events: { ...PLAIN.events, sendOut: { right: 'own' }, sendout: { right: 'own' } } }],
  ['input', null],
  ['input', []],
  ['input', 'life'],
];

describe('lives from elsewhere', () => {
  it('are looked at no further where there is too much of something', () => {
    const islands = withStates(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`s${at}`, {}])));
    expect(new Set(kindsOf(islands))).toEqual(new Set(['tooMany']));
  });

  it('are refused by name, at once', () => {
    expect(HOSTILE.length).toBeGreaterThanOrEqual(80);
    const missed = HOSTILE.map(([word, json]) => ({ word, said: refusalOf(json) })).filter(({ word, said }) => !said.includes(word));
    expect(missed).toEqual([]);
  });

  it('are refused as a part of a declaration too', () => {
    const declaration = (life: unknown): object => ({
      name: 'living', controller: 'x.Living', table: 'x_living', fields: fieldsOf(PLAIN), titleField: 'title', rowActions: [],
      defaultOrder: { field: 'id', direction: 'desc' }, life,
    }); // prettier-ignore
    expect(parseResource(declaration(PLAIN)).life).toEqual(PLAIN);
    expect(() => parseResource(declaration(way('nowhere')))).toThrow(new ResourceError('life: states.s0.on.go: targetUnknown (nowhere)'));
    expect(() => parseResource(declaration(ready(deep(50_000))))).toThrow(new ResourceError('a life is at most 16 levels deep'));
  });
});

function refusalOf(json: unknown): string {
  try {
    return wrongPart(parseDrawnLife(json), fieldsOf(PLAIN)) ?? 'accepted';
  } catch (error) {
    if (error instanceof LifeError) return error.message;
    throw error;
  }
}
