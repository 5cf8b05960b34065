import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DesignAct, Drawing } from '#domain/designer/drawing/design-act';
import { perform } from '#domain/designer/drawing/design-acts';
import { disputedPlaces, isSameDrawing, mergeDrawings } from '#domain/designer/drawing/design-merge';
import { blankDesign } from '#domain/designer/drawing/design-pieces';
import { NO_RENAMES } from '#domain/designer/section-design';
import { someDesign } from '#tests/support/designs/designs.ts';

const loaded: Drawing = { design: blankDesign('ticket'), renames: NO_RENAMES };
const after = (...acts: readonly DesignAct[]): Drawing =>
  acts.reduce((drawing, act) => perform(drawing, act, loaded.design.declaration.fields), loaded);
const lifeOf = ({ design }: Drawing) => design.declaration.life;
const change = (name: string, value: unknown): DesignAct => ({ type: 'field.changed', key: 'name', name, value });

describe('two drawings of one section', () => {
  it('become one with what both did', () => {
    const mine = after(
      { type: 'field.added', piece: 'color', at: 1 },
      { type: 'section.changed', name: 'label', value: { en: 'Ticket' } },
      { type: 'field.renamed', key: 'name', name: 'title' },
    );
    const theirs = after({ type: 'field.removed', key: 'updateTime' }, { type: 'shape.changed', name: 'unique', value: [['id']] });
    const { design, renames } = mergeDrawings({ loaded, mine, theirs }, {});
    expect(disputedPlaces({ loaded, mine, theirs })).toEqual([]);
    expect(Object.keys(design.declaration.fields)).toEqual(['id', 'color', 'title', 'version', 'createTime']);
    expect([design.declaration.label, design.declaration.titleField, design.shape.unique]).toEqual([{ en: 'Ticket' }, 'title', [['id']]]);
    expect(renames).toEqual({ columns: { name: 'title' }, options: {} });
  });

  it.each([
    ['mine', 30],
    ['theirs', 20],
  ] as const)('differ at a place that both changed, and have the side that is chosen: %s', (side, maxLength) => {
    const [mine, theirs] = [after(change('maxLength', 30)), after(change('maxLength', 20))];
    expect(disputedPlaces({ loaded, mine, theirs })).toEqual(['fields.name']);
    const { design } = mergeDrawings({ loaded, mine, theirs }, { 'fields.name': side });
    expect(design.declaration.fields['name']).toMatchObject({ maxLength });
  });

  it('differ where one removed what the other changed', () => {
    const [mine, theirs] = [after({ type: 'field.removed', key: 'name' }), after(change('maxLength', 20))];
    expect(disputedPlaces({ loaded, mine, theirs })).toEqual(['fields.name']);
    expect(mergeDrawings({ loaded, mine, theirs }, {}).design.declaration.fields).not.toHaveProperty('name');
    expect(mergeDrawings({ loaded, mine, theirs }, { 'fields.name': 'theirs' }).design.declaration.fields).toHaveProperty('name');
  });

  it('tell the order of their fields apart, which a record does not', () => {
    const moved = after({ type: 'field.moved', key: 'name', to: 3 });
    expect(isSameDrawing(loaded, moved)).toBe(false);
    expect(isSameDrawing(loaded, JSON.parse(JSON.stringify(loaded)) as Drawing)).toBe(true);
    const merged = mergeDrawings({ loaded, mine: moved, theirs: after({ type: 'field.added', piece: 'color', at: 0 }) }, {});
    expect(Object.keys(merged.design.declaration.fields)).toEqual(['id', 'version', 'createTime', 'name', 'updateTime', 'color']);
  });

  it('are as they were where only one was changed', () => {
    const drawing = someDesign(['x_one']).map((design): Drawing => ({ design, renames: NO_RENAMES }));
    fc.assert(
      fc.property(drawing, drawing, (one, other) => {
        expect(isSameDrawing(mergeDrawings({ loaded: one, mine: other, theirs: one }, {}), other)).toBe(true);
        expect(isSameDrawing(mergeDrawings({ loaded: one, mine: one, theirs: other }, {}), other)).toBe(true);
      }),
    );
  });

  describe('with a life', () => {
    const living = after(
      { type: 'field.added', piece: 'select', at: 1 },
      { type: 'life.begun', field: 'choice' },
      { type: 'arrow.drawn', from: 'one', to: 'two', event: 'lead' },
      { type: 'arrow.drawn', from: 'two', to: 'one', event: 'back' },
    );
    const drawn = (...acts: readonly DesignAct[]): Drawing =>
      acts.reduce((drawing, act) => perform(drawing, act, living.design.declaration.fields), living);

    it('become one life with what both did to different parts of it', () => {
      const mine = drawn({ type: 'state.changed', state: 'two', name: 'todo', value: true });
      const theirs = drawn(
        { type: 'event.changed', event: 'lead', name: 'right', value: 'own' },
        { type: 'arrow.drawn', from: 'one', to: null, event: 'stay' },
      );
      expect(disputedPlaces({ loaded: living, mine, theirs })).toEqual([]);
      expect(lifeOf(mergeDrawings({ loaded: living, mine, theirs }, {}))).toEqual({
        ...lifeOf(living),
        chart: {
          ...lifeOf(living)!.chart,
          states: { one: lifeOf(theirs)!.chart.states['one'], two: { on: { back: 'one' }, meta: { todo: true } } },
        },
        events: lifeOf(theirs)!.events,
      });
    });

    it('have the side that is chosen of a part that both changed', () => {
      const mine = drawn({ type: 'event.changed', event: 'lead', name: 'right', value: 'own' });
      const theirs = drawn({ type: 'event.changed', event: 'lead', name: 'right', value: 'none' });
      expect(disputedPlaces({ loaded: living, mine, theirs })).toEqual(['life.events.lead']);
      const rightOf = (side: 'mine' | 'theirs') =>
        lifeOf(mergeDrawings({ loaded: living, mine, theirs }, { 'life.events.lead': side }))?.events['lead']?.right;
      expect([rightOf('mine'), rightOf('theirs')]).toEqual(['own', 'none']);
    });

    it('have none where one side has ended it, unless the other’s counts whole', () => {
      const [mine, theirs] = [drawn({ type: 'life.ended' }), drawn({ type: 'state.changed', state: 'two', name: 'todo', value: true })];
      expect(disputedPlaces({ loaded: living, mine, theirs })).toEqual(['life.states.two']);
      expect(lifeOf(mergeDrawings({ loaded: living, mine, theirs }, {}))).toBeUndefined();
      expect(lifeOf(mergeDrawings({ loaded: living, mine, theirs }, { 'life.states.two': 'theirs' }))).toBeUndefined();
    });
  });
});
