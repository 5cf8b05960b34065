/**
 * The tour through what is special: step by step, each at its place; the step that asks for a write goes on when one was made. Owned by the page of the
 * demo, lives as long as it; a reload goes on where it was, wherever its visitor has gone meanwhile.
 */
import { assign, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { TOUR_STEPS, type TourStep } from '#domain/demo/tour-steps';
import { effect } from '../base/effect.ts';
import { payload } from '../base/payload.ts';

export type DemoTourEvent =
  | { readonly type: 'tour.opened'; readonly step: TourStep }
  | { readonly type: 'tour.nextRequested' }
  | { readonly type: 'tour.backRequested' }
  /** The visitor has gone elsewhere, and wants to be led again. */
  | { readonly type: 'tour.placeRequested' }
  | { readonly type: 'tour.closed' }
  /** Somebody in this tab has written a record. */
  | { readonly type: 'record.written' };

export interface DemoTourInput {
  /** Of an earlier page of this tab. */
  readonly step: TourStep | null;
}

interface DemoTourContext {
  readonly wanted: TourStep | null;
}

interface StepParams {
  readonly step: TourStep;
}

/** Entered by whoever goes on or back: led there. */
const led = (step: TourStep) => ({ target: step, actions: { type: 'lead', params: { step } } }) as const;
const isWanted = (step: TourStep) => ({ guard: { type: 'isWanted', params: { step } }, target: step }) as const;

export const demoTourMachine = setup({
  types: {
    context: {} as DemoTourContext,
    events: {} as DemoTourEvent,
    input: {} as DemoTourInput,
  },
  actions: {
    setWanted: assign({ wanted: (_, { step }: StepParams) => step }),
    /** Brings the page to what a step is about. */
    lead: effect<StepParams>(),
    /** A reload goes on here. */
    keepStep: effect<StepParams>(),
    clearStep: effect(),
  },
  guards: {
    isWanted: ({ context }, { step }: StepParams) => context.wanted === step,
  },
}).createMachine({
  id: 'demoTour',
  context: ({ input }) => ({ wanted: input.step }),
  initial: 'deciding',
  on: {
    'tour.opened': {
      target: '.deciding',
      actions: [
        { type: 'setWanted', params: payload },
        { type: 'lead', params: payload },
      ],
    },
    'tour.closed': '.closed',
  },
  states: {
    deciding: { always: [...TOUR_STEPS.map(isWanted), { target: 'closed' }] },
    closed: { entry: 'clearStep' },
    chart: {
      entry: { type: 'keepStep', params: { step: 'chart' } },
      on: { 'tour.nextRequested': led('write'), 'tour.placeRequested': { actions: { type: 'lead', params: { step: 'chart' } } } },
    },
    write: {
      entry: { type: 'keepStep', params: { step: 'write' } },
      on: {
        // Whoever has written looks at it first: the next step says where it is taken back.
        'record.written': 'undo',
        'tour.nextRequested': led('undo'),
        'tour.backRequested': led('chart'),
        'tour.placeRequested': { actions: { type: 'lead', params: { step: 'write' } } },
      },
    },
    undo: {
      entry: { type: 'keepStep', params: { step: 'undo' } },
      on: {
        'tour.nextRequested': led('design'),
        'tour.backRequested': led('write'),
        'tour.placeRequested': { actions: { type: 'lead', params: { step: 'undo' } } },
      },
    },
    design: {
      entry: { type: 'keepStep', params: { step: 'design' } },
      on: {
        'tour.nextRequested': led('replay'),
        'tour.backRequested': led('undo'),
        'tour.placeRequested': { actions: { type: 'lead', params: { step: 'design' } } },
      },
    },
    replay: {
      entry: { type: 'keepStep', params: { step: 'replay' } },
      on: {
        'tour.nextRequested': led('over'),
        'tour.backRequested': led('design'),
        'tour.placeRequested': { actions: { type: 'lead', params: { step: 'replay' } } },
      },
    },
    over: { entry: { type: 'keepStep', params: { step: 'over' } }, on: { 'tour.backRequested': led('replay') } },
  },
});

export type DemoTourRef = ActorRefFrom<typeof demoTourMachine>;

/** Null where nobody is on tour. */
export const selectTourStep = (snapshot: SnapshotFrom<typeof demoTourMachine>): TourStep | null =>
  TOUR_STEPS.find((step) => snapshot.matches(step)) ?? null;
