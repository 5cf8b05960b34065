/**
 * The list of conversations: searched, put into folders, pinned, named, deleted and put back. Owned by the chat.
 * Source: specification §1, "AI chat"; docs/chat.md.
 */
import { assign, fromPromise, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import type { ListedConversation } from '#domain/chat/conversation';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import type { Owner } from '../base/owner.ts';
import { output, payload } from '../base/payload.ts';

export interface ConversationQuery {
  readonly chatSearch: string;
  /** Null for all. */
  readonly chatFolder: string | null;
  /** How many portions are shown. */
  readonly portions: number;
}

export interface ConversationList {
  readonly list: readonly ListedConversation[];
  readonly total: number;
  readonly folders: readonly { readonly chatFolder: string; readonly count: number }[];
  /** When the reader's day began, in Unix seconds. */
  readonly dayStart: number;
}

/** What is done to a conversation. */
export type ConversationDeed =
  | { readonly kind: 'rename'; readonly uuid: string; readonly chatTitle: string }
  | { readonly kind: 'pin'; readonly uuid: string; readonly isPinned: boolean }
  | { readonly kind: 'move'; readonly uuid: string; readonly chatFolder: string }
  | { readonly kind: 'remove'; readonly uuid: string; readonly chatTitle: string }
  | { readonly kind: 'putBack'; readonly uuid: string }
  /** Saved as a file: all branches, or the shown one as Markdown. Null for all conversations. */
  | { readonly kind: 'export'; readonly uuid: string | null; readonly format: 'json' | 'md' };

export type ConversationsEvent =
  | { readonly type: 'conversations.searched'; readonly chatSearch: string }
  | { readonly type: 'conversations.folderChosen'; readonly chatFolder: string | null }
  | { readonly type: 'conversations.moreWanted' }
  | { readonly type: 'conversations.deedRequested'; readonly deed: ConversationDeed }
  | { readonly type: 'conversations.undoDismissed' }
  /** Something has been asked, answered or changed. */
  | { readonly type: 'conversations.changed' }
  | { readonly type: 'conversations.retried' };

/** What the owner is told. */
export type ConversationsReport =
  | { readonly type: 'conversations.removed'; readonly uuid: string }
  | { readonly type: 'conversations.deedDone'; readonly kind: ConversationDeed['kind'] };

export interface ConversationsInput {
  readonly owner: Owner<ConversationsReport>;
}

interface ConversationsContext extends ConversationsInput {
  readonly query: ConversationQuery;
  readonly shown: ConversationList | null;
  readonly deed: ConversationDeed | null;
  /** What was deleted last and can be put back. */
  readonly removed: { readonly uuid: string; readonly chatTitle: string } | null;
  readonly failure: Failure | null;
}

export const conversationsMachine = setup({
  types: {
    context: {} as ConversationsContext,
    events: {} as ConversationsEvent,
    input: {} as ConversationsInput,
    tags: {} as 'busy',
  },
  actors: {
    listConversations: fromPromise<ConversationList, ConversationQuery>(notProvided('listConversations')),
    changeConversation: fromPromise<void, ConversationDeed>(notProvided('changeConversation')),
  },
  delays: { typingPause: 250 },
  guards: {
    isShown: ({ context }) => context.shown !== null,
    hasRemoved: ({ context }) => context.deed?.kind === 'remove',
  },
  actions: {
    setSearch: assign(({ context }, { chatSearch }: { readonly chatSearch: string }) => ({
      query: { ...context.query, chatSearch, portions: 1 },
    })),
    setFolder: assign(({ context }, { chatFolder }: { readonly chatFolder: string | null }) => ({
      query: { ...context.query, chatFolder, portions: 1 },
    })),
    addPortion: assign(({ context }) => ({ query: { ...context.query, portions: context.query.portions + 1 } })),
    setShown: assign({ shown: (_, shown: ConversationList) => shown, failure: null }),
    setDeed: assign({ deed: (_, { deed }: { readonly deed: ConversationDeed }) => deed, removed: null, failure: null }),
    clearDeed: assign({ deed: null }),
    setRemoved: assign({
      removed: ({ context: { deed } }) => (deed?.kind === 'remove' ? { uuid: deed.uuid, chatTitle: deed.chatTitle } : null),
    }),
    clearRemoved: assign({ removed: null }),
    setFailure: assign(toFailure),
    reportDone: sendTo(
      ({ context }) => context.owner,
      ({ context }): ConversationsReport => ({ type: 'conversations.deedDone', kind: deedIn(context).kind }),
    ),
    reportRemoved: sendTo(
      ({ context }) => context.owner,
      ({ context }): ConversationsReport => ({ type: 'conversations.removed', uuid: deedIn(context).uuid ?? '' }),
    ),
  },
}).createMachine({
  id: 'conversations',
  context: ({ input }) => ({
    ...input,
    query: { chatSearch: '', chatFolder: null, portions: 1 },
    shown: null,
    deed: null,
    removed: null,
    failure: null,
  }),
  initial: 'loading',
  on: {
    'conversations.searched': { target: '.typing', actions: { type: 'setSearch', params: payload } },
    'conversations.folderChosen': { target: '.loading', actions: { type: 'setFolder', params: payload } },
    'conversations.moreWanted': { target: '.loading', actions: 'addPortion' },
    'conversations.changed': '.loading',
    'conversations.undoDismissed': { actions: 'clearRemoved' },
  },
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'listConversations',
        src: 'listConversations',
        input: ({ context }) => context.query,
        onDone: { target: 'ready', actions: { type: 'setShown', params: output } },
        onError: [
          // What was read before is better than nothing.
          { guard: 'isShown', target: 'ready', actions: SET_FAILURE },
          { target: 'failed', actions: SET_FAILURE },
        ],
      },
    },
    /** Somebody types what they search for. */
    typing: { tags: 'busy', after: { typingPause: 'loading' } },
    ready: {
      on: {
        'conversations.deedRequested': { target: 'changing', actions: { type: 'setDeed', params: payload } },
        'conversations.retried': 'loading',
      },
    },
    changing: {
      tags: 'busy',
      invoke: {
        id: 'changeConversation',
        src: 'changeConversation',
        input: ({ context }) => deedIn(context),
        onDone: [
          { guard: 'hasRemoved', target: 'loading', actions: ['setRemoved', 'reportRemoved', 'clearDeed'] },
          { target: 'loading', actions: ['reportDone', 'clearDeed'] },
        ],
        onError: { target: 'ready', actions: [SET_FAILURE, 'clearDeed'] },
      },
      // One thing after the other.
      on: {
        'conversations.searched': { actions: { type: 'setSearch', params: payload } },
        'conversations.folderChosen': { actions: { type: 'setFolder', params: payload } },
        'conversations.moreWanted': { actions: 'addPortion' },
        'conversations.changed': {},
      },
    },
    failed: { on: { 'conversations.retried': 'loading' } },
  },
});

function deedIn({ deed }: ConversationsContext): ConversationDeed {
  if (deed === null) throw new Error('nothing is to be done');
  return deed;
}

export type ConversationsRef = ActorRefFrom<typeof conversationsMachine>;
type ConversationsSnapshot = SnapshotFrom<typeof conversationsMachine>;
export const selectConversationList = ({ context }: ConversationsSnapshot): ConversationList | null => context.shown;
export const selectConversationQuery = ({ context }: ConversationsSnapshot): ConversationQuery => context.query;
export const selectRemovedConversation = ({ context }: ConversationsSnapshot): ConversationsContext['removed'] => context.removed;
export const selectListFailure = ({ context }: ConversationsSnapshot): Failure | null => context.failure;
export const selectIsListBusy = (snapshot: ConversationsSnapshot): boolean => snapshot.hasTag('busy');
