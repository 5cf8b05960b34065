/**
 * A drop-down whose options are records of another section: it is searched and read page by page, and the newest answer wins.
 * Owned by the field that shows it; it ends with the form. A value that comes without its title is named first.
 * Source: specification §5 "remote select"; wire protocol §4.5.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

export interface RemoteOption {
  readonly value: number;
  readonly label: string;
  /** In a tree; null at the top and in lists. */
  readonly parentId: number | null;
  /** 0 at the top. */
  readonly depth: number;
}

export interface OptionsRequest {
  /** Name of the resource whose records are offered. */
  readonly of: string;
  readonly text: string;
  /** From 1. */
  readonly page: number;
  /** Asks for this record alone; null for a page. */
  readonly value: number | null;
}

export interface OptionsPage {
  readonly options: readonly RemoteOption[];
  /** 0 where the server does not page. */
  readonly total: number;
  /** How many further ones only a search finds. */
  readonly untold: number;
}

export type RemoteSelectEvent =
  | { readonly type: 'select.opened' }
  | { readonly type: 'select.closed' }
  | { readonly type: 'select.searched'; readonly text: string }
  | { readonly type: 'select.moreRequested' }
  | { readonly type: 'select.retried' }
  | { readonly type: 'select.picked'; readonly option: RemoteOption | null }
  /** Another record was chosen elsewhere: it was put back, or is the next one's in its place. */
  | ({ readonly type: 'select.valueChanged' } & Chosen);

/** What is chosen already, and its title where the record brought it. */
interface Chosen {
  readonly value: number | null;
  readonly label: string | null;
}

export interface RemoteSelectInput extends Chosen {
  readonly of: string;
}

interface RemoteSelectContext {
  readonly of: string;
  /** A value that still lacks its title. */
  readonly unnamed: number | null;
  readonly chosen: RemoteOption | null;
  readonly text: string;
  readonly page: number;
  readonly options: readonly RemoteOption[];
  readonly total: number;
  readonly untold: number;
  readonly failure: Failure | null;
}

/** Its number stands for a record whose title cannot be learnt. */
const nameless = (value: number | null): RemoteOption | null =>
  value === null ? null : { value, label: `#${value}`, parentId: null, depth: 0 };
const optionFrom = ({ value, label }: Chosen): RemoteOption | null =>
  value === null || label === null ? null : { value, label, parentId: null, depth: 0 };
const choiceOf = (chosen: Chosen) => ({ unnamed: chosen.label === null ? chosen.value : null, chosen: optionFrom(chosen) });

export const remoteSelectMachine = setup({
  types: {
    context: {} as RemoteSelectContext,
    events: {} as RemoteSelectEvent,
    input: {} as RemoteSelectInput,
    tags: {} as 'busy' | 'open' | 'failed',
  },
  actors: {
    loadOptions: fromPromise<OptionsPage, OptionsRequest>(notProvided('loadOptions')),
  },
  delays: { typingPause: 250 },
  guards: {
    isNamed: ({ context }) => context.unnamed === null,
    hasMore: ({ context }) => context.options.length < context.total,
  },
  actions: {
    startOver: assign({ text: '', page: 1, options: [], total: 0, untold: 0, failure: null }),
    setText: assign({ text: (_, params: { readonly text: string }) => params.text, page: 1 }),
    turnPage: assign({ page: ({ context }) => context.page + 1 }),
    choose: assign({ chosen: (_, params: { readonly option: RemoteOption | null }) => params.option, unnamed: null }),
    setValue: assign((_, { value, label }: Chosen) => choiceOf({ value, label })),
    nameChosen: assign({
      chosen: ({ context }, params: OptionsPage) =>
        params.options.find((option) => option.value === context.unnamed) ?? nameless(context.unnamed),
      unnamed: null,
    }),
    giveUpNaming: assign({ chosen: ({ context }) => nameless(context.unnamed), unnamed: null }),
    receivePage: assign({
      options: ({ context }, params: OptionsPage) => (context.page === 1 ? params.options : [...context.options, ...params.options]),
      total: (_, params: OptionsPage) => params.total,
      untold: (_, params: OptionsPage) => params.untold,
      failure: null,
    }),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'remoteSelect',
  context: ({ input }) => ({
    of: input.of,
    ...choiceOf(input),
    text: '',
    page: 1,
    options: [],
    total: 0,
    untold: 0,
    failure: null,
  }),
  initial: 'naming',
  on: {
    'select.picked': { target: '.closed', actions: { type: 'choose', params: payload } },
    'select.valueChanged': { target: '.naming', actions: { type: 'setValue', params: payload } },
  },
  states: {
    naming: {
      tags: 'busy',
      always: { guard: 'isNamed', target: 'closed' },
      invoke: {
        id: 'nameValue',
        src: 'loadOptions',
        input: ({ context }) => ({ of: context.of, text: '', page: 1, value: context.unnamed }),
        onDone: { target: 'closed', actions: { type: 'nameChosen', params: output } },
        // The drop-down says what is wrong when it is opened.
        onError: { target: 'closed', actions: 'giveUpNaming' },
      },
      on: { 'select.opened': { target: 'loading', actions: 'startOver' } },
    },
    closed: {
      on: { 'select.opened': { target: 'loading', actions: 'startOver' } },
    },
    pausing: {
      tags: ['busy', 'open'],
      after: { typingPause: 'loading' },
      on: {
        'select.searched': {
          target: 'pausing',
          reenter: true,
          actions: { type: 'setText', params: payload },
        },
        'select.closed': 'closed',
      },
    },
    loading: {
      tags: ['busy', 'open'],
      invoke: {
        id: 'loadOptions',
        src: 'loadOptions',
        input: ({ context }) => ({ of: context.of, text: context.text, page: context.page, value: null }),
        onDone: { target: 'ready', actions: { type: 'receivePage', params: output } },
        onError: { target: 'failed', actions: SET_FAILURE },
      },
      on: {
        'select.searched': { target: 'pausing', actions: { type: 'setText', params: payload } },
        'select.closed': 'closed',
      },
    },
    ready: {
      tags: 'open',
      on: {
        'select.searched': { target: 'pausing', actions: { type: 'setText', params: payload } },
        'select.moreRequested': { guard: 'hasMore', target: 'loading', actions: 'turnPage' },
        'select.closed': 'closed',
      },
    },
    failed: {
      tags: ['open', 'failed'],
      on: {
        'select.searched': { target: 'pausing', actions: { type: 'setText', params: payload } },
        'select.retried': 'loading',
        'select.closed': 'closed',
      },
    },
  },
});

export type RemoteSelectSnapshot = SnapshotFrom<typeof remoteSelectMachine>;
export type RemoteSelectRef = ActorRefFrom<typeof remoteSelectMachine>;
export const selectChosenOption = (snapshot: RemoteSelectSnapshot): RemoteOption | null => snapshot.context.chosen;
/** The record that is chosen, named or not. */
export const selectValue = ({ context }: RemoteSelectSnapshot): number | null => context.unnamed ?? context.chosen?.value ?? null;
export const selectOptions = (snapshot: RemoteSelectSnapshot): readonly RemoteOption[] => snapshot.context.options;
export const selectUntold = (snapshot: RemoteSelectSnapshot): number => snapshot.context.untold;
export const selectSearchText = (snapshot: RemoteSelectSnapshot): string => snapshot.context.text;
export const selectAreOptionsOpen = (snapshot: RemoteSelectSnapshot): boolean => snapshot.hasTag('open');
/** Why there are no options; null while nothing has failed. */
export const selectOptionsFailure = (snapshot: RemoteSelectSnapshot): Failure | null =>
  snapshot.hasTag('failed') ? snapshot.context.failure : null;
export const selectRemoteSelectIsReady = (snapshot: RemoteSelectSnapshot): boolean => snapshot.matches('ready');
