/** A name as it is being typed: it counts when its input is left, and what cannot be one stays to be mended. A leaf of its input. */
import { assign, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { payload } from '../base/payload.ts';

export type TypedNameEvent =
  | { readonly type: 'name.typed'; readonly text: string }
  /** It is the name now. */
  | { readonly type: 'name.taken' }
  | { readonly type: 'name.dropped' };

export const typedNameMachine = setup({
  types: { context: {} as { readonly text: string }, events: {} as TypedNameEvent },
  actions: {
    setText: assign({ text: (_, { text }: { readonly text: string }) => text }),
    clear: assign({ text: '' }),
  },
}).createMachine({
  id: 'typedName',
  context: { text: '' },
  initial: 'resting',
  states: {
    resting: { on: { 'name.typed': { target: 'typing', actions: { type: 'setText', params: payload } } } },
    typing: {
      on: {
        'name.typed': { actions: { type: 'setText', params: payload } },
        'name.taken': { target: 'resting', actions: 'clear' },
        'name.dropped': { target: 'resting', actions: 'clear' },
      },
    },
  },
});

export type TypedNameRef = ActorRefFrom<typeof typedNameMachine>;
/** null while nobody types. */
export const selectTypedName = (snapshot: SnapshotFrom<typeof typedNameMachine>): string | null =>
  snapshot.matches('typing') ? snapshot.context.text : null;
