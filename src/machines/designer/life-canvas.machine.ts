/**
 * The life of a section while it is drawn: which part is looked at, an arrow on its way from state to state – by a pointer, which is over
 * one, or by the keyboard, which goes through them – and where everything stands. Places are worked out elsewhere, once the hand rests, and
 * the former ones stay meanwhile. A leaf of the drawing desk; the designer is told what is drawn.
 */
import { assign, fromCallback, fromPromise, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { LifeAct } from '#domain/life/drawing/life-act';
import type { LifePart } from '#domain/life/drawing/life-parts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output, payload } from '../base/payload.ts';
import type { ChartLayout } from '../observe/chart-layout.ts';
import type { DrawnChart } from '../observe/chart-of.ts';

export type LifeCanvasEvent =
  | { readonly type: 'part.chosen'; readonly part: LifePart | null }
  /** `states`: those that it can lead to, in their order. */
  | { readonly type: 'arrow.begun'; readonly from: string; readonly by: 'pointer' | 'keyboard'; readonly states: readonly string[] }
  /** What it is over; null beside all states. */
  | { readonly type: 'arrow.movedTo'; readonly state: string | null }
  /** States on; back where it is below 0. */
  | { readonly type: 'arrow.movedBy'; readonly states: number }
  /** `event`: what leads along it. */
  | { readonly type: 'arrow.dropped'; readonly event: string }
  | { readonly type: 'arrow.cancelled' }
  | { readonly type: 'chart.changed'; readonly chart: DrawnChart };

export interface LifeCanvasInput {
  /** The designer, whose life is drawn. */
  readonly owner: Owner<LifeAct>;
}

interface LifeCanvasContext extends LifeCanvasInput {
  readonly part: LifePart | null;
  readonly from: string;
  readonly states: readonly string[];
  readonly over: string | null;
  readonly chart: DrawnChart | null;
  readonly layout: ChartLayout | null;
}

/** A chart that changes again soon, such as while its words are typed, is placed once. */
const TYPED = { target: 'typed', actions: { type: 'setChart', params: payload } } as const;

const NO_ARROW = { from: '', states: [], over: null } as const;

export const lifeCanvasMachine = setup({
  types: { context: {} as LifeCanvasContext, events: {} as LifeCanvasEvent, input: {} as LifeCanvasInput },
  actors: {
    /** Tells the chart of the life, at first and whenever it is another. */
    watchLife: fromCallback<LifeCanvasEvent, LifeCanvasInput>(notProvided('watchLife')),
    arrange: fromPromise<ChartLayout, { readonly chart: DrawnChart }>(notProvided('arrange')),
  },
  delays: { typingPause: 250 },
  guards: {
    isByPointer: (_, { by }: { readonly by: 'pointer' | 'keyboard' }) => by === 'pointer',
    hasTarget: ({ context }) => context.over !== null,
  },
  actions: {
    choose: assign({ part: (_, { part }: { readonly part: LifePart | null }) => part }),
    begin: assign((_, { from, states, by }: { readonly from: string; readonly states: readonly string[]; readonly by: string }) => ({
      from,
      states,
      over: by === 'keyboard' ? (states[0] ?? null) : null,
    })),
    moveTo: assign({
      over: ({ context }, { state }: { readonly state: string | null }) =>
        state !== null && context.states.includes(state) ? state : null,
    }),
    moveBy: assign({
      over: ({ context: { states, over } }, { states: steps }: { readonly states: number }) =>
        states[(states.indexOf(over ?? '') + steps + states.length) % states.length] ?? null,
    }),
    draw: sendTo(
      ({ context }) => context.owner,
      ({ context: { from, over } }, { event }: { readonly event: string }): LifeAct => ({
        type: 'arrow.drawn',
        from,
        to: over === from ? null : over,
        event,
      }),
    ),
    putDown: assign(NO_ARROW),
    setChart: assign({ chart: (_, { chart }: { readonly chart: DrawnChart }) => chart }),
    setLayout: assign({ layout: (_, layout: ChartLayout) => layout }),
  },
}).createMachine({
  id: 'lifeCanvas',
  context: ({ input }) => ({ ...input, part: null, ...NO_ARROW, chart: null, layout: null }),
  invoke: { id: 'watchLife', src: 'watchLife', input: ({ context: { owner } }) => ({ owner }) },
  type: 'parallel',
  states: {
    hand: {
      initial: 'resting',
      states: {
        resting: {
          on: {
            'part.chosen': { actions: { type: 'choose', params: payload } },
            'arrow.begun': [
              {
                guard: { type: 'isByPointer', params: payload },
                target: 'connecting.byPointer',
                actions: { type: 'begin', params: payload },
              },
              { target: 'connecting.byKeyboard', actions: { type: 'begin', params: payload } },
            ],
          },
        },
        connecting: {
          initial: 'byPointer',
          on: {
            'arrow.dropped': [
              { guard: 'hasTarget', target: 'resting', actions: [{ type: 'draw', params: payload }, 'putDown'] },
              { target: 'resting', actions: 'putDown' },
            ],
            'arrow.cancelled': { target: 'resting', actions: 'putDown' },
            'arrow.movedTo': { actions: { type: 'moveTo', params: payload } },
          },
          states: {
            byPointer: {},
            byKeyboard: { on: { 'arrow.movedBy': { actions: { type: 'moveBy', params: payload } } } },
          },
        },
      },
    },
    places: {
      initial: 'none',
      states: {
        none: { on: { 'chart.changed': { target: 'placing', actions: { type: 'setChart', params: payload } } } },
        typed: { on: { 'chart.changed': { ...TYPED, reenter: true } }, after: { typingPause: 'placing' } },
        placing: {
          on: { 'chart.changed': TYPED },
          invoke: {
            id: 'arrange',
            src: 'arrange',
            input: ({ context: { chart } }) => ({ chart: chart ?? { id: '', nodes: [], edges: [] } }),
            onDone: { target: 'placed', actions: { type: 'setLayout', params: output } },
            onError: 'failed',
          },
        },
        placed: { on: { 'chart.changed': TYPED } },
        failed: { on: { 'chart.changed': TYPED } },
      },
    },
  },
});

export type LifeCanvasRef = ActorRefFrom<typeof lifeCanvasMachine>;
type LifeCanvasSnapshot = SnapshotFrom<typeof lifeCanvasMachine>;
export const selectPart = ({ context }: LifeCanvasSnapshot): LifePart | null => context.part;
export const selectLifeLayout = ({ context }: LifeCanvasSnapshot): ChartLayout | null => context.layout;
/** Whether what is drawn will stand elsewhere in a moment. */
export const selectIsPlacing = (snapshot: LifeCanvasSnapshot): boolean =>
  snapshot.matches({ places: 'typed' }) || snapshot.matches({ places: 'placing' });
/** The state that an arrow comes from while it is drawn. */
export const selectFrom = (snapshot: LifeCanvasSnapshot): string | null =>
  snapshot.matches({ hand: 'connecting' }) ? snapshot.context.from : null;
/** The state that an arrow would lead to. */
export const selectStateOver = ({ context }: LifeCanvasSnapshot): string | null => context.over;
export const selectLifeCanvasIsByKeyboard = (snapshot: LifeCanvasSnapshot): boolean =>
  snapshot.matches({ hand: { connecting: 'byKeyboard' } });
