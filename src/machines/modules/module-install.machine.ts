/**
 * One module on its way: its package is brought and judged, looked at, tried, consented to and applied. Owned by the store. Whoever loses
 * the answer, or the page, asks by the run's id what has become of it. Source: wire protocol §5.19.
 */
import { assign, fromPromise, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { failureOf, rejection, type Failure } from '#domain/base/failure';
import type { ModuleAct } from '#domain/modules/store-module';
import { effect } from '../base/effect.ts';
import { errorOf, SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output, payload } from '../base/payload.ts';
import type { ModulePlan } from '#domain/modules/module-plan';
import type { PackageFacts, PendingRun, Records } from './module.vocabulary.ts';

export type ModuleInstallEvent =
  | { readonly type: 'version.chosen'; readonly version: string }
  /** `act`: what bringing the module to the version is by now. */
  | { readonly type: 'plan.requested'; readonly act: ModuleAct }
  | { readonly type: 'consent.given'; readonly isGiven: boolean }
  /** Of what tells who people are, each name is agreed to by itself. */
  | { readonly type: 'name.ticked'; readonly name: string; readonly isTicked: boolean }
  /** Somebody else signed it than the one before: that is agreed to by itself. */
  | { readonly type: 'publisher.agreed'; readonly isGiven: boolean }
  /** Whether records that wait come back; then it is planned anew. */
  | { readonly type: 'records.chosen'; readonly records: Records }
  /** By a new run of this id. */
  | { readonly type: 'module.confirmed'; readonly run: string }
  | { readonly type: 'module.cancelled' }
  | { readonly type: 'module.retried' };

interface ReportOf<Type extends string> {
  readonly type: Type;
  readonly uid: string;
}

/** It is under way; it was done; it was not done; nobody knows whether it was. */
type RunReport = ReportOf<'run.begun'> | ReportOf<'run.ended'> | ReportOf<'run.refused'> | ReportOf<'run.lost'>;

export interface ModuleInstallInput {
  readonly uid: string;
  readonly version: string;
  /** What was begun and not heard of again; null where nothing was. */
  readonly act: ModuleAct | null;
  readonly run: string | null;
  readonly records: Records;
  /** Is told when something is done to the module, and when it is known what became of that. */
  readonly owner: Owner<RunReport>;
}

export interface ModuleInstallContext extends ModuleInstallInput {
  readonly facts: PackageFacts | null;
  readonly plan: ModulePlan | null;
  readonly isConsented: boolean;
  readonly isPublisherAgreed: boolean;
  /** Names of the plan's personal fields that were agreed to. */
  readonly ticked: readonly string[];
  readonly failure: Failure | null;
}

export interface ModuleApplyInput extends PendingRun {
  readonly hash: string;
  readonly records: Records;
  /** The fingerprint that was agreed to; null where none was. */
  readonly publisher: string | null;
  readonly isConsented: boolean;
  readonly ticked: readonly string[];
}

type PackageName = Pick<PendingRun, 'uid' | 'version'>;

const isRefusal = (error: unknown): boolean => error instanceof Error && failureOf(error).kind === 'rejected';
const packageOf = ({ uid, version }: ModuleInstallContext): PackageName => ({ uid, version });
const pendingOf = ({ uid, version, act, run }: ModuleInstallContext): PendingRun => ({
  uid,
  version,
  act: act ?? 'install',
  run: run ?? '',
});

/** Fields that tell who people are and that anybody would read, as a plan asks for them. */
export const personalOf = ({ asks }: Pick<ModulePlan, 'asks'>): readonly string[] =>
  asks.find(({ ask }) => ask === 'personal')?.names ?? [];

const reporting = (type: RunReport['type']) => ({
  type: 'notifyOwner' as const,
  params: ({ context }: { readonly context: ModuleInstallContext }): RunReport => ({ type, uid: context.uid }),
});
const DROP_RUN = {
  type: 'dropRun' as const,
  params: ({ context }: { readonly context: ModuleInstallContext }) => pendingOf(context),
};
const [TELL_BEGUN, TELL_ENDED] = [reporting('run.begun'), reporting('run.ended')];
const [TELL_REFUSED, TELL_LOST] = [reporting('run.refused'), reporting('run.lost')];

/** Nothing is agreed to before a plan is there. */
const NO_PLAN = { plan: null, isConsented: false, isPublisherAgreed: false, ticked: [], failure: null } as const;

const REFUSED_OR_FAILED = [
  { guard: { type: 'isRefusal', params: errorOf }, target: 'refused', actions: SET_FAILURE },
  { target: 'failed', actions: SET_FAILURE },
] as const;

export const moduleInstallMachine = setup({
  types: {
    context: {} as ModuleInstallContext,
    events: {} as ModuleInstallEvent,
    input: {} as ModuleInstallInput,
    tags: {} as 'busy',
  },
  actors: {
    /** Brings a package here that lies elsewhere. */
    fetchPackage: fromPromise<unknown, PackageName>(notProvided('fetchPackage')),
    readPackage: fromPromise<PackageFacts, PackageName>(notProvided('readPackage')),
    makePlan: fromPromise<ModulePlan, Omit<PendingRun, 'run'> & { readonly records: Records }>(notProvided('makePlan')),
    apply: fromPromise<unknown, ModuleApplyInput>(notProvided('apply')),
    /** Says whether it came to its end; waits while it goes on. */
    askRun: fromPromise<boolean, Pick<PendingRun, 'run'>>(notProvided('askRun')),
  },
  guards: {
    wasBegun: ({ context }) => context.run !== null,
    hasNoRun: ({ context }) => context.run === null,
    hasFacts: ({ context }) => context.facts !== null,
    isReturning: ({ context }) => context.facts !== null && context.act === 'install' && context.records === 'kept',
    mayApply: ({ context: { plan, isConsented, isPublisherAgreed, ticked } }) =>
      plan !== null &&
      (plan.asks.length === 0 || isConsented) &&
      (plan.publisher === null || isPublisherAgreed) &&
      personalOf(plan).every((name) => ticked.includes(name)),
    isRefusal: (_, { error }: { readonly error: unknown }) => isRefusal(error),
    isDone: (_, isDone: boolean) => isDone,
  },
  actions: {
    setVersion: assign((_, { version }: { readonly version: string }) => ({
      version,
      act: null,
      facts: null,
      ...NO_PLAN,
    })),
    setFacts: assign((_, facts: PackageFacts) => ({ facts, failure: null })),
    setAct: assign((_, { act }: { readonly act: ModuleAct }) => ({ act, ...NO_PLAN })),
    setPlan: assign((_, plan: ModulePlan) => ({ ...NO_PLAN, plan })),
    setConsent: assign((_, { isGiven }: { readonly isGiven: boolean }) => ({ isConsented: isGiven })),
    setPublisher: assign((_, { isGiven }: { readonly isGiven: boolean }) => ({ isPublisherAgreed: isGiven })),
    setRecords: assign((_, { records }: { readonly records: Records }) => ({ records, ...NO_PLAN })),
    setTick: assign(({ context: { ticked } }, { name, isTicked }: { readonly name: string; readonly isTicked: boolean }) => ({
      ticked: isTicked ? [...new Set([...ticked, name])] : ticked.filter((one) => one !== name),
    })),
    setRun: assign((_, { run }: { readonly run: string }) => ({ run, failure: null })),
    clearPlan: assign(NO_PLAN),
    clearRun: assign({ run: null }),
    /** What was begun is remembered beyond the page. */
    keepRun: effect<PendingRun>(),
    dropRun: effect<PendingRun>(),
    setFailure: assign(toFailure),
    setNotApplied: assign(() => ({ failure: rejection('modules.install.notApplied').failure })),
    notifyOwner: sendTo(
      ({ context }) => context.owner,
      (_, report: RunReport) => report,
    ),
  },
}).createMachine({
  id: 'moduleInstall',
  context: ({ input }) => ({ ...input, facts: null, ...NO_PLAN }),
  initial: 'opened',
  states: {
    opened: { always: [{ guard: 'wasBegun', target: 'resuming' }, { target: 'fetching' }] },
    fetching: {
      tags: 'busy',
      invoke: {
        id: 'fetchPackage',
        src: 'fetchPackage',
        input: ({ context }) => packageOf(context),
        onDone: 'checking',
        onError: REFUSED_OR_FAILED,
      },
    },
    checking: {
      tags: 'busy',
      invoke: {
        id: 'readPackage',
        src: 'readPackage',
        input: ({ context }) => packageOf(context),
        onDone: { target: 'described', actions: { type: 'setFacts', params: output } },
        onError: REFUSED_OR_FAILED,
      },
    },
    described: {
      on: {
        'plan.requested': { target: 'planning', actions: { type: 'setAct', params: payload } },
        'version.chosen': { target: 'fetching', actions: { type: 'setVersion', params: payload } },
      },
    },
    planning: {
      tags: 'busy',
      invoke: {
        id: 'makePlan',
        src: 'makePlan',
        input: ({ context }) => ({ ...pendingOf(context), records: context.records }),
        onDone: { target: 'reviewing', actions: { type: 'setPlan', params: output } },
        onError: REFUSED_OR_FAILED,
      },
    },
    reviewing: {
      on: {
        'consent.given': { actions: { type: 'setConsent', params: payload } },
        'name.ticked': { actions: { type: 'setTick', params: payload } },
        'publisher.agreed': { actions: { type: 'setPublisher', params: payload } },
        'records.chosen': { target: 'planning', actions: { type: 'setRecords', params: payload } },
        'module.confirmed': { guard: 'mayApply', target: 'applying', actions: { type: 'setRun', params: payload } },
        'module.cancelled': { target: 'described', actions: 'clearPlan' },
      },
    },
    applying: {
      tags: 'busy',
      entry: [{ type: 'keepRun', params: ({ context }) => pendingOf(context) }, TELL_BEGUN],
      invoke: {
        id: 'apply',
        src: 'apply',
        input: ({ context }) => ({
          ...pendingOf(context),
          hash: context.plan?.hash ?? '',
          records: context.records,
          publisher: (context.isPublisherAgreed ? context.plan?.publisher?.now : null) ?? null,
          isConsented: context.isConsented,
          ticked: context.ticked,
        }),
        onDone: 'installed',
        onError: [
          {
            guard: { type: 'isRefusal', params: errorOf },
            target: 'refused',
            actions: [DROP_RUN, 'clearRun', TELL_REFUSED, SET_FAILURE],
          },
          // It may have been done although nobody heard so.
          { target: 'resuming' },
        ],
      },
    },
    resuming: {
      tags: 'busy',
      entry: TELL_BEGUN,
      invoke: {
        id: 'askRun',
        src: 'askRun',
        input: ({ context }) => pendingOf(context),
        onDone: [
          { guard: { type: 'isDone', params: output }, target: 'installed' },
          { target: 'failed', actions: [DROP_RUN, 'clearRun', TELL_REFUSED, 'setNotApplied'] },
        ],
        onError: { target: 'failed', actions: [SET_FAILURE, TELL_LOST] },
      },
    },
    installed: { entry: [DROP_RUN, 'clearRun', TELL_ENDED] },
    refused: {
      on: {
        'plan.requested': { guard: 'hasFacts', target: 'planning', actions: { type: 'setAct', params: payload } },
        // Records that stand against a version stay where they are, where somebody says so.
        'records.chosen': { guard: 'isReturning', target: 'planning', actions: { type: 'setRecords', params: payload } },
        'module.cancelled': { guard: 'hasFacts', target: 'described', actions: 'clearPlan' },
        'version.chosen': { target: 'fetching', actions: { type: 'setVersion', params: payload } },
      },
    },
    failed: {
      on: {
        'module.retried': [{ guard: 'wasBegun', target: 'resuming' }, { target: 'fetching' }],
        'version.chosen': { guard: 'hasNoRun', target: 'fetching', actions: { type: 'setVersion', params: payload } },
      },
    },
  },
});

export type ModuleInstallRef = ActorRefFrom<typeof moduleInstallMachine>;
type ModuleInstallSnapshot = SnapshotFrom<typeof moduleInstallMachine>;

export type Stage = 'look' | 'review' | 'apply' | 'done';

/** How far it has come: the package is looked at, what it would do is looked at, it is being done, it is done. */
export function selectStage(snapshot: ModuleInstallSnapshot): Stage {
  if (snapshot.matches('installed')) return 'done';
  if (snapshot.matches('applying') || snapshot.matches('resuming')) return 'apply';
  return snapshot.context.plan !== null || snapshot.matches('planning') ? 'review' : 'look';
}

export const selectModuleInstallIsDescribed = (snapshot: ModuleInstallSnapshot): boolean => snapshot.matches('described');
export const selectModuleInstallIsPlanning = (snapshot: ModuleInstallSnapshot): boolean => snapshot.matches('planning');
export const selectModuleInstallIsReviewing = (snapshot: ModuleInstallSnapshot): boolean => snapshot.matches('reviewing');
export const selectModuleInstallIsApplying = (snapshot: ModuleInstallSnapshot): boolean => snapshot.matches('applying');
export const selectModuleInstallIsResuming = (snapshot: ModuleInstallSnapshot): boolean => snapshot.matches('resuming');
export const selectModuleInstallIsInstalled = (snapshot: ModuleInstallSnapshot): boolean => snapshot.matches('installed');
export const selectModuleInstallIsRefused = (snapshot: ModuleInstallSnapshot): boolean => snapshot.matches('refused');
export const selectModuleInstallHasFailed = (snapshot: ModuleInstallSnapshot): boolean => snapshot.matches('failed');
