/**
 * The module store: what there is, what is installed, and what is done with a module as a whole. It outlives its page, so that what
 * was begun goes on; the way of one module is an actor of its own. Source: wire protocol §5.19.
 */
import { assign, enqueueActions, fromPromise, raise, setup, spawnChild, stopChild, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { firstVersionOf, type StoreModule, type StoreTab } from '#domain/modules/store-module';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';
import type { ChosenFile } from '../files/upload.machine.ts';
import { moduleInstallMachine, type ModuleInstallRef } from './module-install.machine.ts';
import type {
  ModuleStoreContext,
  ModuleStoreEvent,
  OfModule,
  Received,
  RemovalRecords,
  ModuleRemoval,
  StoreAct,
} from './module-store.vocabulary.ts';
import { acting, actOn, inState } from './module-store.acts.ts';
import { findModule as find, NO_ACT, NO_FILE, NO_STORE, runsLeft, withEnded, withSeen, withUnseen } from './module-store.vocabulary.ts';
import type { SectionRecords } from '#domain/modules/module-plan';
import type { Records, StoreFacts } from './module.vocabulary.ts';
import { registryAddingMachine } from './registry-adding.machine.ts';

const installId = (uid: string) => `moduleInstall:${uid}` as const;

export const moduleStoreMachine = setup({
  types: {
    context: {} as ModuleStoreContext,
    events: {} as ModuleStoreEvent,
    // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- the assertion is how XState is told
    children: {} as { readonly [id: `moduleInstall:${string}`]: 'moduleInstall' } & { readonly registryAdding: 'registryAdding' },
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    loadStore: fromPromise<StoreFacts>(notProvided('loadStore')),
    act: fromPromise<unknown, StoreAct>(notProvided('act')),
    countRecords: fromPromise<readonly SectionRecords[], OfModule & Pick<ModuleRemoval, 'of'>>(notProvided('countRecords')),
    /** Takes a package in from a file, and says what there is then. */
    receivePackage: fromPromise<Received, ChosenFile>(notProvided('receivePackage')),
    moduleInstall: moduleInstallMachine,
    registryAdding: registryAddingMachine,
  },
  guards: {
    isKnown: ({ context }, { uid }: OfModule) => find(context, uid) !== undefined,
    isOf: ({ context }, { uid, states }: OfModule & { readonly states: readonly StoreModule['state'][] }) => {
      const module = find(context, uid);
      return module !== undefined && states.includes(module.state);
    },
    hasPending: ({ context }) => runsLeft(context).length > 0,
    isStale: ({ context }) => context.isStale,
    mayRemove: ({ context: { asked } }) => asked !== null && (asked.records === 'keep' || asked.typed.trim() === asked.uid),
    isAsked: ({ context }) => context.asked !== null,
    isOfModule: ({ context }) => context.asked?.of === 'module',
    isWaiting: ({ context }, { uid }: OfModule) => context.facts?.waiting.some((one) => one.uid === uid) === true,
    isAdded: ({ context }, { id }: { readonly id: number }) => context.facts?.registries.some((one) => one.id === id) === true,
  },
  actions: {
    setFacts: assign((_, facts: StoreFacts) => ({ facts, failure: null })),
    setTab: assign((_, { tab }: { readonly tab: StoreTab }) => ({ tab })),
    setSearch: assign((_, { text }: { readonly text: string }) => ({ search: text })),
    open: enqueueActions(({ context, enqueue, self }, { uid }: OfModule) => {
      const module = find(context, uid);
      if (!module) return;
      enqueue.assign({ chosen: uid, failure: null, ...withSeen(context, uid) });
      // What goes on there, or has gone wrong, is found as it is by now.
      if (context.running.includes(uid) || context.unseen.includes(uid)) return;
      // What is kept is left behind only by whoever says so.
      const records: Records = context.facts?.waiting.some((one) => one.uid === uid) === true ? 'kept' : 'new';
      const input = { uid, version: firstVersionOf(module), act: null, run: null, records, owner: self };
      enqueue.spawnChild('moduleInstall', { id: installId(uid), input });
    }),
    resume: enqueueActions(({ context, enqueue, self }) => {
      const pending = runsLeft(context);
      for (const run of pending)
        enqueue.spawnChild('moduleInstall', { id: installId(run.uid), input: { ...run, records: 'new', owner: self } });
      enqueue.assign({ chosen: pending.at(-1)?.uid ?? null, facts: context.facts && { ...context.facts, pending: [] } });
    }),
    close: enqueueActions(({ context, enqueue }) => {
      const { chosen, running } = context;
      if (chosen !== null && !running.includes(chosen)) enqueue.stopChild(installId(chosen));
      enqueue.assign({ chosen: null, left: chosen });
    }),
    addRunning: assign(({ context: { running } }, { uid }: OfModule) => ({ running: [...new Set([...running, uid])] })),
    endRun: enqueueActions(({ context, enqueue }, { uid }: OfModule) => {
      // Nobody looks at it: the list of runs tells how it ended.
      if (context.chosen !== uid) enqueue.stopChild(installId(uid));
      enqueue.assign({ ...withEnded(context, uid), ...withSeen(context, uid) });
    }),
    endRefusedRun: assign(({ context }, { uid }: OfModule) => ({ ...withEnded(context, uid), ...withUnseen(context, uid) })),
    addUnseen: assign(({ context }, { uid }: OfModule) => withUnseen(context, uid)),
    setStale: assign({ isStale: true }),
    clearStale: assign({ isStale: false }),
    setFile: assign((_, { file }: { readonly file: ChosenFile }) => ({ file, failure: null })),
    /** Nothing of the file is needed once it was sent. */
    clearFile: (_args, _file: ChosenFile) => undefined,
    ask: assign((_, { uid, of = 'module' }: OfModule & { readonly of?: ModuleRemoval['of'] }) => ({
      asked: { of, uid, records: of === 'module' ? ('keep' as const) : ('delete' as const), typed: '' },
      failure: null,
    })),
    setGoing: assign((_, going: readonly SectionRecords[]) => ({ going })),
    beginAdding: spawnChild('registryAdding', { id: 'registryAdding', input: ({ self }) => ({ owner: self }) }),
    endAdding: stopChild('registryAdding'),
    setRecords: assign(({ context }, { records }: { readonly records: RemovalRecords }) => ({
      asked: context.asked && { ...context.asked, records },
    })),
    setTyped: assign(({ context }, { text }: { readonly text: string }) => ({ asked: context.asked && { ...context.asked, typed: text } })),
    setAct: assign((_, act: StoreAct) => ({ act, failure: null })),
    setRemoval: assign(({ context: { asked } }) => ({
      act: asked && { act: asked.of === 'module' ? ('remove' as const) : ('purge' as const), ...asked, typed: asked.typed.trim() },
      failure: null,
    })),
    setParted: assign((_, { id }: { readonly id: number }) => ({ parted: id, failure: null })),
    setParting: assign(({ context: { parted } }) => ({
      act: parted === null ? null : { act: 'forget' as const, id: parted },
      parted: null,
    })),
    settle: assign({ asked: null, going: null, parted: null, act: null }),
    /** A module that is gone is looked at no more. */
    leave: raise({ type: 'module.left' }),
    showOne: raise((_, { uid }: OfModule) => ({ type: 'module.chosen' as const, uid })),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'moduleStore',
  context: NO_STORE,
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadStore',
        src: 'loadStore',
        onDone: { target: 'ready', actions: { type: 'setFacts', params: output } },
        onError: { target: 'unavailable', actions: SET_FAILURE },
      },
    },
    unavailable: { tags: 'failed', on: { 'store.retried': 'loading' } },
    ready: {
      type: 'parallel',
      on: {
        'tab.chosen': { actions: { type: 'setTab', params: payload } },
        'search.typed': { actions: { type: 'setSearch', params: payload } },
        'registry.addClosed': { actions: 'endAdding' },
        'registry.added': { actions: ['endAdding', 'setStale'] },
        'run.begun': { actions: { type: 'addRunning', params: payload } },
        'run.ended': { actions: [{ type: 'endRun', params: payload }, 'setStale'] },
        'run.refused': { actions: [{ type: 'endRefusedRun', params: payload }, 'setStale'] },
        'run.lost': { actions: { type: 'addUnseen', params: payload } },
      },
      states: {
        place: {
          initial: 'browsing',
          states: {
            browsing: {
              always: { guard: 'hasPending', target: 'showing', actions: 'resume' },
              on: {
                'module.chosen': {
                  guard: { type: 'isKnown', params: payload },
                  target: 'showing',
                  actions: { type: 'open', params: payload },
                },
              },
            },
            showing: { on: { 'module.left': { target: 'browsing', actions: 'close' } } },
          },
        },
        work: {
          initial: 'resting',
          states: {
            resting: {
              always: { guard: 'isStale', target: 'reloading' },
              on: {
                'store.retried': 'reloading',
                'module.paused': actOn((uid) => ({ act: 'pause', uid, isPaused: true }), 'installed'),
                'module.resumed': actOn((uid) => ({ act: 'pause', uid, isPaused: false }), 'paused'),
                'module.pinned': actOn((uid) => ({ act: 'pin', uid, isPinned: true }), 'installed', 'paused'),
                'module.released': actOn((uid) => ({ act: 'pin', uid, isPinned: false }), 'installed', 'paused'),
                'module.removeRequested': {
                  guard: inState('installed', 'paused'),
                  target: 'asking',
                  actions: { type: 'ask', params: payload },
                },
                'records.purgeRequested': {
                  guard: { type: 'isWaiting', params: payload },
                  target: 'asking',
                  actions: { type: 'ask', params: ({ event }) => ({ uid: event.uid, of: 'records' }) },
                },
                'records.saveRequested': {
                  guard: { type: 'isWaiting', params: payload },
                  target: 'acting',
                  actions: acting((uid) => ({ act: 'saveArchive', uid })),
                },
                'registry.addRequested': { actions: 'beginAdding' },
                'registry.refreshed': {
                  guard: { type: 'isAdded', params: payload },
                  target: 'acting',
                  actions: { type: 'setAct', params: ({ event }) => ({ act: 'refresh', id: event.id, fingerprint: event.fingerprint }) },
                },
                'registry.forgotten': {
                  guard: { type: 'isAdded', params: payload },
                  target: 'parting',
                  actions: { type: 'setParted', params: payload },
                },
                'package.chosen': { target: 'receiving', actions: { type: 'setFile', params: payload } },
              },
            },
            asking: {
              invoke: {
                id: 'countRecords',
                src: 'countRecords',
                input: ({ context }) => ({ uid: context.asked?.uid ?? '', of: context.asked?.of ?? 'module' }),
                onDone: { actions: { type: 'setGoing', params: output } },
                // The question can be answered without.
                onError: {},
              },
              on: {
                'records.chosen': { guard: 'isOfModule', actions: { type: 'setRecords', params: payload } },
                'uid.typed': { actions: { type: 'setTyped', params: payload } },
                'question.cancelled': { target: 'resting', actions: 'settle' },
                'question.confirmed': { guard: 'mayRemove', target: 'acting', actions: 'setRemoval' },
              },
            },
            // Its key would have to be compared once more.
            parting: {
              on: {
                'question.cancelled': { target: 'resting', actions: 'settle' },
                'question.confirmed': { target: 'acting', actions: 'setParting' },
              },
            },
            acting: {
              tags: 'busy',
              invoke: {
                id: 'act',
                src: 'act',
                input: ({ context }) => context.act ?? NO_ACT,
                onDone: [
                  { guard: 'isAsked', target: 'reloading', actions: ['settle', 'leave'] },
                  { target: 'reloading', actions: 'settle' },
                ],
                onError: [
                  { guard: 'isAsked', target: 'asking', actions: SET_FAILURE },
                  { target: 'resting', actions: SET_FAILURE },
                ],
              },
            },
            reloading: {
              tags: 'busy',
              entry: 'clearStale',
              invoke: {
                id: 'reloadStore',
                src: 'loadStore',
                onDone: { target: 'resting', actions: { type: 'setFacts', params: output } },
                onError: { target: 'resting', actions: SET_FAILURE },
              },
            },
            receiving: {
              tags: 'busy',
              exit: { type: 'clearFile', params: ({ context }) => context.file ?? NO_FILE },
              invoke: {
                id: 'receivePackage',
                src: 'receivePackage',
                input: ({ context }) => context.file ?? NO_FILE,
                onDone: {
                  target: 'resting',
                  actions: [
                    { type: 'setFacts', params: ({ event }) => event.output.facts },
                    { type: 'showOne', params: output },
                  ],
                },
                onError: { target: 'resting', actions: SET_FAILURE },
              },
            },
          },
        },
      },
    },
  },
});

export type ModuleStoreRef = ActorRefFrom<typeof moduleStoreMachine>;
export type ModuleStoreSnapshot = SnapshotFrom<typeof moduleStoreMachine>;

export const selectModule =
  (uid: string) =>
  (snapshot: ModuleStoreSnapshot): StoreModule | undefined =>
    find(snapshot.context, uid);
/** The way of the module that is looked at. */
export const selectInstall = ({ context, children }: ModuleStoreSnapshot): ModuleInstallRef | undefined =>
  context.chosen === null ? undefined : children[installId(context.chosen)];
export const selectModuleStoreIsLoading = (snapshot: ModuleStoreSnapshot): boolean => snapshot.matches('loading');
export const selectModuleStoreIsUnavailable = (snapshot: ModuleStoreSnapshot): boolean => snapshot.matches('unavailable');
export const selectModuleStoreIsReceiving = (snapshot: ModuleStoreSnapshot): boolean => snapshot.matches({ ready: { work: 'receiving' } });
