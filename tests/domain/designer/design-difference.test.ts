import { expect, it } from 'vitest';
import { chainedRenames } from '#domain/designer/chained-renames';
import type { DesignAct, Drawing } from '#domain/designer/drawing/design-act';
import { perform } from '#domain/designer/drawing/design-acts';
import { designDifference, isSameDesign } from '#domain/designer/drawing/design-difference';
import { blankDesign } from '#domain/designer/drawing/design-pieces';
import { NO_RENAMES } from '#domain/designer/section-design';

const first: Drawing = { design: blankDesign('ticket'), renames: NO_RENAMES };
const after = (from: Drawing, ...acts: readonly DesignAct[]): Drawing =>
  acts.reduce((drawing, act) => perform(drawing, act, from.design.declaration.fields), { ...from, renames: NO_RENAMES });
const rename = (key: string, name: string): DesignAct => ({ type: 'field.renamed', key, name });
const NONE = { added: [], removed: [], renamed: [], changed: [], places: [] };

it('the difference of two designs tells what came, went, changed, and what else is another', () => {
  const second = after(
    first,
    { type: 'field.added', piece: 'color', at: 1 },
    { type: 'field.removed', key: 'updateTime' },
    { type: 'field.changed', key: 'version', name: 'hint', value: { en: 'Counts' } },
    { type: 'section.changed', name: 'label', value: { en: 'Tickets' } },
    { type: 'shape.changed', name: 'unique', value: [['name']] },
  );
  expect(designDifference(first.design, second.design, second.renames)).toEqual({
    added: ['color'],
    removed: ['updateTime'],
    renamed: [],
    changed: ['version'],
    places: ['section.label', 'shape.unique'],
  });
});

it('the difference of two designs knows a field by its other name where somebody gave it one, also over several publications, and guesses none', () => {
  const second = after(first, rename('name', 'title'));
  const third = after(second, rename('title', 'subject'));
  expect(designDifference(first.design, second.design, second.renames)).toMatchObject({
    renamed: [{ from: 'name', to: 'title' }],
    added: [],
    removed: [],
    changed: [],
  });
  const renames = chainedRenames([second.renames, third.renames]);
  expect(designDifference(first.design, third.design, renames).renamed).toEqual([{ from: 'name', to: 'subject' }]);
  expect(designDifference(first.design, third.design)).toMatchObject({ renamed: [], added: ['subject'], removed: ['name'] });
});

it('the difference of two designs tells another order only where the fields that are in both stand in one', () => {
  const moved = after(first, { type: 'field.moved', key: 'name', to: 3 });
  expect(designDifference(first.design, moved.design)).toEqual({ ...NONE, places: ['order'] });
  const added = after(first, { type: 'field.added', piece: 'color', at: 0 });
  expect(designDifference(first.design, added.design)).toEqual({ ...NONE, added: ['color'] });
  expect([isSameDesign(designDifference(first.design, first.design)), isSameDesign({ ...NONE, places: ['order'] })]).toEqual([true, false]);
});
