/**
 * A change that a model proposes to an administrator. Nothing is written before it is approved, and what was written can be taken back. A leaf
 * of its card. Source: specification §1, "AI chat".
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { ProposalState } from '#domain/chat/answer';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output } from '../base/payload.ts';

export type ProposalEvent =
  | { readonly type: 'proposal.approved' }
  | { readonly type: 'proposal.declined' }
  | { readonly type: 'proposal.undoRequested' };

/** What the server says has become of it. */
export interface SettledProposal {
  readonly state: ProposalState;
  /** The number of its write in the journal. */
  readonly change: number | null;
}

export interface ProposalInput extends SettledProposal {
  readonly uuid: string;
  /** Name of the section. */
  readonly resource: string;
}

export interface ProposalDeed {
  readonly uuid: string;
  readonly resource: string;
  readonly deed: 'approve' | 'decline' | 'undo';
}

interface ProposalContext {
  readonly uuid: string;
  readonly resource: string;
  /** What the server said last, which says where to go. */
  readonly said: SettledProposal;
  readonly failure: Failure | null;
}

const settle = (deed: ProposalDeed['deed']) =>
  ({
    id: 'settleProposal',
    src: 'settleProposal',
    input: ({ context: { uuid, resource } }: { readonly context: ProposalContext }): ProposalDeed => ({ uuid, resource, deed }),
    onDone: { target: 'heard', actions: { type: 'setSaid', params: output } },
    // It stands where the server last said.
    onError: { target: 'heard', actions: SET_FAILURE },
  }) as const;

export const proposalMachine = setup({
  types: {
    context: {} as ProposalContext,
    events: {} as ProposalEvent,
    input: {} as ProposalInput,
    tags: {} as 'busy' | 'open',
  },
  actors: { settleProposal: fromPromise<SettledProposal, ProposalDeed>(notProvided('settleProposal')) },
  guards: { isNow: ({ context }, state: ProposalState) => context.said.state === state },
  actions: {
    setSaid: assign({ said: (_, said: SettledProposal) => said, failure: null }),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'proposal',
  context: ({ input: { uuid, resource, ...said } }) => ({ uuid, resource, said, failure: null }),
  initial: 'heard',
  states: {
    heard: {
      always: [
        { guard: { type: 'isNow', params: 'proposed' }, target: 'proposed' },
        { guard: { type: 'isNow', params: 'applying' }, target: 'applying' },
        { guard: { type: 'isNow', params: 'applied' }, target: 'applied' },
        { guard: { type: 'isNow', params: 'declined' }, target: 'declined' },
        { guard: { type: 'isNow', params: 'expired' }, target: 'expired' },
        { guard: { type: 'isNow', params: 'conflicted' }, target: 'conflicted' },
        { guard: { type: 'isNow', params: 'undone' }, target: 'undone' },
        { target: 'refused' },
      ],
    },
    proposed: { tags: 'open', on: { 'proposal.approved': 'approving', 'proposal.declined': 'declining' } },
    approving: { tags: ['open', 'busy'], invoke: settle('approve') },
    declining: { tags: ['open', 'busy'], invoke: settle('decline') },
    /** Somebody writes it elsewhere; asking again says what came of it. */
    applying: { on: { 'proposal.approved': 'approving' } },
    applied: { on: { 'proposal.undoRequested': 'undoing' } },
    undoing: { tags: 'busy', invoke: settle('undo') },
    declined: {},
    expired: {},
    conflicted: {},
    refused: {},
    undone: {},
  },
});

export type ProposalRef = ActorRefFrom<typeof proposalMachine>;
type ProposalSnapshot = SnapshotFrom<typeof proposalMachine>;
export const selectSaid = ({ context }: ProposalSnapshot): SettledProposal => context.said;
export const selectProposalFailure = ({ context }: ProposalSnapshot): Failure | null => context.failure;
