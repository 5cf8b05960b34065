/**
 * Clears caches: the server's, the browser's, or both. A leaf; lives with the menu in the header.
 * Source: specification §2, wire protocol §5.1 `ajax/clearCache`.
 */
import { fromPromise, setup } from 'xstate';
import { notProvided } from '../base/not-provided.ts';

export const CACHE_KINDS = ['tp', 'storage', 'all'] as const;
export type CacheKind = (typeof CACHE_KINDS)[number];

interface Requested {
  readonly type: 'cache.clearRequested';
  readonly kind: CacheKind;
}

export const clearCacheMachine = setup({
  types: { events: {} as Requested, tags: {} as 'busy' },
  actors: {
    /** Says itself how it went. */
    clear: fromPromise<void, { readonly kind: CacheKind }>(notProvided('clear')),
  },
}).createMachine({
  id: 'clearCache',
  initial: 'ready',
  states: {
    ready: { on: { 'cache.clearRequested': 'clearing' } },
    clearing: {
      tags: 'busy',
      invoke: { id: 'clear', src: 'clear', input: ({ event }) => ({ kind: event.kind }), onDone: 'ready', onError: 'ready' },
    },
  },
});
