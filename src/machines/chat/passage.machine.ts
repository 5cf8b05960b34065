/**
 * The passage of an answer that its reader has selected, for as long as it is: it can be quoted. A leaf of the thread's view.
 * Source: specification §1, "AI chat"; docs/chat.md.
 */
import { assign, fromCallback, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { notProvided } from '../base/not-provided.ts';
import { payload } from '../base/payload.ts';

export interface Passage {
  /** The answer that it is of. */
  readonly message: string;
  readonly chatText: string;
  /** Where it ends in the window, in pixels. */
  readonly left: number;
  readonly bottom: number;
}

export type PassageEvent = ({ readonly type: 'passage.selected' } & Passage) | { readonly type: 'passage.dropped' };

interface PassageContext {
  readonly passage: Passage | null;
}

export const passageMachine = setup({
  types: { context: {} as PassageContext, events: {} as PassageEvent, tags: {} as 'selected' },
  actors: { watchSelection: fromCallback<PassageEvent>(notProvided('watchSelection')) },
  actions: {
    setPassage: assign({
      passage: (_, { message, chatText, left, bottom }: Passage) => ({ message, chatText, left, bottom }),
    }),
    clearPassage: assign({ passage: null }),
  },
}).createMachine({
  id: 'passage',
  context: { passage: null },
  initial: 'none',
  invoke: { id: 'watchSelection', src: 'watchSelection' },
  on: { 'passage.selected': { target: '.selected', actions: { type: 'setPassage', params: payload } } },
  states: {
    none: { entry: 'clearPassage' },
    selected: { tags: 'selected', on: { 'passage.dropped': 'none' } },
  },
});

export type PassageRef = ActorRefFrom<typeof passageMachine>;
type PassageSnapshot = SnapshotFrom<typeof passageMachine>;
export const selectPassage = ({ context }: PassageSnapshot): Passage | null => context.passage;
/** What is selected of one answer; null for nothing. */
export const selectPassageOf = ({ context: { passage } }: PassageSnapshot, message: string): string | null =>
  passage?.message === message ? passage.chatText : null;
