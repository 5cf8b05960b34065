import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDesign } from '#api/contract/designer/design-schema';
import type { DesignAct, Drawing } from '#domain/designer/drawing/design-act';
import { refusalOf } from '#domain/designer/drawing/design-act';
import { perform } from '#domain/designer/drawing/design-acts';
import { beginHistory, performed, undone } from '#domain/designer/drawing/design-history';
import { blankDesign } from '#domain/designer/drawing/design-pieces';
import { NO_RENAMES } from '#domain/designer/section-design';
import { conditionsAt, grouped, groupOf, GROUPS } from '#domain/life/drawing/condition-groups';
import { drawOnLife, effectsAt } from '#domain/life/drawing/life-acts';
import { foundAt, foundIn } from '#domain/life/drawing/life-findings';
import { arrowsOf, usedIn, type ArrowPlace } from '#domain/life/drawing/life-parts';
import { lifeFindings } from '#domain/life/life-check';
import { relatedFindings } from '#domain/life/related-check';
import type { Condition, Life } from '#domain/life/life';

const BLANK: Drawing = { design: blankDesign('ticket', { label: { en: 'Tickets' } }), renames: NO_RENAMES };
const drawn = (...acts: readonly DesignAct[]): Drawing =>
  acts.reduce((one, act) => {
    expect([act, refusalOf(one, act)]).toEqual([act, null]);
    return perform(one, act, {});
  }, BLANK);
const lifeOf = ({ design }: Drawing): Life => design.declaration.life!;
const at = (from: string, name: string, by: ArrowPlace['by'] = 'on', index = 0): ArrowPlace => ({ from, by, name, index });
const label = (en: string): DesignAct => ({ type: 'event.changed', event: 'publish', name: 'label', value: { 'zh-cn': '发布', en } });
const when = (from: string, name: string, value: string) =>
  ({ type: 'arrow.changed', arrow: at(from, name), name: 'when', value: [{ field: 'name', is: 'eq', value }] }) as const;
const BEGUN: DesignAct = { type: 'life.begun', field: null };
const added = (option: string): DesignAct => ({ type: 'option.added', key: 'state', option });

describe('a life that is drawn', () => {
  it('begins over a new field with two states and the ways between them, without a mistake', () => {
    const { declaration } = drawn(BEGUN).design;
    expect(Object.keys(declaration.fields).slice(0, 3)).toEqual(['id', 'name', 'state']);
    expect(lifeFindings(declaration.life!, declaration.fields)).toEqual([]);
    // What the server takes as a draft is the same.
    expect(parseDesign(JSON.parse(JSON.stringify(drawn(BEGUN).design))).declaration.life).toEqual(declaration.life);
  });

  it('begins over a field that is there, and says what is missing', () => {
    const { declaration } = drawn(
      { type: 'field.added', piece: 'select', at: 2 },
      { type: 'option.added', key: 'choice', option: 'three' },
      { type: 'life.begun', field: 'choice' },
    ).design;
    expect([declaration.life?.chart.initial, Object.keys(declaration.life?.chart.states ?? {})]).toEqual(['one', ['one', 'two', 'three']]);
    expect(declaration.fields['choice']).toMatchObject({ initial: 'one' });
    const { states, whole } = foundIn(declaration.life!, declaration.fields, () => undefined);
    expect([...states].map(([state, found]) => [state, found.map(({ what }) => what)])).toEqual([
      ['one', ['trap']],
      ['two', ['unreachable', 'trap']],
      ['three', ['unreachable', 'trap']],
    ]);
    expect(whole).toEqual([]);
  });

  it('begins over no field whose options cannot be states, and has none that cannot', () => {
    const named: DesignAct = { type: 'option.renamed', key: 'choice', option: 'one', name: '待审' };
    const other = [{ type: 'field.added', piece: 'select', at: 2 }, named] as const;
    expect(refusalOf(drawn(...other), { type: 'life.begun', field: 'choice' })?.key).toBe('designer.issues.life.field');
    expect(refusalOf(drawn(BEGUN), { ...named, key: 'state', option: 'draft' })?.key).toBe('designer.issues.life.stateName');
    expect(refusalOf(drawn(BEGUN), BEGUN)?.key).toBe('designer.issues.life.begun');
    expect(refusalOf(BLANK, { type: 'arrow.removed', arrow: at('draft', 'publish') })?.key).toBe('designer.issues.life.none');
  });

  it('has a state for each option: added, renamed and removed with what leads there', () => {
    const three = drawn(BEGUN, added('ended'), { type: 'arrow.drawn', from: 'published', to: 'ended', event: 'end' });
    expect(Object.keys(lifeOf(three).chart.states)).toEqual(['draft', 'published', 'ended']);
    const renamed = perform(three, { type: 'option.renamed', key: 'state', option: 'published', name: 'live' }, {});
    expect(lifeOf(renamed).chart.states['draft']).toEqual({ on: { publish: 'live' } });
    const removed = perform(renamed, { type: 'option.removed', key: 'state', option: 'live' }, {});
    expect(lifeOf(removed).chart.states).toEqual({ draft: {}, ended: {} });
    // What nothing sends any more is gone with it.
    expect(Object.keys(lifeOf(removed).events)).toEqual([]);
    const first = perform(removed, { type: 'option.removed', key: 'state', option: 'draft' }, {});
    expect([lifeOf(first).chart.initial, first.design.declaration.fields['state']]).toEqual([
      'ended',
      expect.objectContaining({ initial: 'ended' }),
    ]);
  });

  it('begins where its field begins, and the other way round', () => {
    const one = drawn(BEGUN, { type: 'state.changed', state: 'published', name: 'initial' });
    expect(one.design.declaration.fields['state']).toMatchObject({ initial: 'published' });
    const other = perform(one, { type: 'field.changed', key: 'state', name: 'initial', value: 'draft' }, {});
    expect(lifeOf(other).chart.initial).toBe('draft');
  });

  it('follows its field and those that it asks for, and goes with its field', () => {
    const asking = drawn(
      BEGUN,
      { type: 'arrow.changed', arrow: at('draft', 'publish'), name: 'when', value: [{ field: 'name', is: 'filled' }] },
      { type: 'event.changed', event: 'publish', name: 'asks', value: { fields: ['name'] } },
      { type: 'arrow.changed', arrow: at('draft', 'publish'), name: 'effects', value: [{ notify: 'author', title: { en: '{{ name }}' } }] },
      { type: 'field.renamed', key: 'name', name: 'title' },
      { type: 'field.renamed', key: 'state', name: 'status' },
    );
    const life = lifeOf(asking);
    expect([life.field, life.conditions['when1'], life.events['publish']?.asks]).toEqual([
      'status',
      { field: 'title', is: 'filled' },
      { fields: ['title'] },
    ]);
    expect(life.effects['effect1']).toMatchObject({ title: { en: '{{title}}' } });
    expect(lifeFindings(life, asking.design.declaration.fields)).toEqual([]);
    expect(perform(asking, { type: 'field.removed', key: 'status' }, {}).design.declaration.life).toBeUndefined();
    const without = perform(asking, { type: 'field.removed', key: 'title' }, {});
    expect(lifeOf(without).events['publish']).toEqual({ right: 'edit', label: expect.anything() });
    expect(
      foundAt(
        foundIn(lifeOf(without), without.design.declaration.fields, () => undefined),
        { arrow: at('draft', 'publish') },
      ).map(({ what }) => what),
    ).toContain('fieldUnknown');
  });

  it('asks for options and sets them by what they are called now, and says which are gone', () => {
    const conditions: readonly Condition[] = [
      { field: 'choice', is: 'notIn', values: ['two'] },
      {
        any: [
          { field: 'state', is: 'eq', value: 'draft' },
          { of: 'partOfId', its: 'choice', is: 'eq', value: 'two' },
        ],
      },
      { not: { of: 'otherId', its: 'choice', is: 'eq', value: 'two' } },
      // Not of this field.
      { field: 'name', is: 'eq', value: 'two' },
    ];
    const arrow = at('draft', 'publish');
    const asking = drawn(
      { type: 'field.added', piece: 'select', at: 2 },
      ...(['ticket', 'parcel'] as const).flatMap((of): DesignAct[] => [
        { type: 'field.added', piece: 'remoteSelect', at: 3 },
        { type: 'field.changed', key: 'recordId', name: 'of', value: of },
        { type: 'field.renamed', key: 'recordId', name: of === 'ticket' ? 'partOfId' : 'otherId' },
      ]),
      BEGUN,
      { type: 'arrow.changed', arrow, name: 'when', value: conditions },
      { type: 'arrow.changed', arrow, name: 'effects', value: [{ set: 'choice', to: { value: 'two' } }] },
    );
    const found = ({ design: { declaration } }: Drawing) =>
      foundAt(
        foundIn(declaration.life!, declaration.fields, () => undefined),
        { arrow },
      ).map(({ what, name }) => [what, name]);
    expect(found(asking)).toEqual([]);
    const renamed = [
      { type: 'option.renamed', key: 'choice', option: 'two', name: 'blocked' } as const,
      { type: 'option.renamed', key: 'state', option: 'draft', name: 'sketch' } as const,
    ].reduce((one, act) => perform(one, act, {}), asking);
    const life = lifeOf(renamed);
    expect(conditionsAt(life, ['when1'])).toEqual([
      { field: 'choice', is: 'notIn', values: ['blocked'] },
      {
        any: [
          { field: 'state', is: 'eq', value: 'sketch' },
          { of: 'partOfId', its: 'choice', is: 'eq', value: 'blocked' },
        ],
      },
      { not: { of: 'otherId', its: 'choice', is: 'eq', value: 'two' } },
      { field: 'name', is: 'eq', value: 'two' },
    ]);
    expect(life.effects).toEqual({ effect1: { set: 'choice', to: { value: 'blocked' } } });
    expect(found(perform(asking, { type: 'option.removed', key: 'choice', option: 'two' }, {}))).toEqual([
      ['optionUnknown', 'two'],
      ['optionUnknown', 'two'],
    ]);
    // Publishing knows the other section's options, too.
    const { fields } = renamed.design.declaration;
    const sections = { parcel: { fields }, ticket: { fields, life } };
    expect(relatedFindings(life, fields, (name) => sections[name as keyof typeof sections])).toEqual([
      { level: 'error', at: 'conditions.when1', what: 'optionUnknown', name: 'two' },
    ]);
  });

  it('sends a renamed step to records of its own section by its new name, and to others by theirs', () => {
    const sending = drawn(
      { type: 'field.added', piece: 'remoteSelect', at: 2 },
      { type: 'field.changed', key: 'recordId', name: 'of', value: 'ticket' },
      { type: 'field.renamed', key: 'recordId', name: 'partOfId' },
      BEGUN,
      {
        type: 'arrow.changed',
        arrow: at('draft', 'publish'),
        name: 'effects',
        value: [
          { send: 'withdraw', to: { of: 'partOfId' } },
          { send: 'withdraw', to: { referring: 'ticket', by: 'partOfId' } },
          { send: 'withdraw', to: { referring: 'parcel', by: 'ticketId' } },
        ],
      },
      { type: 'event.renamed', event: 'withdraw', name: 'recall' },
    );
    expect(Object.values(lifeOf(sending).effects)).toMatchObject([{ send: 'recall' }, { send: 'recall' }, { send: 'withdraw' }]);
  });

  it('is one step of the designer: what was drawn is taken back, words that are typed as one', () => {
    const history = [BEGUN, label('G'), label('Go'), { type: 'arrow.removed', arrow: at('published', 'withdraw') } as const].reduce(
      (one, act) => performed(one, act, {}),
      beginHistory(BLANK),
    );
    expect(history.past).toHaveLength(3);
    const back = undone(undone(history));
    expect(lifeOf(back.now).events['publish']?.label).toEqual({ 'zh-cn': '发布', en: 'Publish' });
    expect(undone(back).now).toEqual(BLANK);
  });
});

describe('an arrow', () => {
  const life = lifeOf(drawn(BEGUN, added('ended')));

  it('is drawn for a new event or for one that is there, and moved with all that is said of it', () => {
    const one = drawOnLife(life, { type: 'arrow.drawn', from: 'draft', to: 'ended', event: 'publish' });
    expect([one.arrow, one.life.chart.states['draft']]).toEqual([
      at('draft', 'publish', 'on', 1),
      { on: { publish: [{ target: 'published' }, { target: 'ended' }].map(({ target }) => ({ target })) } },
    ]);
    const asked = drawOnLife(life, { type: 'arrow.changed', arrow: at('draft', 'publish'), name: 'when', value: [{ caller: 'owner' }] });
    const moved = drawOnLife(asked.life, { type: 'arrow.changed', arrow: at('draft', 'publish'), name: 'from', value: 'ended' });
    expect([moved.arrow, moved.life.chart.states['ended']]).toEqual([
      at('ended', 'publish'),
      { on: { publish: { target: 'published', guard: 'when1' } } },
    ]);
    const stays = drawOnLife(moved.life, { type: 'arrow.changed', arrow: at('ended', 'publish'), name: 'to', value: null });
    expect(stays.life.chart.states['ended']).toEqual({ on: { publish: { guard: 'when1' } } });
  });

  it('is gone by a time of its own, also where another has that time', () => {
    const arrow = at('draft', 'publish');
    const timed = drawOnLife(life, { type: 'arrow.changed', arrow, name: 'delay', value: { seconds: 60 } });
    expect([timed.arrow, timed.life.delays, Object.keys(timed.life.events)]).toEqual([
      at('draft', 'time1', 'after'),
      { time1: { seconds: 60 } },
      ['withdraw'],
    ]);
    const longer = drawOnLife(timed.life, { type: 'arrow.changed', arrow: timed.arrow!, name: 'delay', value: { seconds: 120 } });
    expect(longer.life.delays).toEqual({ time1: { seconds: 120 } });
    const shared: Life = {
      ...longer.life,
      chart: { ...longer.life.chart, states: { ...longer.life.chart.states, ended: { after: { time1: 'draft' } } } },
    };
    const own = drawOnLife(shared, { type: 'arrow.changed', arrow: timed.arrow!, name: 'delay', value: { seconds: 300 } });
    expect(own.life.delays).toEqual({ time1: { seconds: 120 }, time2: { seconds: 300 } });
    expect(drawOnLife(own.life, { type: 'arrow.changed', arrow: own.arrow!, name: 'event', value: 'go' }).life.delays).toEqual({
      time1: { seconds: 120 },
    });
  });

  it('asks under one name what another asks too, and alone what only it asks', () => {
    const both = [when('draft', 'publish', 'a'), when('published', 'withdraw', 'a')].reduce((one, act) => drawOnLife(one, act).life, life);
    expect(both.conditions).toEqual({ when1: { field: 'name', is: 'eq', value: 'a' } });
    const apart = drawOnLife(both, when('published', 'withdraw', 'ab')).life;
    expect(Object.keys(apart.conditions)).toEqual(['when1', 'when2']);
    expect(conditionsAt(apart, ['when1', 'when2', 'gone'])).toEqual([
      { field: 'name', is: 'eq', value: 'a' },
      { field: 'name', is: 'eq', value: 'ab' },
      { name: 'gone' },
    ]);
  });

  it('asks by groups of conditions, which are read back as they were drawn', () => {
    const parts = [{ field: 'name', is: 'filled' }, { caller: 'owner' }] as const;
    expect(GROUPS.map((kind) => groupOf(grouped(kind, parts)))).toEqual(GROUPS.map((kind) => ({ kind, parts })));
    expect(GROUPS.map((kind) => grouped(kind, parts.slice(0, 1)))).toEqual([
      { all: [parts[0]] },
      { any: [parts[0]] },
      { not: parts[0] },
      { not: { all: [parts[0]] } },
    ]);
    const [any, none] = [grouped('any', parts), grouped('none', [grouped('all', parts)])];
    expect([groupOf(parts[0]), groupOf({ name: 'when1' }), groupOf({ not: { name: 'when1' } }), none]).toEqual([
      null,
      null,
      { kind: 'none', parts: [{ name: 'when1' }] },
      { not: { any: [{ all: parts }] } },
    ]);
    const asked = drawOnLife(life, { type: 'arrow.changed', arrow: at('draft', 'publish'), name: 'when', value: [any, none] }).life;
    expect([asked.conditions, conditionsAt(asked, ['when1'])]).toEqual([{ when1: { all: [any, none] } }, [any, none]]);
  });

  it('keeps what a condition asks for by its name, and takes it along when nothing asks for it any more', () => {
    const [publish, withdraw] = [at('draft', 'publish'), at('published', 'withdraw')];
    const shared = drawOnLife(life, when('published', 'withdraw', 'a')).life;
    const asking = (value: readonly Condition[]) => drawOnLife(shared, { type: 'arrow.changed', arrow: publish, name: 'when', value }).life;
    const alone = asking([{ name: 'when1' }]);
    expect([alone.conditions, alone.chart.states['draft']]).toEqual([
      { when1: { field: 'name', is: 'eq', value: 'a' } },
      { on: { publish: { target: 'published', guard: 'when1' } } },
    ]);
    const both = asking([{ name: 'when1' }, { caller: 'owner' }]);
    expect(both.conditions['when2']).toEqual({ all: [{ name: 'when1' }, { caller: 'owner' }] });
    // Whoever named it first asks for nothing any more; the other still does.
    const left = drawOnLife(both, { type: 'arrow.changed', arrow: withdraw, name: 'when', value: [] }).life;
    expect(Object.keys(left.conditions)).toEqual(['when1', 'when2']);
    // What is asked by a name alone goes on standing under it.
    const one = drawOnLife(left, { type: 'arrow.changed', arrow: publish, name: 'when', value: [{ name: 'when1' }] }).life;
    expect([Object.keys(one.conditions), one.chart.states['draft']]).toEqual([
      ['when1'],
      { on: { publish: { target: 'published', guard: 'when1' } } },
    ]);
    expect(drawOnLife(one, { type: 'arrow.changed', arrow: publish, name: 'when', value: [] }).life.conditions).toEqual({});
  });

  it('does several things beside, and none that nothing names any more', () => {
    const arrow = at('draft', 'publish');
    const effects = [{ comment: { en: 'x' } }, { set: 'name', to: { value: null } }] as const;
    const one = drawOnLife(life, { type: 'arrow.changed', arrow, name: 'effects', value: effects }).life;
    expect(effectsAt(one, arrow)).toEqual(effects);
    expect(drawOnLife(one, { type: 'arrow.removed', arrow }).life.effects).toEqual({});
  });

  it('has another name for its event wherever it is named', () => {
    const one = [
      { type: 'event.changed', event: 'publish', name: 'undo', value: 'withdraw' },
      { type: 'arrow.changed', arrow: at('draft', 'publish'), name: 'when', value: [{ notWhoSent: 'withdraw' }] },
      { type: 'event.renamed', event: 'withdraw', name: 'recall' },
    ].reduce((now, act) => drawOnLife(now, act as never).life, life);
    expect([one.events['publish']?.undo, one.conditions['when1'], one.chart.states['published']]).toEqual([
      'recall',
      { notWhoSent: 'recall' },
      { on: { recall: 'draft' } },
    ]);
  });
});

const state = fc.constantFrom('draft', 'published', 'state1', 'state2', 'gone');
const event = fc.constantFrom('publish', 'withdraw', 'event1', 'NO');
const arrow = fc.record({
  from: state,
  by: fc.constantFrom('on' as const, 'after' as const),
  name: fc.constantFrom('publish', 'withdraw', 'event1', 'time1'),
  index: fc.nat(1),
});
const leaves = fc.array(
  fc.constantFrom<Condition>(
    { field: 'name', is: 'filled' },
    { caller: 'owner' },
    { any: [{ caller: 'owner' }, { not: { field: 'name', is: 'empty' } }] },
  ),
  { maxLength: 2 },
);
const anAct = fc.oneof(
  fc.record({ type: fc.constant('option.added' as const), key: fc.constant('state'), option: state }),
  fc.record({ type: fc.constant('option.removed' as const), key: fc.constant('state'), option: state }),
  fc.record({ type: fc.constant('option.renamed' as const), key: fc.constant('state'), option: state, name: state }),
  fc.record({ type: fc.constant('arrow.drawn' as const), from: state, to: fc.option(state), event }),
  fc.record({ type: fc.constant('arrow.removed' as const), arrow }),
  fc.record({ type: fc.constant('arrow.changed' as const), arrow, name: fc.constant('from' as const), value: state }),
  fc.record({ type: fc.constant('arrow.changed' as const), arrow, name: fc.constant('to' as const), value: fc.option(state) }),
  fc.record({ type: fc.constant('arrow.changed' as const), arrow, name: fc.constant('event' as const), value: event }),
  fc.record({
    type: fc.constant('arrow.changed' as const),
    arrow,
    name: fc.constant('delay' as const),
    value: fc.constant({ seconds: 60 }),
  }),
  fc.record({ type: fc.constant('arrow.changed' as const), arrow, name: fc.constant('when' as const), value: leaves }),
  fc.record({ type: fc.constant('state.changed' as const), state, name: fc.constant('final' as const), value: fc.boolean() }),
  fc.record({ type: fc.constant('state.changed' as const), state, name: fc.constant('holds' as const), value: leaves }),
  fc.record({ type: fc.constant('event.renamed' as const), event, name: event }),
) as fc.Arbitrary<DesignAct>;

/** Mistakes that no act of drawing can make, whatever is done. */
const NEVER = [
  'statesNotOptions',
  'fieldInitial',
  'initialUnknown',
  'targetUnknown',
  'eventUnknown',
  'delayUnknown',
  'guardUnknown',
  'effectUnknown',
  'conditionUnknown',
];

it('whatever is drawn names only what is there, is kept as a draft, and is said as the same by the format', () => {
  fc.assert(
    fc.property(fc.array(anAct, { maxLength: 12 }), (acts) => {
      const { design } = acts.reduce((one, act) => perform(one, act, {}), drawn(BEGUN));
      const { life, fields } = design.declaration;
      const whats: readonly string[] = lifeFindings(life!, fields).map(({ what }) => what);
      expect(whats.filter((what) => NEVER.includes(what))).toEqual([]);
      expect(Object.keys(life!.conditions).filter((name) => !usedIn(life!).conditions.has(name))).toEqual([]);
      expect(new Set(arrowsOf(life!).map((one) => JSON.stringify(one))).size).toBe(arrowsOf(life!).length);
      expect(parseDesign(JSON.parse(JSON.stringify(design))).declaration.life).toEqual(life);
    }),
    { numRuns: 500 },
  );
});
