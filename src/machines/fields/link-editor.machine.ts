/**
 * Asks for the address of a link in a text. A leaf; lives with its editor, which makes the link when the address was accepted.
 * Source: security.md rule 18.
 */
import { assign, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { linkAddressFrom } from '#domain/base/addresses/link';
import { payload } from '../base/payload.ts';

export type LinkEditorEvent =
  /** With the address of the link that is there; '' for none. */
  | { readonly type: 'link.opened'; readonly address: string }
  | { readonly type: 'link.typed'; readonly address: string }
  | { readonly type: 'link.submitted' }
  | { readonly type: 'link.cancelled' };

interface LinkEditorContext {
  /** What is in the box; once accepted, the whole address. */
  readonly address: string;
}

export const linkEditorMachine = setup({
  types: { context: {} as LinkEditorContext, events: {} as LinkEditorEvent },
  guards: {
    isAddress: ({ context }) => linkAddressFrom(context.address) !== null,
  },
  actions: {
    setAddress: assign((_, { address }: { readonly address: string }) => ({ address })),
    completeAddress: assign(({ context }) => ({ address: linkAddressFrom(context.address) ?? '' })),
  },
}).createMachine({
  id: 'linkEditor',
  context: { address: '' },
  initial: 'closed',
  on: {
    'link.opened': { target: '.typing', actions: { type: 'setAddress', params: payload } },
  },
  states: {
    closed: {},
    typing: {
      tags: 'open',
      on: {
        'link.typed': { actions: { type: 'setAddress', params: payload } },
        'link.submitted': [{ guard: 'isAddress', target: 'accepted', actions: 'completeAddress' }, { target: 'refused' }],
        'link.cancelled': 'closed',
      },
    },
    refused: {
      tags: 'open',
      on: {
        'link.typed': { target: 'typing', actions: { type: 'setAddress', params: payload } },
        'link.cancelled': 'closed',
      },
    },
    /** Closed as well; the address may be put into the text. */
    accepted: {},
  },
});

export type LinkEditorRef = ActorRefFrom<typeof linkEditorMachine>;
type LinkEditorSnapshot = SnapshotFrom<typeof linkEditorMachine>;

export const selectIsLinkOpen = (snapshot: LinkEditorSnapshot): boolean => snapshot.hasTag('open');
export const selectIsLinkRefused = (snapshot: LinkEditorSnapshot): boolean => snapshot.matches('refused');
export const selectLinkAddress = (snapshot: LinkEditorSnapshot): string => snapshot.context.address;
/** The address that was accepted, or null while there is none. */
export const selectAcceptedLink = (snapshot: LinkEditorSnapshot): string | null =>
  snapshot.matches('accepted') ? snapshot.context.address : null;
