/**
 * The views of one list: which there are, which was chosen, keeping and deleting them. Owned by the list's collection, which it outlives
 * not; the list itself follows the events it is sent. A section opened without filters opens with its default view.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type DoneActorEvent, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import { defaultView, type SavedView, type SavedViewContent, type SavedViewScope } from '#domain/table/saved-view';
import { effect } from '../base/effect.ts';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

export interface SavedViewDraft extends SavedViewContent {
  readonly name: string;
  readonly scope: SavedViewScope;
  readonly isDefault: boolean;
}

export interface SavedViewsReply {
  readonly views: readonly SavedView[];
  /** Those that the person may give a view. */
  readonly scopes: readonly SavedViewScope[];
}

export type SavedViewsEvent =
  /** Somebody looks at them: others may have changed those that they share. */
  | { readonly type: 'views.opened' }
  | { readonly type: 'views.chosen'; readonly id: number }
  | { readonly type: 'views.saveRequested'; readonly draft: SavedViewDraft }
  | { readonly type: 'views.removeRequested'; readonly id: number }
  /** A shared view is asked about first: others lose it too. */
  | { readonly type: 'views.removeConfirmed' }
  | { readonly type: 'views.removeCancelled' }
  | { readonly type: 'views.retried' };

export interface SavedViewsInput {
  /** Name of the resource. */
  readonly resource: string;
  /** The list was opened as it is by itself, so that the default view may take over. */
  readonly isPlain: boolean;
}

interface SavedViewsContext extends SavedViewsInput {
  /** null before the first answer. */
  readonly views: readonly SavedView[] | null;
  readonly scopes: readonly SavedViewScope[];
  readonly currentId: number | null;
  /** The chosen one as it was before the views were read again. */
  readonly before: SavedView | null;
  readonly draft: SavedViewDraft | null;
  /** The one that goes, or is asked about. */
  readonly removedId: number | null;
  readonly failure: Failure | null;
}

type Id = { readonly id: number };

const NO_DRAFT: SavedViewDraft = {
  name: '',
  scope: 'own',
  isDefault: false,
  params: {},
  columns: { order: [], shown: [], hidden: [], pinned: [], widthsPx: {} },
};

const idOf = ({ event }: { readonly event: DoneActorEvent<number> }) => ({ id: event.output });
const viewOf = ({ views }: SavedViewsContext, id: number): SavedView | undefined => views?.find((view) => view.id === id);

/** Whoever shares with everybody tidies up what others have shared. */
const mayRemove = ({ scopes }: Pick<SavedViewsContext, 'scopes'>, { isMine, scope }: SavedView): boolean =>
  isMine || (scope !== 'own' && scopes.includes('all'));

export const savedViewsMachine = setup({
  types: {
    context: {} as SavedViewsContext,
    events: {} as SavedViewsEvent,
    input: {} as SavedViewsInput,
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    loadViews: fromPromise<SavedViewsReply, { readonly resource: string }>(notProvided('loadViews')),
    saveView: fromPromise<number, { readonly resource: string; readonly draft: SavedViewDraft }>(notProvided('saveView')),
    removeView: fromPromise<void, Id>(notProvided('removeView')),
  },
  guards: {
    opensWithDefault: ({ context }, reply: SavedViewsReply) =>
      context.isPlain && context.views === null && defaultView(reply.views) !== undefined,
    isKnown: ({ context }, { id }: Id) => viewOf(context, id) !== undefined,
    mayRemove: ({ context }, { id }: Id) => {
      const view = viewOf(context, id);
      return view !== undefined && mayRemove(context, view);
    },
    isShared: ({ context }, { id }: Id) => {
      const view = viewOf(context, id);
      return view !== undefined && view.scope !== 'own' && mayRemove(context, view);
    },
    maySave: ({ context }, { draft }: { readonly draft: SavedViewDraft }) =>
      draft.name.trim() !== '' && context.scopes.includes(draft.scope),
  },
  actions: {
    receiveViews: assign((_, reply: SavedViewsReply) => ({ ...reply, failure: null })),
    keepBefore: assign(({ context }) => ({ before: viewOf(context, context.currentId ?? 0) ?? null })),
    chooseDefault: assign({ currentId: ({ context }) => defaultView(context.views ?? [])?.id ?? null }),
    choose: assign({ currentId: (_, { id }: Id) => id, before: null }),
    /** Makes the list what the current view says. */
    apply: effect<{ readonly view: SavedViewContent | undefined }>(),
    /** The same, unless somebody has asked the list for anything until the views came. */
    applyDefault: effect<{ readonly view: SavedViewContent | undefined }>(),
    setDraft: assign({ draft: (_, { draft }: { readonly draft: SavedViewDraft }) => draft, failure: null }),
    setRemoved: assign({ removedId: (_, { id }: Id) => id, failure: null }),
    settle: assign({ draft: null, removedId: null }),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'savedViews',
  context: ({ input }) => ({
    ...input,
    views: null,
    scopes: [],
    currentId: null,
    before: null,
    draft: null,
    removedId: null,
    failure: null,
  }),
  initial: 'loading',
  on: {
    // Whatever is done with the views meanwhile, those that are shown can be opened.
    'views.chosen': {
      guard: { type: 'isKnown', params: payload },
      actions: [
        { type: 'choose', params: payload },
        { type: 'apply', params: ({ context, event }) => ({ view: viewOf(context, event.id) }) },
      ],
    },
  },
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadViews',
        src: 'loadViews',
        input: ({ context: { resource } }) => ({ resource }),
        onDone: [
          {
            guard: { type: 'opensWithDefault', params: output },
            target: 'ready',
            actions: [
              { type: 'receiveViews', params: output },
              'chooseDefault',
              { type: 'applyDefault', params: ({ context }) => ({ view: viewOf(context, context.currentId ?? 0) }) },
            ],
          },
          { target: 'ready', actions: { type: 'receiveViews', params: output } },
        ],
        onError: { target: 'failed', actions: SET_FAILURE },
      },
    },
    failed: { tags: 'failed', on: { 'views.retried': 'loading' } },
    ready: {
      initial: 'resting',
      states: {
        resting: { on: { 'views.opened': { target: 'renewing', actions: 'keepBefore' } } },
        // Whatever is shown meanwhile can be chosen, replaced and deleted.
        renewing: {
          invoke: {
            id: 'renewViews',
            src: 'loadViews',
            input: ({ context: { resource } }) => ({ resource }),
            onDone: { target: 'resting', actions: { type: 'receiveViews', params: output } },
            onError: { target: 'resting', actions: SET_FAILURE },
          },
        },
      },
      on: {
        'views.saveRequested': {
          guard: { type: 'maySave', params: payload },
          target: 'saving',
          actions: { type: 'setDraft', params: payload },
        },
        'views.removeRequested': [
          {
            guard: { type: 'isShared', params: payload },
            target: 'confirming',
            actions: { type: 'setRemoved', params: payload },
          },
          {
            guard: { type: 'mayRemove', params: payload },
            target: 'removing',
            actions: { type: 'setRemoved', params: payload },
          },
        ],
      },
    },
    confirming: {
      on: { 'views.removeConfirmed': 'removing', 'views.removeCancelled': { target: 'ready', actions: 'settle' } },
    },
    saving: {
      tags: 'busy',
      invoke: {
        id: 'saveView',
        src: 'saveView',
        input: ({ context: { resource, draft } }) => ({ resource, draft: draft ?? NO_DRAFT }),
        onDone: { target: 'loading', actions: ['settle', { type: 'choose', params: idOf }] },
        onError: { target: 'ready', actions: ['settle', SET_FAILURE] },
      },
    },
    removing: {
      tags: 'busy',
      invoke: {
        id: 'removeView',
        src: 'removeView',
        input: ({ context }) => ({ id: context.removedId ?? 0 }),
        onDone: { target: 'loading', actions: 'settle' },
        onError: { target: 'ready', actions: ['settle', SET_FAILURE] },
      },
    },
  },
});

export type SavedViewsSnapshot = SnapshotFrom<typeof savedViewsMachine>;
export type SavedViewsRef = ActorRefFrom<typeof savedViewsMachine>;
const NO_VIEWS: readonly SavedView[] = [];
export const selectViews = ({ context }: SavedViewsSnapshot): readonly SavedView[] => context.views ?? NO_VIEWS;
export const selectViewScopes = ({ context }: SavedViewsSnapshot): readonly SavedViewScope[] => context.scopes;
export const selectCurrentView = ({ context }: SavedViewsSnapshot): SavedView | undefined => viewOf(context, context.currentId ?? 0);
/** Whether a view may be deleted by whoever looks, be it not at this moment. */
export const selectMayRemove = ({ context }: SavedViewsSnapshot, view: SavedView): boolean => mayRemove(context, view);
/** The shared view that goes once that is said again. */
export const selectAskedView = (snapshot: SavedViewsSnapshot): SavedView | undefined =>
  snapshot.matches('confirming') ? viewOf(snapshot.context, snapshot.context.removedId ?? 0) : undefined;
export const selectViewsFailure = ({ context }: SavedViewsSnapshot): Failure | null => context.failure;
