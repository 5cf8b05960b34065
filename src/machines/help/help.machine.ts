/**
 * The help beside a page: the page's own article, all others, and those that answer a question. Owned by its drawer; each opening begins
 * anew, with the article of the page that is shown.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Area } from '#domain/base/area';
import type { Failure } from '#domain/base/failure';
import { articleOfPage, type HelpFind, type HelpHeading, type HelpPage } from '#domain/help/help-page';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

export type HelpEvent =
  | { readonly type: 'help.questionTyped'; readonly question: string }
  | { readonly type: 'help.articleChosen'; readonly slug: string }
  | { readonly type: 'help.backRequested' }
  | { readonly type: 'help.retried' };

export interface HelpInput {
  /** Whose help it is: that of staff, or that of members and visitors. */
  readonly area: Area;
  /** The page that is shown. */
  readonly path: string;
}

interface HelpContext extends HelpInput {
  readonly contents: readonly HelpHeading[];
  readonly question: string;
  readonly finds: readonly HelpFind[];
  /** The article that is read or comes, and before it those that led to it. */
  readonly trail: readonly string[];
  readonly article: HelpPage | null;
  readonly failure: Failure | null;
}

type ContentsOutput = { readonly output: readonly HelpHeading[] };

export const helpMachine = setup({
  types: {
    context: {} as HelpContext,
    events: {} as HelpEvent,
    input: {} as HelpInput,
    tags: {} as 'busy' | 'failed' | 'reading',
  },
  actors: {
    loadContents: fromPromise<readonly HelpHeading[], { readonly area: Area }>(notProvided('loadContents')),
    search: fromPromise<readonly HelpFind[], { readonly area: Area; readonly question: string }>(notProvided('search')),
    readArticle: fromPromise<HelpPage, { readonly area: Area; readonly slug: string }>(notProvided('readArticle')),
  },
  delays: { typingPause: 250 },
  guards: {
    isQuestion: (_, { question }: { readonly question: string }) => question.trim() !== '',
    hasOwnArticle: ({ context }, { output: contents }: ContentsOutput) => articleOfPage(contents, context.path) !== undefined,
    hasEarlier: ({ context }) => context.trail.length > 1,
    hasAsked: ({ context }) => context.question.trim() !== '',
  },
  actions: {
    setContents: assign({ contents: (_, { output: contents }: ContentsOutput) => contents }),
    setOwnArticle: assign({
      trail: ({ context }, { output: contents }: ContentsOutput) =>
        [articleOfPage(contents, context.path)].flatMap((found) => (found ? [found.slug] : [])),
    }),
    setQuestion: assign((_, { question }: { readonly question: string }) => ({
      question,
      finds: [],
      trail: [],
      article: null,
      failure: null,
    })),
    setFinds: assign({ finds: (_, finds: readonly HelpFind[]) => finds }),
    addToTrail: assign(({ context }, { slug }: { readonly slug: string }) => ({
      trail: [...context.trail, slug],
      article: null,
      failure: null,
    })),
    goBack: assign(({ context }) => ({ trail: context.trail.slice(0, -1), article: null, failure: null })),
    setArticle: assign({ article: (_, article: HelpPage) => article }),
    setFailure: assign(toFailure),
    clearFailure: assign({ failure: null }),
  },
}).createMachine({
  id: 'help',
  context: ({ input }) => ({ ...input, contents: [], question: '', finds: [], trail: [], article: null, failure: null }),
  initial: 'loading',
  on: {
    'help.questionTyped': [
      {
        guard: { type: 'isQuestion', params: payload },
        target: '.pausing',
        reenter: true,
        actions: { type: 'setQuestion', params: payload },
      },
      { target: '.listing', actions: { type: 'setQuestion', params: payload } },
    ],
    'help.articleChosen': { target: '.opening', reenter: true, actions: { type: 'addToTrail', params: payload } },
  },
  states: {
    loading: {
      tags: 'busy',
      // Nothing can be asked or chosen yet.
      on: { 'help.questionTyped': {}, 'help.articleChosen': {} },
      invoke: {
        id: 'loadContents',
        src: 'loadContents',
        input: ({ context: { area } }) => ({ area }),
        onDone: [
          {
            guard: { type: 'hasOwnArticle', params: ({ event }) => event },
            target: 'opening',
            actions: [
              { type: 'setContents', params: ({ event }) => event },
              { type: 'setOwnArticle', params: ({ event }) => event },
            ],
          },
          { target: 'listing', actions: { type: 'setContents', params: ({ event }) => event } },
        ],
        onError: { target: 'unavailable', actions: SET_FAILURE },
      },
    },
    unavailable: {
      tags: 'failed',
      on: {
        'help.retried': { target: 'loading', actions: 'clearFailure' },
        'help.questionTyped': {},
        'help.articleChosen': {},
      },
    },
    listing: {},
    pausing: { tags: 'busy', after: { typingPause: 'searching' } },
    searching: {
      tags: 'busy',
      invoke: {
        id: 'search',
        src: 'search',
        input: ({ context: { area, question } }) => ({ area, question }),
        onDone: { target: 'found', actions: { type: 'setFinds', params: output } },
        onError: { target: 'unsearched', actions: SET_FAILURE },
      },
    },
    found: {},
    unsearched: { tags: 'failed', on: { 'help.retried': { target: 'searching', actions: 'clearFailure' } } },
    opening: {
      tags: ['busy', 'reading'],
      on: { 'help.backRequested': 'returning' },
      invoke: {
        id: 'readArticle',
        src: 'readArticle',
        input: ({ context: { area, trail } }) => ({ area, slug: trail.at(-1) ?? '' }),
        onDone: { target: 'open', actions: { type: 'setArticle', params: output } },
        onError: { target: 'loadFailed', actions: SET_FAILURE },
      },
    },
    open: { tags: 'reading', on: { 'help.backRequested': 'returning' } },
    loadFailed: {
      tags: ['failed', 'reading'],
      on: { 'help.retried': { target: 'opening', actions: 'clearFailure' }, 'help.backRequested': 'returning' },
    },
    /** Where somebody came from: an article, what was found, or the list. */
    returning: {
      always: [
        { guard: 'hasEarlier', target: 'opening', actions: 'goBack' },
        { guard: 'hasAsked', target: 'found', actions: 'goBack' },
        { target: 'listing', actions: 'goBack' },
      ],
    },
  },
});

export type HelpRef = ActorRefFrom<typeof helpMachine>;
export type HelpSnapshot = SnapshotFrom<typeof helpMachine>;
export const selectContents = ({ context }: HelpSnapshot): readonly HelpHeading[] => context.contents;
export const selectQuestion = ({ context }: HelpSnapshot): string => context.question;
export const selectFinds = ({ context }: HelpSnapshot): readonly HelpFind[] => context.finds;
export const selectArticle = ({ context }: HelpSnapshot): HelpPage | null => context.article;
export const selectHelpFailure = ({ context }: HelpSnapshot): Failure | null => context.failure;
/** How many articles deep one is; a new one begins at its top. */
export const selectDepth = ({ context }: HelpSnapshot): number => context.trail.length;
export const selectHelpIsOpening = (snapshot: HelpSnapshot): boolean => snapshot.matches('opening');
export const selectHelpIsUnavailable = (snapshot: HelpSnapshot): boolean => snapshot.matches('unavailable');
export const selectHelpIsFound = (snapshot: HelpSnapshot): boolean => snapshot.matches('found');
