/**
 * Adding a registry: its address is typed, what stands there is looked at, and the fingerprint of its key is compared by a person before it
 * counts. Owned by the store while its dialog is open.
 */
import { assign, fromPromise, sendTo, setup, type ActorRefFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { SeenRegistry } from '#domain/modules/registry';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output, payload } from '../base/payload.ts';

export type RegistryAddingEvent =
  | { readonly type: 'address.typed'; readonly text: string }
  | { readonly type: 'look.requested' }
  | { readonly type: 'registry.confirmed' }
  | { readonly type: 'registry.rejected' };

export interface RegistryAddingInput {
  readonly owner: Owner<{ readonly type: 'registry.added' }>;
}

interface RegistryAddingContext extends RegistryAddingInput {
  readonly address: string;
  readonly seen: SeenRegistry | null;
  readonly failure: Failure | null;
}

type Agreed = Pick<SeenRegistry, 'address' | 'fingerprint'>;

export const registryAddingMachine = setup({
  types: {
    context: {} as RegistryAddingContext,
    events: {} as RegistryAddingEvent,
    input: {} as RegistryAddingInput,
    tags: {} as 'busy',
  },
  actors: {
    lookAtRegistry: fromPromise<SeenRegistry, Pick<SeenRegistry, 'address'>>(notProvided('lookAtRegistry')),
    addRegistry: fromPromise<unknown, Agreed>(notProvided('addRegistry')),
  },
  guards: { hasAddress: ({ context }) => context.address.trim() !== '' },
  actions: {
    setAddress: assign((_, { text }: { readonly text: string }) => ({ address: text, failure: null })),
    setSeen: assign((_, seen: SeenRegistry) => ({ seen, failure: null })),
    clearSeen: assign({ seen: null, failure: null }),
    setFailure: assign(toFailure),
    notifyOwner: sendTo(({ context }) => context.owner, { type: 'registry.added' }),
  },
}).createMachine({
  id: 'registryAdding',
  context: ({ input }) => ({ ...input, address: '', seen: null, failure: null }),
  initial: 'typing',
  states: {
    typing: {
      on: {
        'address.typed': { actions: { type: 'setAddress', params: payload } },
        'look.requested': { guard: 'hasAddress', target: 'looking' },
      },
    },
    looking: {
      tags: 'busy',
      invoke: {
        id: 'lookAtRegistry',
        src: 'lookAtRegistry',
        input: ({ context }) => ({ address: context.address.trim() }),
        onDone: { target: 'comparing', actions: { type: 'setSeen', params: output } },
        onError: { target: 'typing', actions: SET_FAILURE },
      },
    },
    comparing: { on: { 'registry.confirmed': 'adding', 'registry.rejected': { target: 'typing', actions: 'clearSeen' } } },
    adding: {
      tags: 'busy',
      invoke: {
        id: 'addRegistry',
        src: 'addRegistry',
        input: ({ context: { seen } }) => ({ address: seen?.address ?? '', fingerprint: seen?.fingerprint ?? '' }),
        onDone: { target: 'added', actions: 'notifyOwner' },
        onError: { target: 'comparing', actions: SET_FAILURE },
      },
    },
    added: { type: 'final' },
  },
});

export type RegistryAddingRef = ActorRefFrom<typeof registryAddingMachine>;
