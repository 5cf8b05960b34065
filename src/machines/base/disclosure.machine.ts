/** Something that is open or closed: a drawer, a panel. A leaf; lives with its component. */
import { setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';

export type DisclosureEvent = { readonly type: 'disclosure.opened' } | { readonly type: 'disclosure.closed' };

export const disclosureMachine = setup({ types: { events: {} as DisclosureEvent } }).createMachine({
  id: 'disclosure',
  initial: 'closed',
  states: {
    closed: { on: { 'disclosure.opened': 'open' } },
    open: { on: { 'disclosure.closed': 'closed' } },
  },
});

export type DisclosureRef = ActorRefFrom<typeof disclosureMachine>;
export const selectIsOpen = (snapshot: SnapshotFrom<typeof disclosureMachine>): boolean => snapshot.matches('open');
type DisclosureSnapshot = SnapshotFrom<typeof disclosureMachine>;
export const selectDisclosureIsOpen = (snapshot: DisclosureSnapshot): boolean => snapshot.matches('open');
