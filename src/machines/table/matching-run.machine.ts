/**
 * One act on all records that a list finds, those of other pages too: what is to be done, which records they are by now, then portion after
 * portion, each a write of its own that succeeds or is refused as a whole, and in the end one undo for all of them. It can be stopped between
 * portions; a portion that was never answered is sent again under its key. Goes on while its page is away, and ends with its list.
 * Why: docs/decisions/253-all-that-match.md. Source: security.md rules 10, 31, 33.
 */
import { assign, fromPromise, sendTo, setup, stateIn, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { failureOf } from '#domain/base/failure';
import { MAX_UNDONE_SETS } from '#domain/table/bulk';
import { MAX_MATCHING, portionsOf, TOLD_REFUSALS, type MatchingAct, type PortionOutcome } from '#domain/table/matching';
import { NO_REHEARSAL, together, type PercentRehearsal } from '#domain/table/percent';
import { SET_FAILURE } from '../base/failing.ts';
import { effect } from '../base/effect.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';
import type { MatchingContext, MatchingEvent, MatchingInput, PortionTask, ReadIdsTask, UndoTask } from './matching.vocabulary.ts';

const NOTHING_YET = {
  act: null,
  key: '',
  known: 0,
  ids: [],
  queue: [],
  sent: 0,
  done: 0,
  refused: [],
  refusedCount: 0,
  changes: [],
  rehearsal: NO_REHEARSAL,
  failure: null,
} as const;

const NO_ACT: MatchingAct = { kind: 'edit', values: {}, percents: {} };

const taskOf = ({ context: { resource, act, queue, refused, key, sent } }: { readonly context: MatchingContext }): PortionTask => ({
  resource,
  act: act ?? NO_ACT,
  ids: queue[0] ?? [],
  told: refused.length,
  idempotencyKey: `${key}:${sent}`,
});

const hasPercents = ({ act }: Pick<MatchingContext, 'act'>): boolean => act?.kind === 'edit' && Object.keys(act.percents).length > 0;
const begun = (ids: readonly number[]) => ({ ids, known: ids.length, queue: portionsOf(ids), failure: null });

export const matchingRunMachine = setup({
  types: {
    context: {} as MatchingContext,
    events: {} as MatchingEvent,
    input: {} as MatchingInput,
    tags: {} as 'busy' | 'running' | 'over',
  },
  actors: {
    readIds: fromPromise<readonly number[], ReadIdsTask>(notProvided('readIds')),
    rehearsePortion: fromPromise<PercentRehearsal, Omit<PortionTask, 'idempotencyKey'>>(notProvided('rehearsePortion')),
    writePortion: fromPromise<PortionOutcome, PortionTask>(notProvided('writePortion')),
    undoAll: fromPromise<void, UndoTask>(notProvided('undoAll')),
  },
  guards: {
    isTooMany: (_, ids: readonly number[]) => ids.length > MAX_MATCHING,
    isNone: (_, ids: readonly number[]) => ids.length === 0,
    isOtherCount: ({ context }, ids: readonly number[]) => ids.length !== context.total,
    hasPercents: ({ context }) => hasPercents(context),
    isLast: ({ context }) => context.queue.length <= 1,
    /** Judged with what the answer brings: it may ask for more portions, or be the last. */
    isOver: ({ context }, { again }: PortionOutcome) => context.queue.length <= 1 && again.length === 0,
    /** One undo takes back no more writes than that. */
    isFull: ({ context }, { change }: PortionOutcome) => context.changes.length + (change === null ? 0 : 1) >= MAX_UNDONE_SETS,
    isStopping: stateIn({ running: 'stopping' }),
    wasRefused: ({ context }) => context.failure?.kind === 'rejected',
    hasChanges: ({ context }) => context.changes.length > 0,
    canBeTaken: ({ context }) => context.ids.length > context.rehearsal.refused.length,
  },
  actions: {
    setKind: assign((_, { kind }: { readonly kind: MatchingAct['kind'] }) => ({ ...NOTHING_YET, kind })),
    setAct: assign((_, { act, key }: { readonly act: MatchingAct; readonly key: string }) => ({ ...NOTHING_YET, act, key })),
    setKnown: assign({ known: (_, { known }: { readonly known: number }) => known }),
    setIds: assign((_, ids: readonly number[]) => begun(ids)),
    addRehearsed: assign(({ context }, rehearsed: PercentRehearsal) => ({
      rehearsal: together(context.rehearsal, rehearsed),
      queue: context.queue.slice(1),
      sent: context.sent + 1,
    })),
    /** Those that cannot take it are left out from the start. */
    startWriting: assign(({ context: { ids, rehearsal } }) => {
      const refused = rehearsal.refused.map(({ message, ...record }) => ({ ...record, reason: message }));
      const left = new Set(refused.map(({ id }) => id));
      return {
        queue: portionsOf(ids.filter((id) => !left.has(id))),
        sent: 0,
        refused: refused.slice(0, TOLD_REFUSALS),
        refusedCount: refused.length,
        failure: null,
      };
    }),
    addOutcome: assign(({ context }, { done, change, refused, again }: PortionOutcome) => ({
      queue: [...again, ...context.queue.slice(1)],
      sent: context.sent + 1,
      done: context.done + done,
      refused: [...context.refused, ...refused].slice(0, TOLD_REFUSALS),
      refusedCount: context.refusedCount + refused.length,
      changes: change === null ? context.changes : [...context.changes, change],
      failure: null,
    })),
    setFailure: assign((_, { error }: { readonly error: unknown }) => ({ failure: failureOf(error) })),
    clearFailure: assign({ failure: null }),
    /** What was done stays offered for undo when the window is gone. */
    announce: effect<Pick<MatchingContext, 'resource' | 'act' | 'done' | 'changes'>>(),
    refreshList: sendTo(({ context }) => context.list, { type: 'collection.refreshed' }),
    deselect: sendTo(({ context }) => context.list, { type: 'collection.rowsSelected', ids: [] }),
    closeDialog: sendTo(({ context }) => context.dialog, { type: 'rowWindow.closed' }),
  },
}).createMachine({
  id: 'matchingRun',
  context: ({ input }) => ({ ...input, ...NOTHING_YET, kind: null }),
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'matching.actChosen': { target: 'asking', actions: { type: 'setKind', params: payload } },
        'matching.left': 'left',
      },
    },
    asking: {
      initial: 'open',
      states: { open: {}, failed: {}, none: {}, tooMany: {} },
      on: {
        'matching.confirmed': { target: 'reading', actions: { type: 'setAct', params: payload } },
        'matching.returned': 'choosing',
        'matching.left': 'left',
      },
    },
    /** Which records they are by now: once some are written, the search finds others. */
    reading: {
      tags: 'busy',
      on: {
        'matching.advanced': { actions: { type: 'setKnown', params: payload } },
        'matching.stopRequested': 'asking',
      },
      invoke: {
        id: 'readIds',
        src: 'readIds',
        input: ({ context: { resource, query }, self }) => ({ resource, query, owner: self }),
        onDone: [
          { guard: { type: 'isTooMany', params: output }, target: 'asking.tooMany' },
          { guard: { type: 'isNone', params: output }, target: 'asking.none' },
          { guard: { type: 'isOtherCount', params: output }, target: 'differing', actions: { type: 'setIds', params: output } },
          { target: 'ready', actions: { type: 'setIds', params: output } },
        ],
        onError: { target: 'asking.failed', actions: SET_FAILURE },
      },
    },
    /** More or fewer records than somebody has agreed to. */
    differing: {
      on: { 'matching.agreed': 'ready', 'matching.returned': 'asking', 'matching.left': 'left' },
    },
    ready: {
      always: [
        { guard: 'hasPercents', target: 'rehearsing' },
        { target: 'running', actions: 'startWriting' },
      ],
    },
    rehearsing: {
      tags: 'busy',
      on: { 'matching.stopRequested': 'asking' },
      invoke: {
        id: 'rehearsePortion',
        src: 'rehearsePortion',
        input: ({ context }) => {
          const { idempotencyKey: _key, ...task } = taskOf({ context });
          return { ...task, told: context.rehearsal.refused.length };
        },
        onDone: [
          { guard: 'isLast', target: 'rehearsed', actions: { type: 'addRehearsed', params: output } },
          { target: 'rehearsing', reenter: true, actions: { type: 'addRehearsed', params: output } },
        ],
        onError: { target: 'asking.failed', actions: SET_FAILURE },
      },
    },
    rehearsed: {
      on: {
        'matching.agreed': { guard: 'canBeTaken', target: 'running', actions: 'startWriting' },
        'matching.returned': 'asking',
        'matching.left': 'left',
      },
    },
    running: {
      tags: ['busy', 'running'],
      initial: 'going',
      states: {
        going: { on: { 'matching.stopRequested': 'stopping' } },
        /** The portion that was sent is waited for. */
        stopping: {},
      },
      invoke: {
        id: 'writePortion',
        src: 'writePortion',
        input: taskOf,
        onDone: [
          { guard: { type: 'isOver', params: output }, target: 'over.done', actions: { type: 'addOutcome', params: output } },
          { guard: 'isStopping', target: 'over.stopped', actions: { type: 'addOutcome', params: output } },
          { guard: { type: 'isFull', params: output }, target: 'over.full', actions: { type: 'addOutcome', params: output } },
          { target: 'running', reenter: true, actions: { type: 'addOutcome', params: output } },
        ],
        onError: { target: 'paused', actions: SET_FAILURE },
      },
    },
    /** The portion that failed may have been written all the same: sent again under its key it is written once. */
    paused: {
      tags: 'running',
      on: {
        'matching.retried': { target: 'running', actions: 'clearFailure' },
        'matching.stopRequested': [{ guard: 'wasRefused', target: 'over.stopped' }, { target: 'over.unsure' }],
      },
    },
    over: {
      tags: 'over',
      entry: [
        'refreshList',
        { type: 'announce', params: ({ context: { resource, act, done, changes } }) => ({ resource, act, done, changes }) },
      ],
      initial: 'done',
      states: {
        done: {},
        stopped: {},
        full: {},
        unsure: {},
      },
      on: {
        'matching.undoRequested': { guard: 'hasChanges', target: 'undoing', actions: 'clearFailure' },
        'matching.left': { target: 'left', actions: 'deselect' },
      },
    },
    undoing: {
      tags: ['busy', 'running'],
      invoke: {
        id: 'undoAll',
        src: 'undoAll',
        // One key however often it is tried: what was undone without an answer is answered as done, and a refusal is kept under no key.
        input: ({ context: { resource, changes, key } }) => ({ resource, changes, idempotencyKey: `${key}:undo` }),
        onDone: 'undone',
        onError: { target: 'notUndone', actions: SET_FAILURE },
      },
    },
    undone: {
      tags: 'over',
      entry: 'refreshList',
      on: { 'matching.left': { target: 'left', actions: 'deselect' } },
    },
    notUndone: {
      tags: 'over',
      entry: 'refreshList',
      on: {
        'matching.undoRequested': { target: 'undoing', actions: 'clearFailure' },
        'matching.left': { target: 'left', actions: 'deselect' },
      },
    },
    left: { type: 'final', entry: 'closeDialog' },
  },
});

export type MatchingRunRef = ActorRefFrom<typeof matchingRunMachine>;
export type MatchingSnapshot = SnapshotFrom<typeof matchingRunMachine>;
export const selectMatching = ({ context }: MatchingSnapshot): MatchingContext => context;
/** Which page of the window is open, and within it how it came to that. */
export const selectMatchingStep = ({ value }: MatchingSnapshot): string =>
  typeof value === 'string' ? value : (Object.keys(value)[0] ?? '');
export const selectMatchingStage = ({ value }: MatchingSnapshot): string =>
  typeof value === 'string' ? '' : (Object.values(value)[0] ?? '');
/** Whether something would be lost, or left half done, with the list. */
export const selectIsMatchingRunning = (snapshot: MatchingSnapshot): boolean => snapshot.hasTag('running');
