/**
 * Chooses from a hierarchy, level by level: each level is read when the one above is opened, and only the newest reply counts. Owned by
 * the box that shows it. What is chosen is said to whoever listens, and remembered where the source keeps it; a choice that could not
 * be remembered is taken back. Source: specification §2 "project selector", §3 "Project option"; readings 1.8, 3.11, 9.9.
 */
import { assign, enqueueActions, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

/** What is chosen from, in the words of the wire. */
export type CascadeSource = { readonly kind: 'project'; readonly type: number } | { readonly kind: 'area' };

export interface CascadeOption {
  readonly value: number;
  readonly label: string;
  readonly isDisabled: boolean;
}

/** Ids from the top down, and what they are called. */
export interface CascadeChoice {
  readonly value: readonly number[];
  readonly labels: readonly string[];
}

/** Asks for the options below the last of these; for the top where there is none. */
export interface LevelRequest {
  readonly source: CascadeSource;
  readonly parents: readonly number[];
}

export interface ChoiceRequest {
  readonly source: CascadeSource;
  readonly lv: number;
  /** Null where the source itself remembers it. */
  readonly value: readonly number[] | null;
}

export interface CascadePickerInput extends ChoiceRequest {
  /** Null where they are still to be learnt. */
  readonly labels: readonly string[] | null;
}

export type CascadePickerEvent =
  | { readonly type: 'picker.opened' }
  | { readonly type: 'picker.closed' }
  | { readonly type: 'picker.moved'; readonly to: 'next' | 'previous' | 'first' | 'last' | 'back' }
  | { readonly type: 'picker.pressed'; readonly level: number; readonly value: number }
  | { readonly type: 'picker.retried' }
  | { readonly type: 'picker.cleared' }
  /** Somebody else has changed what is chosen. */
  | { readonly type: 'picker.valueChanged'; readonly value: readonly number[] };

/** Where the keyboard is. */
export interface CascadeCursor {
  readonly level: number;
  readonly value: number | null;
}

interface CascadePickerContext extends CascadeChoice {
  readonly source: CascadeSource;
  /** How many levels there are to choose from. */
  readonly lv: number;
  /** What is still to be named; null asks the source. */
  readonly unnamed: readonly number[] | null;
  /** What was chosen before, until the new choice is remembered. */
  readonly before: CascadeChoice;
  /** The levels that have been read, from the top. */
  readonly levels: readonly (readonly CascadeOption[])[];
  /** The option of each level whose own level is shown. */
  readonly path: readonly number[];
  readonly cursor: CascadeCursor;
  readonly failure: Failure | null;
}

type Pressed = Omit<Extract<CascadePickerEvent, { type: 'picker.pressed' }>, 'type'>;
type Levels = CascadePickerContext['levels'];

const NOTHING: CascadeChoice = { value: [], labels: [] };
const optionAt = (levels: Levels, { level, value }: CascadeCursor) => levels[level]?.find((option) => option.value === value);
const labelsOf = (levels: Levels, value: readonly number[]) =>
  value.map((id, level) => optionAt(levels, { level, value: id })?.label ?? `#${id}`);
const isOpenTo = ({ levels }: CascadePickerContext, pressed: Pressed) => optionAt(levels, pressed)?.isDisabled === false;
const wayTo = ({ path }: CascadePickerContext, { level, value }: Pressed) => [...path.slice(0, level), value];
/** The option that is chosen already, else the first that can be. */
const cursorAt = (options: readonly CascadeOption[], level: number, chosen: number | undefined): CascadeCursor => ({
  level,
  value: (options.find(({ value }) => value === chosen) ?? options.find(({ isDisabled }) => !isDisabled) ?? options[0])?.value ?? null,
});
/** The chosen option of the lowest level that is shown, where it has a level of its own still to be shown. */
const nextOnWay = ({ levels, path, value, lv }: Pick<CascadePickerContext, 'levels' | 'path' | 'value' | 'lv'>): number | undefined => {
  const level = path.length;
  const isOnWay = level < Math.min(value.length, lv) - 1 && path.every((id, index) => id === value[index]);
  return isOnWay ? levels[level]?.find((option) => option.value === value[level])?.value : undefined;
};

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
    remember: fromPromise<void, ChoiceRequest>(notProvided('remember')),
  },
  guards: {
    isNamed: ({ context: { unnamed, labels } }) => unnamed !== null && labels.length === unnamed.length,
    /** A leaf ends the way. Source: specification §3, "It is a leaf when level is at least lv-1". */
    endsAt: ({ context }, pressed: Pressed) => isOpenTo(context, pressed) && pressed.level >= context.lv - 1,
    leadsOn: ({ context }, pressed: Pressed) => isOpenTo(context, pressed),
    isEmptyBelow: ({ context }, options: readonly CascadeOption[]) => options.length === 0 && context.path.length > 0,
    leadsToChosen: ({ context }, options: readonly CascadeOption[]) =>
      nextOnWay({ ...context, levels: [...context.levels, options] }) !== undefined,
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
    startOver: assign({ levels: [], path: [], cursor: { level: 0, value: null }, failure: null }),
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
      cursor: ({ context: { levels, path, cursor } }, { to }: { readonly to: 'next' | 'previous' | 'first' | 'last' | 'back' }) => {
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
    ...NOTHING,
    ...(value !== null && labels !== null && { value, labels }),
    source,
    lv,
    unnamed: value,
    before: NOTHING,
    levels: [],
    path: [],
    cursor: { level: 0, value: null },
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
export const selectIsPickerBusy = (snapshot: CascadePickerSnapshot): boolean => snapshot.hasTag('busy');
export const selectChosenIds = ({ context }: CascadePickerSnapshot): readonly number[] => context.value;
/** What is chosen, from the top down; '' for nothing. */
export const selectChosenText = ({ context }: CascadePickerSnapshot): string => context.labels.join(' / ');
export const selectLevels = ({ context }: CascadePickerSnapshot): Levels => context.levels;
export const selectPath = ({ context }: CascadePickerSnapshot): readonly number[] => context.path;
export const selectCursor = ({ context }: CascadePickerSnapshot): CascadeCursor => context.cursor;
export const selectLevelFailure = (snapshot: CascadePickerSnapshot): Failure | null =>
  snapshot.hasTag('failed') ? snapshot.context.failure : null;
export const selectLv = ({ context }: CascadePickerSnapshot): number => context.lv;
