/**
 * The member's own entries on their way into a file: what the list finds, all pages of it. A leaf of the list's page. What was saved, or why
 * nothing was, stands there until other entries are asked for. Source: open content, "Member centre"; security.md rule 15.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { LedgerQuery } from '#domain/members/ledger-page';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';
import type { LedgerInput } from './ledger.machine.ts';

/** What of a list goes into the file. */
export type LedgerSelection = Pick<LedgerQuery, 'sign' | 'reason' | 'from' | 'to'>;

export type LedgerFileEvent =
  | { readonly type: 'ledgerFile.requested'; readonly selection: LedgerSelection }
  | { readonly type: 'ledgerFile.cancelled' };

export interface LedgerFileTask extends LedgerSelection, Pick<LedgerInput, 'kind'> {}

interface LedgerFileContext extends Pick<LedgerInput, 'kind'> {
  readonly selection: LedgerSelection;
  /** How many entries the last file holds. */
  readonly rows: number;
  readonly failure: Failure | null;
}

export const ledgerFileMachine = setup({
  types: {
    context: {} as LedgerFileContext,
    events: {} as LedgerFileEvent,
    input: {} as Pick<LedgerInput, 'kind'>,
    tags: {} as 'busy',
  },
  actors: {
    /** Brings the file and hands it to the browser for saving. @returns how many entries are in it */
    bringFile: fromPromise<number, LedgerFileTask>(notProvided('bringFile')),
  },
  actions: {
    setSelection: assign((_, { selection }: { readonly selection: LedgerSelection }) => ({ selection, failure: null })),
    setRows: assign({ rows: (_, rows: number) => rows }),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'ledgerFile',
  context: ({ input }) => ({ ...input, selection: { sign: '', reason: '', from: '', to: '' }, rows: 0, failure: null }),
  initial: 'idle',
  states: {
    idle: {
      initial: 'untouched',
      on: { 'ledgerFile.requested': { target: 'bringing', actions: { type: 'setSelection', params: payload } } },
      states: { untouched: {}, saved: {}, failed: {} },
    },
    bringing: {
      tags: 'busy',
      on: { 'ledgerFile.cancelled': 'idle' },
      invoke: {
        id: 'bringFile',
        src: 'bringFile',
        input: ({ context: { kind, selection } }) => ({ kind, ...selection }),
        onDone: { target: 'idle.saved', actions: { type: 'setRows', params: output } },
        onError: { target: 'idle.failed', actions: SET_FAILURE },
      },
    },
  },
});

export type LedgerFileSnapshot = SnapshotFrom<typeof ledgerFileMachine>;
export type LedgerFileRef = ActorRefFrom<typeof ledgerFileMachine>;
/** How many entries were saved just now; null where none were. */
export const selectSavedRows = (snapshot: LedgerFileSnapshot): number | null =>
  snapshot.matches({ idle: 'saved' }) ? snapshot.context.rows : null;
export const selectLedgerFileFailure = ({ context }: LedgerFileSnapshot): Failure | null => context.failure;
