/**
 * What lies in the recycle bin by section, and for how long it stays there. It is asked for anew whenever the list beside it has been
 * read again. Lives with the page of the bin. Source: wire protocol §5.15.
 */
import { assign, fromCallback, fromPromise, setup, type ActorRef, type ActorRefFrom, type Snapshot, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { BinContent } from '#domain/changes/bin-content';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output } from '../base/payload.ts';

export type BinSectionsEvent =
  | { readonly type: 'bin.retried' }
  /** From the list: its rows were read again. */
  | { readonly type: 'list.reread' };

export interface BinSectionsInput {
  /** The list of what is in the bin. */
  readonly list: ActorRef<Snapshot<unknown>, never>;
}

interface BinSectionsContext extends BinSectionsInput {
  /** null before the first answer. */
  readonly content: BinContent | null;
  readonly failure: Failure | null;
}

export const binSectionsMachine = setup({
  types: {
    context: {} as BinSectionsContext,
    events: {} as BinSectionsEvent,
    input: {} as BinSectionsInput,
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    loadContent: fromPromise<BinContent>(notProvided('loadContent')),
    /** Says when the list was read again. */
    watchList: fromCallback<BinSectionsEvent, BinSectionsInput>(notProvided('watchList')),
  },
  actions: {
    setContent: assign((_, content: BinContent) => ({ content, failure: null })),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'binSections',
  context: ({ input }) => ({ ...input, content: null, failure: null }),
  invoke: { id: 'watchList', src: 'watchList', input: ({ context: { list } }) => ({ list }) },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadContent',
        src: 'loadContent',
        onDone: { target: 'shown', actions: { type: 'setContent', params: output } },
        onError: { target: 'failed', actions: SET_FAILURE },
      },
      // What is on its way may be older than what the list shows.
      on: { 'list.reread': { target: 'loading', reenter: true } },
    },
    shown: { on: { 'list.reread': 'loading' } },
    failed: { tags: 'failed', on: { 'bin.retried': 'loading', 'list.reread': 'loading' } },
  },
});

export type BinSectionsRef = ActorRefFrom<typeof binSectionsMachine>;
export type BinSectionsSnapshot = SnapshotFrom<typeof binSectionsMachine>;
export const selectBinContent = ({ context }: BinSectionsSnapshot): BinContent | null => context.content;
export const selectBinFailure = (snapshot: BinSectionsSnapshot): Failure | null =>
  snapshot.hasTag('failed') ? snapshot.context.failure : null;
