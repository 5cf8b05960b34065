/**
 * A form of a module on the site: what is typed in is sent with the answer to the browser's work, which stands in for a captcha. Owned by
 * the form's element; a refusal leaves what was typed. Source: security.md rule 8.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

/** By the keys of the fields. */
export type FormValues = Readonly<Record<string, string | number | boolean>>;

/** `info` answers for the work that has the `id`. */
export interface FormProof {
  readonly id: string;
  readonly info: string;
}

export interface FormWish {
  readonly values: FormValues;
  /** The same words under the same key are taken once. */
  readonly key: string;
}

export type PublicFormEvent =
  | ({ readonly type: 'form.submitted' } & FormWish)
  /** Somebody goes on typing after a refusal. */
  | { readonly type: 'form.edited' };

interface PublicFormContext {
  readonly wish: FormWish;
  readonly proof: FormProof;
  readonly failure: Failure | null;
}

const NO_PROOF: FormProof = { id: '', info: '' };

export const publicFormMachine = setup({
  types: {
    context: {} as PublicFormContext,
    events: {} as PublicFormEvent,
    tags: {} as 'busy' | 'failed' | 'editable',
  },
  actors: {
    prove: fromPromise<FormProof>(notProvided('prove')),
    send: fromPromise<void, FormWish & { readonly proof: FormProof }>(notProvided('send')),
  },
  actions: {
    setWish: assign({ wish: (_, { values, key }: FormWish) => ({ values, key }), proof: NO_PROOF, failure: null }),
    setProof: assign({ proof: (_, proof: FormProof) => proof }),
    setFailure: assign(toFailure),
    clearFailure: assign({ failure: null }),
  },
}).createMachine({
  id: 'publicForm',
  context: { wish: { values: {}, key: '' }, proof: NO_PROOF, failure: null },
  initial: 'filling',
  states: {
    filling: {
      tags: 'editable',
      on: { 'form.submitted': { target: 'proving', actions: { type: 'setWish', params: payload } } },
    },
    proving: {
      tags: 'busy',
      invoke: {
        id: 'prove',
        src: 'prove',
        onDone: { target: 'sending', actions: { type: 'setProof', params: output } },
        onError: { target: 'refused', actions: SET_FAILURE },
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'send',
        src: 'send',
        input: ({ context: { wish, proof } }) => ({ ...wish, proof }),
        onDone: 'sent',
        onError: { target: 'refused', actions: SET_FAILURE },
      },
    },
    refused: {
      tags: ['failed', 'editable'],
      on: {
        'form.submitted': { target: 'proving', actions: { type: 'setWish', params: payload } },
        'form.edited': { target: 'filling', actions: 'clearFailure' },
      },
    },
    sent: { type: 'final' },
  },
});

export type PublicFormSnapshot = SnapshotFrom<typeof publicFormMachine>;
export type PublicFormRef = ActorRefFrom<typeof publicFormMachine>;
/** What is said beside the form: `filling` says nothing. */
export const selectFormStage = (snapshot: PublicFormSnapshot): PublicFormSnapshot['value'] => snapshot.value;
export const selectPublicFormFailure = (snapshot: PublicFormSnapshot): Failure | null => snapshot.context.failure;
