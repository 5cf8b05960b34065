import { expect, it } from 'vitest';
import { createActor, createEmptyActor } from 'xstate';
import { fieldPaletteMachine, type FieldPaletteEvent } from '#machines/designer/field-palette.machine';
import { describeModel } from '#tests/machines/support/model.ts';
import { recorder } from '#tests/support/recorder.ts';

const lifted = (by: 'pointer' | 'keyboard', at: number): FieldPaletteEvent => ({
  type: 'palette.lifted',
  carried: by === 'pointer' ? { piece: 'select' } : { key: 'title' },
  by,
  at,
  places: 3,
});

describeModel({
  machine: fieldPaletteMachine,
  inputs: [{ owner: createEmptyActor() }],
  events: [
    lifted('pointer', 1),
    lifted('keyboard', 9),
    { type: 'palette.movedTo', at: 2 },
    { type: 'palette.movedBy', places: -1 },
    { type: 'palette.movedBy', places: 1 },
    { type: 'palette.dropped' },
    { type: 'palette.cancelled' },
  ],
  view: ({ context: { carried, at, places } }) => [carried, at, places],
  always: (snapshot) => snapshot.matches('carrying') === (snapshot.context.carried !== null),
});

function carry(...events: readonly FieldPaletteEvent[]) {
  const owner = recorder();
  const actor = createActor(fieldPaletteMachine, { input: { owner: owner.ref } }).start();
  for (const event of events) actor.send(event);
  return owner.heard;
}

it('the palette of fields tells its owner where a new field was put, and nothing of one that was not', () => {
  expect(carry(lifted('pointer', 0), { type: 'palette.movedTo', at: 2 }, { type: 'palette.dropped' })).toEqual([
    { type: 'field.added', piece: 'select', at: 2 },
  ]);
  expect(carry(lifted('pointer', 0), { type: 'palette.movedTo', at: 2 }, { type: 'palette.cancelled' })).toEqual([]);
});

it('the palette of fields moves a field by the keyboard, no further than its list goes', () => {
  const up: FieldPaletteEvent = { type: 'palette.movedBy', places: -1 };
  expect(carry(lifted('keyboard', 1), up, up, up, { type: 'palette.dropped' })).toEqual([{ type: 'field.moved', key: 'title', to: 0 }]);
  expect(carry(lifted('keyboard', 1), { type: 'palette.movedBy', places: 9 }, { type: 'palette.dropped' })).toEqual([
    { type: 'field.moved', key: 'title', to: 2 },
  ]);
});
