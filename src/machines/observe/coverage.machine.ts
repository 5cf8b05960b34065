/**
 * The page that shows which ways through the machines were walked: the report has to be read, the chart of a chosen machine to be made.
 * A leaf of the page. The report itself is not here but where `src/actors/observe/coverage.actors.ts` puts it.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { PathWalk } from '#domain/observe/path-report';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';
import { pathWalkMachine, type PathWalkRef } from './path-walk.machine.ts';
import type { DrawnChart } from './chart-of.ts';

/** A machine as it is today. */
export interface OpenedMachine {
  readonly chart: DrawnChart;
  /** The fingerprint of its definition. */
  readonly hash: string;
}

export type CoverageEvent =
  | { readonly type: 'coverage.retried' }
  /** The report may have been written anew. */
  | { readonly type: 'coverage.rereadRequested' }
  | { readonly type: 'coverage.machineChosen'; readonly machine: MeasuredMachine }
  | { readonly type: 'coverage.machineLeft' }
  | { readonly type: 'coverage.walkRequested'; readonly way: WayToWalk }
  | { readonly type: 'coverage.walkLeft' };

export interface MeasuredMachine {
  readonly id: string;
  /** Its file. */
  readonly path: string;
}

export interface WayToWalk {
  /** What the way leads to. */
  readonly key: string;
  readonly walk: PathWalk;
}

interface CoverageContext {
  /** The chosen one. */
  readonly machine: MeasuredMachine | null;
  readonly opened: OpenedMachine | null;
  readonly way: WayToWalk | null;
}

export const coverageMachine = setup({
  types: { context: {} as CoverageContext, events: {} as CoverageEvent },
  actors: {
    /** Answers whether there is a report. */
    readReport: fromPromise<boolean>(notProvided('readReport')),
    openMachine: fromPromise<OpenedMachine, MeasuredMachine>(notProvided('openMachine')),
    pathWalk: pathWalkMachine,
  },
  guards: {
    isThere: (_, isThere: boolean) => isThere,
    hasMachine: ({ context }) => context.machine !== null,
  },
  actions: {
    setMachine: assign((_, { machine }: { readonly machine: MeasuredMachine }) => ({ machine, opened: null })),
    clearMachine: assign({ machine: null, opened: null }),
    receiveMachine: assign({ opened: (_, opened: OpenedMachine) => opened }),
    setWay: assign({ way: (_, { way }: { readonly way: WayToWalk }) => way }),
    clearWay: assign({ way: null }),
  },
}).createMachine({
  id: 'coverage',
  context: { machine: null, opened: null, way: null },
  initial: 'reading',
  states: {
    reading: {
      invoke: {
        id: 'readReport',
        src: 'readReport',
        onDone: [{ guard: { type: 'isThere', params: output }, target: 'read' }, 'missing'],
        onError: 'failed',
      },
    },
    /** No test has written a report here yet. */
    missing: { on: { 'coverage.retried': 'reading' } },
    failed: { on: { 'coverage.retried': 'reading' } },
    read: {
      initial: 'choosing',
      on: {
        'coverage.rereadRequested': 'reading',
        'coverage.machineChosen': { target: '.opening', actions: { type: 'setMachine', params: payload } },
        'coverage.machineLeft': { target: '.choosing', actions: 'clearMachine' },
      },
      states: {
        choosing: { always: { guard: 'hasMachine', target: 'opening' } },
        opening: {
          invoke: {
            id: 'openMachine',
            src: 'openMachine',
            input: ({ context }) => context.machine as MeasuredMachine,
            onDone: { target: 'open', actions: { type: 'receiveMachine', params: output } },
            onError: 'unopened',
          },
        },
        open: {
          initial: 'looking',
          on: {
            'coverage.walkRequested': { target: '.walking', actions: { type: 'setWay', params: payload } },
          },
          states: {
            looking: {},
            walking: {
              exit: 'clearWay',
              invoke: {
                id: 'pathWalk',
                src: 'pathWalk',
                input: ({ context: { machine, way } }) => ({ ...(machine as MeasuredMachine), walk: (way as WayToWalk).walk }),
                onError: 'looking',
              },
              on: { 'coverage.walkLeft': 'looking' },
            },
          },
        },
        /** It is no longer there, or its code did not arrive. */
        unopened: { on: { 'coverage.retried': 'opening' } },
      },
    },
  },
});

type CoverageSnapshot = SnapshotFrom<typeof coverageMachine>;
export type CoverageRef = ActorRefFrom<typeof coverageMachine>;
export const selectChosenMachine = ({ context }: CoverageSnapshot): string => context.machine?.id ?? '';
export const selectOpenedMachine = ({ context }: CoverageSnapshot): OpenedMachine | null => context.opened;
export const selectWayKey = ({ context }: CoverageSnapshot): string => context.way?.key ?? '';
export const selectPathWalk = ({ children }: CoverageSnapshot): PathWalkRef | undefined => children['pathWalk'] as PathWalkRef | undefined;
export const selectCoverageIsMissing = (snapshot: CoverageSnapshot): boolean => snapshot.matches('missing');
export const selectCoverageHasFailed = (snapshot: CoverageSnapshot): boolean => snapshot.matches('failed');
export const selectCoverageIsUnopened = (snapshot: CoverageSnapshot): boolean => snapshot.matches({ read: 'unopened' });
