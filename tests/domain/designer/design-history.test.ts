import { expect, it } from 'vitest';
import type { DesignAct } from '#domain/designer/drawing/design-act';
import { beginHistory, performed, rested, undone, type DesignHistory } from '#domain/designer/drawing/design-history';
import { blankDesign } from '#domain/designer/drawing/design-pieces';
import { NO_RENAMES } from '#domain/designer/section-design';

const done = (history: DesignHistory, ...acts: readonly DesignAct[]): DesignHistory =>
  acts.reduce((one, act) => performed(one, act, {}), history);
const begun = done(
  beginHistory({ design: blankDesign('ticket', { label: { en: 'Tickets' } }), renames: NO_RENAMES }),
  { type: 'field.added', piece: 'select', at: 1 },
  { type: 'field.added', piece: 'string', at: 1 },
  { type: 'life.begun', field: null },
);
const of =
  (key: string, name: string) =>
  (value: unknown): DesignAct => ({ type: 'field.changed', key, name, value });
const [kind, colors, initial, label, width] = [
  of('choice', 'kind'),
  of('choice', 'optionColors'),
  of('choice', 'initial'),
  of('string', 'label'),
  of('string', 'widthPx'),
];
const sectionLabel = (value: object): DesignAct => ({ type: 'section.changed', name: 'label', value });
const menu = (change: object): DesignAct => ({
  type: 'section.changed',
  name: 'menu',
  value: { parent: 'top', icon: 'a', sortOrder: 0, ...change },
});
const order = (field: string): DesignAct => ({ type: 'section.changed', name: 'defaultOrder', value: { field, direction: 'asc' } });
const when = (value: readonly object[]): DesignAct =>
  ({ type: 'arrow.changed', arrow: { from: 'draft', by: 'on', name: 'publish', index: 0 }, name: 'when', value }) as DesignAct;

it.each<[string, number, readonly DesignAct[]]>([
  ['kinds that are chosen', 2, [kind('radio'), kind('string')]],
  ['colours of two options', 2, [colors({ one: 'red' }), colors({ one: 'red', two: 'teal' })]],
  ['what a new record has, where it is chosen', 2, [initial('one'), initial('two')]],
  ['the order of the list', 2, [order('name'), order('id')]],
  ['the letters of a label', 1, [label({ en: 'G' }), label({ en: 'Go' }), label({ en: 'Got' })]],
  ['a label in both languages', 2, [label({ en: 'G' }), label({ en: 'Go' }), label({ en: 'Go', 'zh-cn': '去' })]],
  ['digits', 1, [width(1), width(12), width(120)]],
  ['the title of the section, in both languages', 2, [sectionLabel({ en: 'Ticket' }), sectionLabel({ en: 'Ticket', 'zh-cn': '工单' })]],
  [
    'the place in the menu, its weight and its icon',
    3,
    [menu({}), menu({ sortOrder: 1 }), menu({ sortOrder: 12 }), menu({ sortOrder: 12, icon: 'b' })],
  ],
  [
    'a value that a condition compares with, and another condition',
    3,
    [
      when([{ field: 'name', is: 'eq', value: '' }]),
      when([{ field: 'name', is: 'eq', value: 'a' }]),
      when([{ field: 'name', is: 'eq', value: 'ab' }]),
      when([{ field: 'name', is: 'eq', value: 'ab' }, { caller: 'owner' }]),
    ],
  ],
])('%s are %s steps back', (_, steps, acts) => {
  const history = done(begun, ...acts);
  expect(history.past.length - begun.past.length).toBe(steps);
  expect(Array.from({ length: steps }).reduce<DesignHistory>((one) => undone(one), history).now).toEqual(begun.now);
});

it('letters that are typed after a rest are a step of their own', () => {
  const history = done(rested(done(begun, label({ en: 'G' }), label({ en: 'Go' }))), label({ en: 'Got' }));
  expect(undone(history).now.design.declaration.fields['string']?.label).toEqual({ en: 'Go' });
});
