/**
 * The proof that the member is there, which dangerous acts want: one dialog for all of them. An act that the server refused for want of a
 * proof joins the queue, and goes on when the proof is given. Owned by the shell of the member centre.
 * Source: security.md rules 6, 8.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { Secret } from '#domain/base/secret';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

/** What proves it. */
export type ProofSent =
  | { readonly way: 'password'; readonly password: Secret }
  | { readonly way: 'code'; readonly code: Secret }
  | { readonly way: 'passkey' };

/** The ways that this account has beside its password. */
export interface ProofWays {
  readonly code: boolean;
  readonly passkey: boolean;
}

export type ProofEvent =
  /** An act was refused. `seen` is how many proofs had been given when it was sent: a newer one serves it as well. */
  | { readonly type: 'proof.wanted'; readonly act: string; readonly seen: number }
  /** Whoever wanted the act has gone. */
  | { readonly type: 'proof.abandoned'; readonly act: string }
  | { readonly type: 'proof.wayChosen'; readonly way: 'password' | 'code' }
  | { readonly type: 'proof.sent'; readonly proof: ProofSent }
  | { readonly type: 'proof.edited' }
  | { readonly type: 'proof.dismissed' };

interface ProofContext {
  /** Acts that wait, by name. */
  readonly acts: readonly string[];
  readonly given: number;
  readonly ways: ProofWays;
  readonly sent: ProofSent | null;
  readonly failure: Failure | null;
}

const PASSWORD_ALONE: ProofWays = { code: false, passkey: false };
const wasTypedCode = { type: 'wasSentAs', params: { way: 'code' } } as const;

export const proofMachine = setup({
  types: { context: {} as ProofContext, events: {} as ProofEvent, tags: {} as 'busy' | 'asking' },
  actors: {
    readWays: fromPromise<ProofWays>(notProvided('readWays')),
    prove: fromPromise<void, ProofSent>(notProvided('prove')),
  },
  /** As long as the server takes it; where the two clocks differ, the server's refusal asks anew. */
  delays: { proofLife: 600_000 },
  guards: {
    isServed: ({ context }, { seen }: { readonly seen: number }) => seen < context.given,
    isLast: ({ context }, { act }: { readonly act: string }) => context.acts.every((one) => one === act),
    hasCode: ({ context }, { way }: { readonly way: 'password' | 'code' }) => way === 'code' && context.ways.code,
    wasSentAs: ({ context }, { way }: { readonly way: ProofSent['way'] }) => context.sent?.way === way,
  },
  actions: {
    addAct: assign({ acts: ({ context }, { act }: { readonly act: string }) => [...context.acts.filter((one) => one !== act), act] }),
    removeAct: assign({ acts: ({ context }, { act }: { readonly act: string }) => context.acts.filter((one) => one !== act) }),
    clearActs: assign({ acts: [] }),
    setWays: assign({ ways: (_, ways: ProofWays) => ways }),
    setSent: assign({ sent: (_, { proof }: { readonly proof: ProofSent }) => proof }),
    clearSent: assign({ sent: null }),
    countGiven: assign({ given: ({ context }) => context.given + 1 }),
    setFailure: assign(toFailure),
    clearFailure: assign({ failure: null }),
  },
}).createMachine({
  id: 'proof',
  context: { acts: [], given: 0, ways: PASSWORD_ALONE, sent: null, failure: null },
  initial: 'needed',
  states: {
    needed: { on: { 'proof.wanted': { target: 'open', actions: { type: 'addAct', params: payload } } } },
    open: {
      tags: 'asking',
      initial: 'asking',
      exit: ['clearActs', 'clearSent', 'clearFailure'],
      invoke: {
        id: 'readWays',
        src: 'readWays',
        onDone: { actions: { type: 'setWays', params: output } },
        // The password serves wherever the others are not known.
        onError: { actions: { type: 'setWays', params: PASSWORD_ALONE } },
      },
      on: {
        'proof.wanted': { actions: { type: 'addAct', params: payload } },
        'proof.abandoned': [
          { guard: { type: 'isLast', params: payload }, target: 'needed' },
          { actions: { type: 'removeAct', params: payload } },
        ],
        'proof.dismissed': 'needed',
      },
      states: {
        asking: {
          initial: 'password',
          on: {
            'proof.sent': { target: 'checking', actions: ['clearFailure', { type: 'setSent', params: payload }] },
            'proof.edited': { actions: 'clearFailure' },
          },
          states: {
            password: {
              on: { 'proof.wayChosen': { guard: { type: 'hasCode', params: payload }, target: 'code', actions: 'clearFailure' } },
            },
            code: { on: { 'proof.wayChosen': { target: 'password', actions: 'clearFailure' } } },
          },
        },
        checking: {
          tags: 'busy',
          invoke: {
            id: 'prove',
            src: 'prove',
            input: ({ context }) => sentIn(context),
            onDone: { target: '#proof.given', actions: 'countGiven' },
            onError: [
              { guard: wasTypedCode, target: 'asking.code', actions: [SET_FAILURE, 'clearSent'] },
              { target: 'asking', actions: [SET_FAILURE, 'clearSent'] },
            ],
          },
        },
      },
    },
    given: {
      after: { proofLife: 'needed' },
      on: {
        'proof.wanted': [
          // Sent before the proof was given: it only has to be sent again.
          { guard: { type: 'isServed', params: payload } },
          { target: 'open', actions: { type: 'addAct', params: payload } },
        ],
      },
    },
  },
});

function sentIn({ sent }: ProofContext): ProofSent {
  if (!sent) throw new Error('nobody has proved anything');
  return sent;
}

export type ProofRef = ActorRefFrom<typeof proofMachine>;
export type ProofSnapshot = SnapshotFrom<typeof proofMachine>;
export const selectIsProofAsked = (snapshot: ProofSnapshot): boolean => snapshot.hasTag('asking');
export const selectIsCodeAsked = (snapshot: ProofSnapshot): boolean =>
  snapshot.matches({ open: { asking: 'code' } }) || (snapshot.matches({ open: 'checking' }) && snapshot.context.sent?.way === 'code');
export const selectProofWays = ({ context }: ProofSnapshot): ProofWays => context.ways;
export const selectProofFailure = ({ context }: ProofSnapshot): Failure | null => context.failure;
