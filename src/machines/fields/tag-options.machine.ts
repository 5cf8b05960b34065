/**
 * The tags that other records of a section have already, offered where tags are typed. Owned by the field that shows them; asked for when
 * somebody comes to it for the first time. They are a courtesy: where they cannot be had, tags are typed as before, and coming to the field
 * again asks again.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { notProvided } from '../base/not-provided.ts';
import { output } from '../base/payload.ts';

export interface TagOptionsInput {
  /** Name of the resource. */
  readonly of: string;
  /** Key of its field. */
  readonly field: string;
}

interface TagOptionsContext extends TagOptionsInput {
  readonly tags: readonly string[];
}

export const tagOptionsMachine = setup({
  types: {
    context: {} as TagOptionsContext,
    events: {} as { readonly type: 'tags.asked' },
    input: {} as TagOptionsInput,
  },
  actors: {
    /** @returns each once, the most usual first */
    loadTags: fromPromise<readonly string[], TagOptionsInput>(notProvided('loadTags')),
  },
  actions: { setTags: assign({ tags: (_, tags: readonly string[]) => tags }) },
}).createMachine({
  id: 'tagOptions',
  context: ({ input }) => ({ ...input, tags: [] }),
  initial: 'unasked',
  states: {
    unasked: { on: { 'tags.asked': 'loading' } },
    loading: {
      invoke: {
        id: 'loadTags',
        src: 'loadTags',
        input: ({ context: { of, field } }) => ({ of, field }),
        onDone: { target: 'known', actions: { type: 'setTags', params: output } },
        onError: 'unasked',
      },
    },
    known: {},
  },
});

export type TagOptionsRef = ActorRefFrom<typeof tagOptionsMachine>;
export const selectTags = ({ context }: SnapshotFrom<typeof tagOptionsMachine>): readonly string[] => context.tags;
