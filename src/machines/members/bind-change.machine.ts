/**
 * Another e-mail address or mobile number for the account: first a code to the one that is there, which counts for ten minutes, then a code
 * to the new one. An account without one gives its password instead. A leaf of its dialog.
 * Source: wire protocol §2.9, §2.10 "verification", "changeBind"; open content, "Member centre".
 */
import { assign, fromPromise, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { isRefusedAt, type Failure } from '#domain/base/failure';
import type { Secret } from '#domain/base/secret';
import type { Channel } from '#domain/members/channel';
import { errorOf, SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output, payload } from '../base/payload.ts';
import { verificationCodeMachine } from '../session/verification-code.machine.ts';
import type { MemberShellEvent } from './member-shell.vocabulary.ts';

export interface BindRequest {
  readonly channel: Channel;
  readonly address: string;
  readonly code: Secret;
  /** One of the two. */
  readonly token: Secret | null;
  readonly password: Secret | null;
}

export type BindChangeEvent =
  | { readonly type: 'bind.oldCodeGiven'; readonly code: Secret }
  | { readonly type: 'bind.submitted'; readonly address: string; readonly code: Secret; readonly password: Secret | null }
  | { readonly type: 'bind.edited' }
  /** With what the account has by now. */
  | { readonly type: 'bind.restarted'; readonly oldAddress: string };

export interface BindChangeInput {
  readonly owner: Owner<Extract<MemberShellEvent, { readonly type: 'shell.memberChanged' }>>;
  readonly channel: Channel;
  /** What the account has now; '' for none. */
  readonly oldAddress: string;
}

interface BindChangeContext extends BindChangeInput {
  readonly oldCode: Secret | null;
  readonly token: Secret | null;
  readonly typed: Omit<BindRequest, 'channel' | 'token'> | null;
  readonly failure: Failure | null;
}

export const bindChangeMachine = setup({
  types: {
    context: {} as BindChangeContext,
    events: {} as BindChangeEvent,
    input: {} as BindChangeInput,
    tags: {} as 'busy',
    children: {} as { oldCode: 'code'; newCode: 'code' },
  },
  actors: {
    verifyOld: fromPromise<Secret, { readonly channel: Channel; readonly code: Secret | null }>(notProvided('verifyOld')),
    changeAddress: fromPromise<void, BindRequest>(notProvided('changeAddress')),
    code: verificationCodeMachine,
  },
  // How long the server lets the proof count.
  delays: { proofLife: 600_000 },
  guards: {
    hasOld: ({ context }) => context.oldAddress !== '',
    /** The proof was used up or has run out on the server's side. */
    wasProofRefused: (_, { error }: { readonly error: unknown }) => isRefusedAt(error, 'accountVerificationToken'),
  },
  actions: {
    setOldCode: assign({ oldCode: (_, { code }: { readonly code: Secret }) => code, failure: null }),
    setToken: assign({ token: (_, token: Secret) => token, failure: null }),
    setTyped: assign((_, { address, code, password }: Omit<BindRequest, 'channel' | 'token'>) => ({
      typed: { address: address.trim(), code, password },
      failure: null,
    })),
    setOld: assign({ oldAddress: (_, { oldAddress }: Pick<BindChangeInput, 'oldAddress'>) => oldAddress }),
    clearTyped: assign({ typed: null }),
    clearProof: assign({ oldCode: null, token: null }),
    setFailure: assign(toFailure),
    clearFailure: assign({ failure: null }),
    reportChanged: sendTo(({ context }) => context.owner, { type: 'shell.memberChanged' }),
  },
}).createMachine({
  id: 'bindChange',
  context: ({ input }) => ({ ...input, oldCode: null, token: null, typed: null, failure: null }),
  initial: 'begun',
  states: {
    /** Decides at once. */
    begun: { always: [{ guard: 'hasOld', target: 'verifyingOld' }, { target: 'addressing' }] },
    verifyingOld: {
      initial: 'codeAwaited',
      invoke: {
        id: 'oldCode',
        src: 'code',
        input: ({ context: { channel } }) => ({ channel, purpose: `user_${channel}_verify` }),
        onError: { target: 'broken', actions: SET_FAILURE },
      },
      states: {
        codeAwaited: {
          on: {
            'bind.oldCodeGiven': {
              target: 'checking',
              actions: { type: 'setOldCode', params: payload },
            },
            'bind.edited': { actions: 'clearFailure' },
          },
        },
        checking: {
          tags: 'busy',
          invoke: {
            id: 'verifyOld',
            src: 'verifyOld',
            input: ({ context: { channel, oldCode } }) => ({ channel, code: oldCode }),
            onDone: { target: '#bindChange.addressing', actions: { type: 'setToken', params: output } },
            onError: { target: 'codeAwaited', actions: SET_FAILURE },
          },
        },
      },
    },
    /** The new address; where there is an old one, as long as the proof of it counts. */
    addressing: {
      initial: 'codeAwaited',
      after: { proofLife: { guard: 'hasOld', target: 'expired', actions: ['clearProof', 'clearFailure'] } },
      invoke: {
        id: 'newCode',
        src: 'code',
        input: ({ context: { channel } }) => ({ channel, purpose: `user_change_${channel}` }),
        onError: { target: 'broken', actions: ['clearProof', SET_FAILURE] },
      },
      states: {
        codeAwaited: {
          on: {
            'bind.submitted': {
              target: 'submitting',
              actions: { type: 'setTyped', params: payload },
            },
            'bind.edited': { actions: 'clearFailure' },
          },
        },
        submitting: {
          tags: 'busy',
          exit: 'clearTyped',
          invoke: {
            id: 'changeAddress',
            src: 'changeAddress',
            input: ({ context }) => requestIn(context),
            onDone: { target: '#bindChange.done', actions: ['clearProof', 'reportChanged'] },
            onError: [
              {
                guard: { type: 'wasProofRefused', params: errorOf },
                target: '#bindChange.expired',
                // There may be an address by now that another tab has added.
                actions: ['clearProof', SET_FAILURE, 'reportChanged'],
              },
              { target: 'codeAwaited', actions: SET_FAILURE },
            ],
          },
        },
      },
    },
    /** The proof counts no more; the way begins anew. */
    expired: { on: { 'bind.restarted': { target: 'begun', actions: ['clearFailure', { type: 'setOld', params: payload }] } } },
    /** The codes cannot be had here; trying again is all there is. */
    broken: { on: { 'bind.restarted': { target: 'begun', actions: ['clearFailure', { type: 'setOld', params: payload }] } } },
    done: { type: 'final' },
  },
});

function requestIn({ channel, token, typed }: BindChangeContext): BindRequest {
  if (!typed) throw new Error('nothing was typed');
  return { ...typed, channel, token };
}

export type BindChangeSnapshot = SnapshotFrom<typeof bindChangeMachine>;
export type BindChangeRef = ActorRefFrom<typeof bindChangeMachine>;
export const selectBindFailure = ({ context }: BindChangeSnapshot): Failure | null => context.failure;
export const selectOldCode = (snapshot: BindChangeSnapshot) => snapshot.children.oldCode;
export const selectNewCode = (snapshot: BindChangeSnapshot) => snapshot.children.newCode;
/** What the dialog asks for. */
export const selectBindStep = (snapshot: BindChangeSnapshot): 'old' | 'new' | 'expired' | 'done' => {
  if (snapshot.matches('done')) return 'done';
  if (snapshot.matches('expired') || snapshot.matches('broken')) return 'expired';
  return snapshot.matches('verifyingOld') ? 'old' : 'new';
};
export const selectBindChangeIsBroken = (snapshot: BindChangeSnapshot): boolean => snapshot.matches('broken');
