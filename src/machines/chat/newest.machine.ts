/**
 * Whether the reader has left the end of a conversation, and what came there meanwhile: the way back is offered for as long as that holds.
 *
 * It is offered once the end lies further below than a flick of a finger carries the page at rest (`NEWEST_PX`), so that it does not
 * blink at the end; it is offered at once and not after a pause, since whoever scrolls up has left. What came meanwhile is said in words
 * and not by a number: an answer grows, and nobody counts its sentences. It goes when the end is reached, whoever brought the page there.
 * Nothing else moves the page but a question of one's own: whoever asks wants to see what is answered, and whoever reads is left alone.
 *
 * A leaf of the thread's view. Source: specification §1, "AI chat"; docs/chat.md.
 */
import { emit, fromCallback, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { notProvided } from '../base/not-provided.ts';
import type { ThreadRef } from './thread.machine.ts';

/** How far below the window the end may lie before the reader counts as gone. */
export const NEWEST_PX = 160;

export type NewestEvent =
  | { readonly type: 'newest.left' }
  | { readonly type: 'newest.reached' }
  /** Something stands at the end that did not. */
  | { readonly type: 'newest.grew' }
  /** The reader has asked something. */
  | { readonly type: 'newest.asked' };

export interface NewestInput {
  readonly thread: ThreadRef;
}

export const newestMachine = setup({
  types: {
    context: {} as NewestInput,
    input: {} as NewestInput,
    events: {} as NewestEvent,
    emitted: {} as { readonly type: 'newest.wanted' },
    tags: {} as 'away' | 'news',
  },
  actors: { watchThread: fromCallback<NewestEvent, NewestInput>(notProvided('watchThread')) },
  actions: { wantEnd: emit({ type: 'newest.wanted' }) },
}).createMachine({
  id: 'newest',
  context: ({ input }) => input,
  invoke: { id: 'watchThread', src: 'watchThread', input: ({ context }) => context },
  initial: 'atEnd',
  on: { 'newest.asked': { actions: 'wantEnd' } },
  states: {
    atEnd: { on: { 'newest.left': 'away' } },
    away: {
      tags: 'away',
      initial: 'reading',
      on: { 'newest.reached': 'atEnd' },
      states: {
        reading: { on: { 'newest.grew': 'behind' } },
        behind: { tags: 'news' },
      },
    },
  },
});

export type NewestRef = ActorRefFrom<typeof newestMachine>;
type NewestSnapshot = SnapshotFrom<typeof newestMachine>;
/** What leads to the end says: nothing where the reader is there. */
export const selectNewest = (snapshot: NewestSnapshot): 'news' | 'end' | null =>
  snapshot.hasTag('news') ? 'news' : snapshot.hasTag('away') ? 'end' : null;
