/**
 * Chooses from a hierarchy, level by level or by a text that stands on the way: each level is read when the one above is opened, and only the newest reply counts. Owned by
 * the box that shows it. What is chosen is said to whoever listens, and remembered where the source keeps it; a choice that could not
 * be remembered is taken back. Source: specification §2 "project selector", §3 "Project option"; readings 1.8, 3.11, 9.9.
 */
import { assign, enqueueActions, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import { MAX_OPTION_TEXT } from '#domain/fields/option-path';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';
import {
  NOTHING_PICKED,
  labelsOf,
  isOpenTo,
  wayTo,
  cursorAt,
  nextOnWay,
  type CascadeOption,
  type CascadeChoice,
  type LevelRequest,
  type SearchRequest,
  type ChoiceRequest,
  type CascadePickerInput,
  type CascadePickerEvent,
  type CascadeCursor,
  type CascadePickerContext,
  type Pressed,
  type Move,
  type Levels,
} from './cascade-picker.vocabulary.ts';

export type {
  CascadeSource,
  CascadeOption,
  CascadeChoice,
  LevelRequest,
  SearchRequest,
  ChoiceRequest,
  CascadePickerInput,
  CascadePickerEvent,
  CascadeCursor,
} from './cascade-picker.vocabulary.ts';

export const cascadePickerMachine = setup({
  types: {
    context: {} as CascadePickerContext,
    events: {} as CascadePickerEvent,
    input: {} as CascadePickerInput,
    emitted: {} as { readonly type: 'picker.chosen' } & CascadeChoice,
    tags: {} as 'busy' | 'open' | 'failed',
  },
  actors: {
    readChoice: fromPromise<CascadeChoice, ChoiceRequest>(notProvided('readChoice')),
    loadLevel: fromPromise<readonly CascadeOption[], LevelRequest>(notProvided('loadLevel')),
    findPaths: fromPromise<readonly CascadeChoice[], SearchRequest>(notProvided('findPaths')),
    remember: fromPromise<void, ChoiceRequest>(notProvided('remember')),
  },
  delays: { typingPause: 250 },
  guards: {
    isNamed: ({ context: { unnamed, labels } }) => unnamed !== null && labels.length === unnamed.length,
    /** A leaf ends the way. Source: specification §3, "It is a leaf when level is at least lv-1". */
    endsAt: ({ context }, pressed: Pressed) => isOpenTo(context, pressed) && pressed.level >= context.lv - 1,
    leadsOn: ({ context }, pressed: Pressed) => isOpenTo(context, pressed),
    isEmptyBelow: ({ context }, options: readonly CascadeOption[]) => options.length === 0 && context.path.length > 0,
    leadsToChosen: ({ context }, options: readonly CascadeOption[]) =>
      nextOnWay({ ...context, levels: [...context.levels, options] }) !== undefined,
    isBlank: (_, { text }: { readonly text: string }) => text.trim() === '',
    isFound: ({ context: { found } }, { index }: { readonly index: number }) => found[index] !== undefined,
    hasChoice: ({ context }) => context.value.length > 0,
    isNews: ({ context }, { value }: { readonly value: readonly number[] }) => value.join() !== context.value.join(),
  },
  actions: {
    setChoice: assign((_, { value, labels }: CascadeChoice) => ({
      value,
      labels,
      before: { value, labels },
      unnamed: value,
    })),
    giveUpNaming: assign(({ context: { unnamed } }) => ({
      value: unnamed ?? [],
      labels: (unnamed ?? []).map((id) => `#${id}`),
    })),
    startNaming: assign((_, { value }: { readonly value: readonly number[] }) => ({
      value,
      labels: [],
      unnamed: value,
    })),
    startOver: assign({ levels: [], path: [], cursor: { level: 0, value: null }, text: '', found: [], foundIndex: 0, failure: null }),
    setText: assign((_, { text }: { readonly text: string }) => ({ text: text.slice(0, MAX_OPTION_TEXT), foundIndex: 0, failure: null })),
    receiveFound: assign((_, found: readonly CascadeChoice[]) => ({ found, foundIndex: 0 })),
    moveFound: assign({
      foundIndex: ({ context: { found, foundIndex } }, { to }: Move) => {
        const last = Math.max(0, found.length - 1);
        return { next: Math.min(foundIndex + 1, last), previous: Math.max(foundIndex - 1, 0), first: 0, last, back: foundIndex }[to];
      },
    }),
    chooseFound: enqueueActions(({ context, enqueue }, { index }: { readonly index: number }) => {
      const choice = context.found[index] ?? NOTHING_PICKED;
      enqueue.assign({ ...choice, before: { value: context.value, labels: context.labels } });
      enqueue.emit({ type: 'picker.chosen', ...choice });
    }),
    receiveLevel: assign(({ context: { levels, value } }, options: readonly CascadeOption[]) => ({
      levels: [...levels, options],
      cursor: cursorAt(options, levels.length, value[levels.length]),
    })),
    followChosen: assign({ path: ({ context }) => [...context.path, nextOnWay(context) ?? 0] }),
    openBelow: assign(({ context }, pressed: Pressed) => ({
      path: wayTo(context, pressed),
      levels: context.levels.slice(0, pressed.level + 1),
      cursor: pressed,
      failure: null,
    })),
    move: assign({
      cursor: ({ context: { levels, path, cursor } }, { to }: Move) => {
        if (to === 'back') return cursor.level === 0 ? cursor : { level: cursor.level - 1, value: path[cursor.level - 1] ?? null };
        const options = levels[cursor.level] ?? [];
        const last = options.length - 1;
        const index = options.findIndex(({ value }) => value === cursor.value);
        const wanted = { next: Math.min(index + 1, last), previous: Math.max(index - 1, 0), first: 0, last }[to];
        return { ...cursor, value: options[wanted]?.value ?? null };
      },
    }),
    choose: enqueueActions(({ context, enqueue }, { value }: { readonly value: readonly number[] }) => {
      const choice = { value, labels: labelsOf(context.levels, value) };
      enqueue.assign({ ...choice, before: { value: context.value, labels: context.labels } });
      enqueue.emit({ type: 'picker.chosen', ...choice });
    }),
    restoreChoice: enqueueActions(({ context: { before }, enqueue }) => {
      enqueue.assign(before);
      enqueue.emit({ type: 'picker.chosen', ...before });
    }),
    setFailure: assign(toFailure),
  },
}).createMachine({
  id: 'cascadePicker',
  context: ({ input: { source, lv, value, labels } }) => ({
    ...NOTHING_PICKED,
    ...(value !== null && labels !== null && { value, labels }),
    source,
    lv,
    unnamed: value,
    before: NOTHING_PICKED,
    levels: [],
    path: [],
    cursor: { level: 0, value: null },
    text: '',
    found: [],
    foundIndex: 0,
    failure: null,
  }),
  initial: 'naming',
  on: {
    'picker.valueChanged': {
      guard: { type: 'isNews', params: payload },
      target: '.naming',
      actions: { type: 'startNaming', params: payload },
    },
  },
  states: {
    naming: {
      tags: 'busy',
      always: { guard: 'isNamed', target: 'closed' },
      invoke: {
        id: 'readChoice',
        src: 'readChoice',
        input: ({ context: { source, lv, unnamed } }) => ({ source, lv, value: unnamed }),
        onDone: { target: 'closed', actions: { type: 'setChoice', params: output } },
        // The levels say what is wrong when they are opened.
        onError: { target: 'closed', actions: 'giveUpNaming' },
      },
    },
    closed: {
      on: {
        'picker.opened': { target: 'open.loading', actions: 'startOver' },
        'picker.cleared': { guard: 'hasChoice', target: 'saving', actions: { type: 'choose', params: { value: [] } } },
      },
    },
    open: {
      tags: 'open',
      initial: 'loading',
      on: {
        'picker.closed': 'closed',
        'picker.searchTyped': [
          { guard: { type: 'isBlank', params: payload }, target: '.loading', actions: 'startOver' },
          { target: '.search', actions: { type: 'setText', params: payload } },
        ],
        'picker.moved': { actions: { type: 'move', params: payload } },
        'picker.pressed': [
          {
            guard: { type: 'endsAt', params: payload },
            target: 'saving',
            actions: { type: 'choose', params: ({ context, event }) => ({ value: wayTo(context, event) }) },
          },
          {
            guard: { type: 'leadsOn', params: payload },
            target: '.loading',
            actions: { type: 'openBelow', params: ({ event: { level, value } }) => ({ level, value }) },
          },
        ],
      },
      states: {
        loading: {
          tags: 'busy',
          invoke: {
            id: 'loadLevel',
            src: 'loadLevel',
            input: ({ context: { source, path } }) => ({ source, parents: path }),
            onDone: [
              {
                guard: { type: 'isEmptyBelow', params: output },
                target: '#cascadePicker.saving',
                actions: { type: 'choose', params: ({ context }) => ({ value: context.path }) },
              },
              {
                guard: { type: 'leadsToChosen', params: output },
                target: 'loading',
                reenter: true,
                actions: [{ type: 'receiveLevel', params: output }, 'followChosen'],
              },
              { target: 'ready', actions: { type: 'receiveLevel', params: output } },
            ],
            onError: { target: 'failed', actions: SET_FAILURE },
          },
        },
        ready: {},
        failed: { tags: 'failed', on: { 'picker.retried': 'loading' } },
        /** In the place of the levels, which begin anew when the text is taken away. */
        search: {
          initial: 'typing',
          on: {
            'picker.moved': { actions: { type: 'moveFound', params: payload } },
            'picker.pressed': {},
            'picker.foundPressed': {
              guard: { type: 'isFound', params: payload },
              target: '#cascadePicker.saving',
              actions: { type: 'chooseFound', params: payload },
            },
          },
          states: {
            typing: { tags: 'busy', after: { typingPause: 'finding' } },
            finding: {
              tags: 'busy',
              invoke: {
                id: 'findPaths',
                src: 'findPaths',
                input: ({ context: { source, lv, text } }) => ({ source, lv, text }),
                onDone: { target: 'found', actions: { type: 'receiveFound', params: output } },
                onError: { target: 'failed', actions: SET_FAILURE },
              },
            },
            found: {
              on: {
                'picker.foundConfirmed': {
                  guard: { type: 'isFound', params: ({ context: { foundIndex } }) => ({ index: foundIndex }) },
                  target: '#cascadePicker.saving',
                  actions: { type: 'chooseFound', params: ({ context: { foundIndex } }) => ({ index: foundIndex }) },
                },
              },
            },
            failed: { tags: 'failed', on: { 'picker.retried': 'finding' } },
          },
        },
      },
    },
    saving: {
      tags: 'busy',
      invoke: {
        id: 'remember',
        src: 'remember',
        input: ({ context: { source, lv, value } }) => ({ source, lv, value }),
        onDone: 'closed',
        onError: { target: 'closed', actions: 'restoreChoice' },
      },
    },
  },
});

export type CascadePickerRef = ActorRefFrom<typeof cascadePickerMachine>;
export type CascadePickerSnapshot = SnapshotFrom<typeof cascadePickerMachine>;
export const selectIsPickerOpen = (snapshot: CascadePickerSnapshot): boolean => snapshot.hasTag('open');
export const selectChosenIds = ({ context }: CascadePickerSnapshot): readonly number[] => context.value;
/** What is chosen, from the top down; '' for nothing. */
export const selectChosenText = ({ context }: CascadePickerSnapshot): string => context.labels.join(' / ');
export const selectLevels = ({ context }: CascadePickerSnapshot): Levels => context.levels;
export const selectPath = ({ context }: CascadePickerSnapshot): readonly number[] => context.path;
export const selectCursor = ({ context }: CascadePickerSnapshot): CascadeCursor => context.cursor;
export const selectLevelFailure = (snapshot: CascadePickerSnapshot): Failure | null =>
  snapshot.hasTag('failed') ? snapshot.context.failure : null;
export const selectLv = ({ context }: CascadePickerSnapshot): number => context.lv;
export const selectCascadeText = ({ context }: CascadePickerSnapshot): string => context.text;
/** Null before the first answer; what was found before stays while something else is looked for. */
export const selectFoundPaths = (snapshot: CascadePickerSnapshot): readonly CascadeChoice[] | null => {
  const { found } = snapshot.context;
  return found.length > 0 || snapshot.matches({ open: { search: 'found' } }) ? found : null;
};
export const selectIsPickerSearching = (snapshot: CascadePickerSnapshot): boolean => snapshot.matches({ open: 'search' });
export const selectFoundIndex = ({ context }: CascadePickerSnapshot): number => context.foundIndex;
