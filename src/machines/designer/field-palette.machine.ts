/**
 * What is carried from the palette to the list of fields, or from one place of the list to another: by a pointer, which is over a place,
 * or by the keyboard, which counts places. Owned by the canvas; its owner is told where the thing was put.
 */
import { assign, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { DesignAct } from '#domain/designer/drawing/design-act';
import type { Texts } from '#domain/fields/kinds/base/declared';
import type { PieceName } from '#domain/designer/drawing/design-pieces';
import type { Owner } from '../base/owner.ts';
import { payload } from '../base/payload.ts';

/** A new field, with what it is called, or one that is there. */
export type Carried = { readonly piece: PieceName; readonly label?: Texts } | { readonly key: string };

export type FieldPaletteEvent =
  /** `places`: how many there are to put it; `at` is the place from 0 where it begins. */
  | {
      readonly type: 'palette.lifted';
      readonly carried: Carried;
      readonly by: 'pointer' | 'keyboard';
      readonly at: number;
      readonly places: number;
    }
  | { readonly type: 'palette.movedTo'; readonly at: number }
  /** Places down; up where it is below 0. */
  | { readonly type: 'palette.movedBy'; readonly places: number }
  | { readonly type: 'palette.dropped' }
  | { readonly type: 'palette.cancelled' };

interface FieldPaletteInput {
  readonly owner: Owner<DesignAct>;
}

interface FieldPaletteContext extends FieldPaletteInput {
  readonly carried: Carried | null;
  readonly at: number;
  readonly places: number;
}

const within = (at: number, places: number): number => Math.max(0, Math.min(at, places - 1));

export const fieldPaletteMachine = setup({
  types: {
    context: {} as FieldPaletteContext,
    events: {} as FieldPaletteEvent,
    input: {} as FieldPaletteInput,
  },
  guards: {
    isByPointer: (_, { by }: { readonly by: 'pointer' | 'keyboard' }) => by === 'pointer',
  },
  actions: {
    lift: assign((_, { carried, at, places }: { readonly carried: Carried; readonly at: number; readonly places: number }) => ({
      carried,
      places,
      at: within(at, places),
    })),
    moveTo: assign({ at: ({ context }, { at }: { readonly at: number }) => within(at, context.places) }),
    moveBy: assign({ at: ({ context }, { places }: { readonly places: number }) => within(context.at + places, context.places) }),
    putDown: assign({ carried: null, at: 0, places: 0 }),
    report: sendTo(
      ({ context }) => context.owner,
      ({ context: { carried, at } }): DesignAct =>
        carried && 'key' in carried
          ? { type: 'field.moved', key: carried.key, to: at }
          : { type: 'field.added', ...(carried ?? { piece: 'string' as const }), at },
    ),
  },
}).createMachine({
  id: 'fieldPalette',
  context: ({ input }) => ({ ...input, carried: null, at: 0, places: 0 }),
  initial: 'resting',
  states: {
    resting: {
      on: {
        'palette.lifted': [
          { guard: { type: 'isByPointer', params: payload }, target: 'carrying.byPointer', actions: { type: 'lift', params: payload } },
          { target: 'carrying.byKeyboard', actions: { type: 'lift', params: payload } },
        ],
      },
    },
    carrying: {
      initial: 'byPointer',
      on: {
        'palette.dropped': { target: 'resting', actions: ['report', 'putDown'] },
        'palette.cancelled': { target: 'resting', actions: 'putDown' },
      },
      states: {
        byPointer: { on: { 'palette.movedTo': { actions: { type: 'moveTo', params: payload } } } },
        byKeyboard: { on: { 'palette.movedBy': { actions: { type: 'moveBy', params: payload } } } },
      },
    },
  },
});

export type FieldPaletteRef = ActorRefFrom<typeof fieldPaletteMachine>;
type FieldPaletteSnapshot = SnapshotFrom<typeof fieldPaletteMachine>;
export const selectCarriedField = ({ context }: FieldPaletteSnapshot): Carried | null => context.carried;
/** The place where it would be put. */
export const selectFieldPlace = (snapshot: FieldPaletteSnapshot): number | null =>
  snapshot.matches('carrying') ? snapshot.context.at : null;
export const selectFieldPaletteIsByKeyboard = (snapshot: FieldPaletteSnapshot): boolean => snapshot.matches({ carrying: 'byKeyboard' });
