/**
 * All records of a small section, to choose several of: the rules of a group, the groups of an administrator. Owned by the input that
 * shows them; what is chosen belongs to the form. Source: wire protocol §4.6, §5.4.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { TreeOption } from '#domain/rights/rule-tree';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

export interface OptionTreeInput {
  /** Name of the resource. */
  readonly of: string;
  /** Without those that the person has themselves. */
  readonly isWithoutOwn: boolean;
}

export interface TreeOptions {
  readonly options: readonly TreeOption[];
  /** How many further ones there are, of more than a server tells at once. */
  readonly untold: number;
}

export type OptionTreeEvent = { readonly type: 'options.retried' } | { readonly type: 'options.branchToggled'; readonly id: number };

interface OptionTreeContext extends OptionTreeInput, TreeOptions {
  readonly opened: readonly number[];
  readonly failure: Failure | null;
}

export const optionTreeMachine = setup({
  types: {
    context: {} as OptionTreeContext,
    events: {} as OptionTreeEvent,
    input: {} as OptionTreeInput,
    tags: {} as 'busy' | 'failed',
  },
  actors: { loadOptions: fromPromise<TreeOptions, OptionTreeInput>(notProvided('loadOptions')) },
  actions: {
    setOptions: assign((_, { options, untold }: TreeOptions) => ({ options, untold, failure: null })),
    setFailure: assign(toFailure),
    toggleBranch: assign({
      opened: ({ context: { opened } }, { id }: { readonly id: number }) =>
        opened.includes(id) ? opened.filter((one) => one !== id) : [...opened, id],
    }),
  },
}).createMachine({
  id: 'optionTree',
  context: ({ input }) => ({ ...input, options: [], untold: 0, opened: [], failure: null }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadOptions',
        src: 'loadOptions',
        input: ({ context: { of, isWithoutOwn } }) => ({ of, isWithoutOwn }),
        onDone: { target: 'ready', actions: { type: 'setOptions', params: output } },
        onError: { target: 'failed', actions: SET_FAILURE },
      },
    },
    ready: { on: { 'options.branchToggled': { actions: { type: 'toggleBranch', params: payload } } } },
    failed: { tags: 'failed', on: { 'options.retried': 'loading' } },
  },
});

export type OptionTreeRef = ActorRefFrom<typeof optionTreeMachine>;
export type OptionTreeSnapshot = SnapshotFrom<typeof optionTreeMachine>;
export const selectTreeOptions = ({ context }: OptionTreeSnapshot): readonly TreeOption[] => context.options;
export const selectUntoldOptions = ({ context }: OptionTreeSnapshot): number => context.untold;
export const selectTreeFailure = ({ context }: OptionTreeSnapshot): Failure | null => context.failure;
export const selectIsBranchOpen =
  (id: number) =>
  ({ context }: OptionTreeSnapshot): boolean =>
    context.opened.includes(id);
