import { payload } from '../base/payload.ts';

export const PERFORM = { guard: { type: 'isPossible', params: payload }, actions: { type: 'perform', params: payload } } as const;
export const UNDO = { guard: 'hasPast', actions: ['undo', 'keepChosen'] } as const;
export const REDO = { guard: 'hasUndone', actions: ['redo', 'keepChosen'] } as const;

/** A transition for every way to draw. */
export const drawing = <Acted, Undone, Redone>(act: Acted, undo: Undone, redo: Redone) => ({
  'field.added': act,
  'field.moved': act,
  'field.renamed': act,
  'field.changed': act,
  'field.removed': act,
  'option.added': act,
  'option.moved': act,
  'option.renamed': act,
  'option.removed': act,
  'section.changed': act,
  'shape.changed': act,
  'list.ordered': act,
  'life.begun': act,
  'life.ended': act,
  'state.changed': act,
  'arrow.drawn': act,
  'arrow.changed': act,
  'arrow.removed': act,
  'event.renamed': act,
  'event.changed': act,
  'design.undone': undo,
  'design.redone': redo,
});
