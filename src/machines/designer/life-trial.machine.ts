/**
 * A life that is drawn, tried: an imagined record goes its ways, step by step, and whether a condition holds is supposed. The drawing may be
 * changed meanwhile; the record stands where it can still have come to. A leaf of the drawing desk; nothing is sent to the server.
 */
import { assign, fromCallback, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { arrowId } from '#domain/life/drawing/life-parts';
import type { Life } from '#domain/life/life';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { payload } from '../base/payload.ts';
import { askedIn, goWay, isWholeLife, stillGone, trialWays, type TrialOutcome, type TrialStep, type TrialWay } from './trial-steps.ts';

export type LifeTrialEvent =
  | { readonly type: 'trial.started' }
  | { readonly type: 'trial.restarted' }
  | { readonly type: 'trial.ended' }
  | ({ readonly type: 'way.gone' } & TrialWay)
  | { readonly type: 'step.takenBack' }
  | { readonly type: 'condition.supposed'; readonly name: string; readonly holds: boolean }
  | { readonly type: 'life.changed'; readonly life: Life };

export interface LifeTrialInput {
  /** The designer, whose life is tried. */
  readonly owner: Owner<never>;
}

interface LifeTrialContext extends LifeTrialInput {
  readonly life: Life | null;
  /** The conditions that are supposed not to hold; the others are supposed to. */
  readonly doubted: readonly string[];
  readonly steps: readonly TrialStep[];
}

const placeOf = ({ life, steps }: LifeTrialContext): string => steps.at(-1)?.to ?? life?.chart.initial ?? '';

/** Null where there is no such way from where the record is. */
function outcomeOf(context: LifeTrialContext, { by, name }: TrialWay): TrialOutcome | null {
  const { life, doubted } = context;
  const from = placeOf(context);
  const isThere = life !== null && trialWays(life, from).some((way) => way.by === by && way.name === name);
  return isThere ? goWay(life, from, { by, name }, doubted) : null;
}

const stepOf = (context: LifeTrialContext, way: TrialWay): TrialStep | null => {
  const outcome = outcomeOf(context, way);
  return outcome && 'step' in outcome ? outcome.step : null;
};

export const lifeTrialMachine = setup({
  types: { context: {} as LifeTrialContext, events: {} as LifeTrialEvent, input: {} as LifeTrialInput },
  actors: {
    /** Tells the life, at first and whenever it is another. */
    watchLife: fromCallback<LifeTrialEvent, LifeTrialInput>(notProvided('watchLife')),
  },
  guards: {
    isTryable: ({ context: { life } }) => life !== null && isWholeLife(life),
    isTorn: (_, { life }: { readonly life: Life }) => !isWholeLife(life),
    leadsOn: ({ context }, way: TrialWay) => stepOf(context, way) !== null,
    hasSteps: ({ context }) => context.steps.length > 0,
  },
  actions: {
    setLife: assign(({ context }, { life }: { readonly life: Life }) => ({
      life,
      steps: isWholeLife(life) ? stillGone(life, context.steps) : [],
      doubted: context.doubted.filter((name) => Object.hasOwn(life.conditions, name)),
    })),
    begin: assign({ steps: [], doubted: [] }),
    goBack: assign({ steps: [] }),
    go: assign(({ context }, way: TrialWay) => {
      const step = stepOf(context, way);
      return step ? { steps: [...context.steps, step] } : {};
    }),
    removeLastStep: assign({ steps: ({ context }) => context.steps.slice(0, -1) }),
    suppose: assign({
      doubted: ({ context }, { name, holds }: { readonly name: string; readonly holds: boolean }) => {
        const others = context.doubted.filter((one) => one !== name);
        return holds ? others : [...others, name];
      },
    }),
  },
}).createMachine({
  id: 'lifeTrial',
  context: ({ input }) => ({ ...input, life: null, doubted: [], steps: [] }),
  invoke: { id: 'watchLife', src: 'watchLife', input: ({ context: { owner } }) => ({ owner }) },
  initial: 'resting',
  states: {
    resting: {
      on: {
        'trial.started': { guard: 'isTryable', target: 'walking', actions: 'begin' },
        'life.changed': { actions: { type: 'setLife', params: payload } },
      },
    },
    walking: {
      on: {
        'trial.ended': 'resting',
        'trial.restarted': { guard: 'hasSteps', actions: 'goBack' },
        'way.gone': { guard: { type: 'leadsOn', params: payload }, actions: { type: 'go', params: payload } },
        'step.takenBack': { guard: 'hasSteps', actions: 'removeLastStep' },
        'condition.supposed': { actions: { type: 'suppose', params: payload } },
        'life.changed': [
          { guard: { type: 'isTorn', params: payload }, target: 'resting', actions: { type: 'setLife', params: payload } },
          { actions: { type: 'setLife', params: payload } },
        ],
      },
    },
  },
});

export type LifeTrialRef = ActorRefFrom<typeof lifeTrialMachine>;
type LifeTrialSnapshot = SnapshotFrom<typeof lifeTrialMachine>;

export interface TriedWay extends TrialWay {
  readonly outcome: TrialOutcome;
}

export const selectIsTrying = (snapshot: LifeTrialSnapshot): boolean => snapshot.matches('walking');
/** The state of the imagined record; null while none is tried. */
export const selectTrialState = (snapshot: LifeTrialSnapshot): string | null =>
  selectIsTrying(snapshot) ? placeOf(snapshot.context) : null;
export const selectSteps = ({ context }: LifeTrialSnapshot): readonly TrialStep[] => context.steps;
export const selectDoubted = ({ context }: LifeTrialSnapshot): readonly string[] => context.doubted;
/** The arrow that was gone last; null at the beginning. */
export const selectLastArrow = (snapshot: LifeTrialSnapshot): string | null => {
  const last = snapshot.context.steps.at(-1);
  return last && selectIsTrying(snapshot) ? arrowId(last) : null;
};

/** What leads on from where the record is, and what would come of it. Made anew each time. */
export function waysOn({ context }: Pick<LifeTrialSnapshot, 'context'>): readonly TriedWay[] {
  const { life, doubted } = context;
  const from = placeOf(context);
  return life ? trialWays(life, from).map((way) => ({ ...way, outcome: goWay(life, from, way, doubted) })) : [];
}

/** The conditions that these ways depend on. Made anew each time. */
export const conditionsAsked = ({ context }: Pick<LifeTrialSnapshot, 'context'>): readonly string[] =>
  context.life ? askedIn(context.life, placeOf(context)) : [];
