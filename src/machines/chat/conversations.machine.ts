/**
 * The list of conversations: searched, put into folders, pinned, named, deleted and put back. Owned by the chat.
 * Source: specification §1, "AI chat"; docs/chat.md.
 */
import { assign, fromPromise, sendTo, setup, stateIn, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { failureOf, type Failure } from '#domain/base/failure';
import type { ListedConversation } from '#domain/chat/conversation';
import { errorOf, SET_FAILURE, toFailure } from '../base/failing.ts';
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

export type WordDeed = Extract<ConversationDeed, { readonly kind: 'rename' | 'move' }>;

interface RefusedDeed {
  readonly deed: ConversationDeed;
  readonly failure: Failure;
}

export type ConversationsEvent =
  | { readonly type: 'conversations.searched'; readonly chatSearch: string }
  | { readonly type: 'conversations.folderChosen'; readonly chatFolder: string | null }
  | { readonly type: 'conversations.moreWanted' }
  | { readonly type: 'conversations.deedRequested'; readonly deed: ConversationDeed }
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
  /** What is being done, and what waits for it. */
  readonly deeds: readonly ConversationDeed[];
  /** What was deleted last and can be put back. */
  readonly removed: { readonly uuid: string; readonly chatTitle: string } | null;
  /** What could not be done last and why; nothing of it is lost until something else is asked for. */
  readonly refused: RefusedDeed | null;
  /** Why the list could not be read. */
  readonly failure: Failure | null;
}

const requested = { type: 'addDeed', params: payload } as const;
/** The list is read afterwards: it was on its way. */
const repeated = { guard: 'isRefused', target: 'changing.outdated', actions: 'repeatDeed' } as const;
const AT_ONCE = {
  'conversations.deedRequested': { target: 'changing.outdated', actions: requested },
  'conversations.retried': repeated,
} as const;
const FINISH = ['setRemoved', 'reportDone', 'dropDeed'] as const;
const REFUSE = [{ type: 'refuseDeed', params: errorOf }, 'dropDeed'] as const;
const next = { guard: 'isMoreToDo', target: 'changing.outdated', reenter: true } as const;

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
    isRefused: ({ context }) => context.refused !== null,
    isShown: ({ context }) => context.shown !== null,
    isMoreToDo: ({ context }) => context.deeds.length > 1,
    isOutdated: stateIn({ changing: 'outdated' }),
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
    addDeed: assign(({ context }, { deed }: { readonly deed: ConversationDeed }) => ({
      deeds: [...context.deeds, deed],
      removed: null,
      refused: null,
    })),
    repeatDeed: assign(({ context: { deeds, refused } }) => ({ deeds: refused ? [...deeds, refused.deed] : deeds, refused: null })),
    refuseDeed: assign({
      refused: ({ context }, { error }: { readonly error: unknown }) => ({ deed: deedIn(context), failure: failureOf(error) }),
    }),
    dropDeed: assign({ deeds: ({ context }) => context.deeds.slice(1) }),
    setRemoved: assign({
      removed: ({ context }) => {
        const deed = deedIn(context);
        return deed.kind === 'remove' ? { uuid: deed.uuid, chatTitle: deed.chatTitle } : context.removed;
      },
    }),
    setFailure: assign(toFailure),
    reportDone: sendTo(
      ({ context }) => context.owner,
      ({ context }): ConversationsReport => {
        const { kind, uuid } = deedIn(context);
        return kind === 'remove' ? { type: 'conversations.removed', uuid } : { type: 'conversations.deedDone', kind };
      },
    ),
  },
}).createMachine({
  id: 'conversations',
  context: ({ input }) => ({
    ...input,
    query: { chatSearch: '', chatFolder: null, portions: 1 },
    shown: null,
    deeds: [],
    removed: null,
    refused: null,
    failure: null,
  }),
  initial: 'loading',
  on: {
    'conversations.searched': { target: '.typing', actions: { type: 'setSearch', params: payload } },
    'conversations.folderChosen': { target: '.loading', actions: { type: 'setFolder', params: payload } },
    'conversations.moreWanted': { target: '.loading', actions: 'addPortion' },
    'conversations.changed': '.loading',
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
      on: AT_ONCE,
    },
    /** Somebody types what they search for. */
    typing: { tags: 'busy', after: { typingPause: 'loading' }, on: AT_ONCE },
    ready: {
      on: {
        'conversations.deedRequested': { target: 'changing', actions: requested },
        'conversations.retried': [{ guard: 'isRefused', target: 'changing', actions: 'repeatDeed' }, { target: 'loading' }],
      },
    },
    changing: {
      tags: 'busy',
      invoke: {
        id: 'changeConversation',
        src: 'changeConversation',
        input: ({ context }) => deedIn(context),
        onDone: [
          { ...next, actions: FINISH },
          { target: 'loading', actions: FINISH },
        ],
        onError: [
          { ...next, actions: REFUSE },
          { guard: 'isOutdated', target: 'loading', actions: REFUSE },
          { target: 'ready', actions: REFUSE },
        ],
      },
      initial: 'current',
      // One thing after the other.
      on: {
        'conversations.deedRequested': { target: '.outdated', actions: requested },
        'conversations.searched': { target: '.outdated', actions: { type: 'setSearch', params: payload } },
        'conversations.folderChosen': { target: '.outdated', actions: { type: 'setFolder', params: payload } },
        'conversations.moreWanted': { target: '.outdated', actions: 'addPortion' },
        'conversations.changed': '.outdated',
      },
      states: {
        current: {},
        /** The shown list is another than the one that is wanted by now. */
        outdated: {},
      },
    },
    failed: { on: { ...AT_ONCE, 'conversations.retried': [repeated, { target: 'loading' }] } },
  },
});

function deedIn({ deeds: [deed] }: ConversationsContext): ConversationDeed {
  if (deed === undefined) throw new Error('nothing is to be done');
  return deed;
}

export type ConversationsRef = ActorRefFrom<typeof conversationsMachine>;
type ConversationsSnapshot = SnapshotFrom<typeof conversationsMachine>;
export const selectConversationList = ({ context }: ConversationsSnapshot): ConversationList | null => context.shown;
export const selectConversationQuery = ({ context }: ConversationsSnapshot): ConversationQuery => context.query;
export const selectRemovedConversation = ({ context }: ConversationsSnapshot): ConversationsContext['removed'] => context.removed;
/** A name or a folder that was typed and could not be saved, for the window that it was typed in; null without one. */
export const selectRefusedWord = ({ context: { refused } }: ConversationsSnapshot): WordDeed | null => {
  const deed = refused?.deed;
  return deed?.kind === 'rename' || deed?.kind === 'move' ? deed : null;
};
/** Why the list could not be read, or the last thing not be done. */
export const selectListFailure = ({ context: { refused, failure } }: ConversationsSnapshot): Failure | null => refused?.failure ?? failure;
