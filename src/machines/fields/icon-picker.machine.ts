/**
 * Choosing an icon: one library at a time is listed, searched and walked through. A leaf; lives with the dialog that shows it.
 * Source: specification §5 "icon select", §8 "Empty icon lists"; wire protocol §3.6, §9.4.
 */
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import { iconNameOf, searchIcons, type IconEntry, type IconLibrary } from '#domain/base/icon';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';

export type IconPickerEvent =
  | { readonly type: 'icons.libraryChosen'; readonly library: IconLibrary }
  | { readonly type: 'icons.searched'; readonly text: string }
  /** Counted among those that fit what was typed. */
  | { readonly type: 'icons.cursorMoved'; readonly to: number }
  | { readonly type: 'icons.retried' }
  | { readonly type: 'icons.picked'; readonly name: string };

export interface IconPickerInput {
  /** What the field has; '' for nothing. */
  readonly chosen: string;
}

interface IconPickerContext extends IconPickerInput {
  readonly library: IconLibrary;
  readonly icons: readonly IconEntry[];
  readonly text: string;
  readonly cursor: number;
  readonly failure: Failure | null;
}

export const iconPickerMachine = setup({
  types: {
    context: {} as IconPickerContext,
    events: {} as IconPickerEvent,
    input: {} as IconPickerInput,
    tags: {} as 'busy' | 'failed' | 'empty',
  },
  actors: { listIcons: fromPromise<readonly IconEntry[], { readonly library: IconLibrary }>(notProvided('listIcons')) },
  guards: { hasNone: (_, icons: readonly IconEntry[]) => icons.length === 0 },
  actions: {
    openLibrary: assign((_, params: { readonly library: IconLibrary }) => ({ library: params.library, icons: [], cursor: 0 })),
    setText: assign((_, params: { readonly text: string }) => ({ text: params.text, cursor: 0 })),
    moveCursor: assign({ cursor: (_, params: { readonly to: number }) => params.to }),
    /** What is chosen already is where one begins. */
    receiveIcons: assign(({ context }, icons: readonly IconEntry[]) => ({
      icons,
      failure: null,
      cursor: Math.max(
        0,
        searchIcons(icons, context.text).findIndex((icon) => icon.name === context.chosen),
      ),
    })),
    setFailure: assign(toFailure),
    choose: assign({ chosen: (_, params: { readonly name: string }) => params.name }),
  },
}).createMachine({
  id: 'iconPicker',
  context: ({ input: { chosen } }) => ({
    chosen,
    library: iconNameOf(chosen)?.library ?? 'elementPlus',
    icons: [],
    text: '',
    cursor: 0,
    failure: null,
  }),
  initial: 'loading',
  on: {
    'icons.libraryChosen': { target: '.loading', reenter: true, actions: { type: 'openLibrary', params: payload } },
    'icons.searched': { actions: { type: 'setText', params: payload } },
  },
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'listIcons',
        src: 'listIcons',
        input: ({ context }) => ({ library: context.library }),
        onDone: [
          { guard: { type: 'hasNone', params: output }, target: 'empty' },
          { target: 'ready', actions: { type: 'receiveIcons', params: output } },
        ],
        onError: { target: 'failed', actions: SET_FAILURE },
      },
    },
    ready: {
      on: {
        'icons.cursorMoved': { actions: { type: 'moveCursor', params: payload } },
        'icons.picked': { target: 'chosen', actions: { type: 'choose', params: payload } },
      },
    },
    /** The library has none, or its sheet did not arrive: said in words of its own. */
    empty: { tags: 'empty', on: { 'icons.retried': 'loading' } },
    failed: { tags: 'failed', on: { 'icons.retried': 'loading' } },
    chosen: { type: 'final' },
  },
});

export type IconPickerSnapshot = SnapshotFrom<typeof iconPickerMachine>;
export type IconPickerRef = ActorRefFrom<typeof iconPickerMachine>;
export const selectIconLibrary = ({ context }: IconPickerSnapshot): IconLibrary => context.library;
export const selectIcons = ({ context }: IconPickerSnapshot): readonly IconEntry[] => context.icons;
export const selectIconText = ({ context }: IconPickerSnapshot): string => context.text;
export const selectIconCursor = ({ context }: IconPickerSnapshot): number => context.cursor;
export const selectChosenIcon = ({ context }: IconPickerSnapshot): string => context.chosen;
export const selectIconsAreEmpty = (snapshot: IconPickerSnapshot): boolean => snapshot.hasTag('empty');
export const selectIconsFailure = (snapshot: IconPickerSnapshot): Failure | null =>
  snapshot.hasTag('failed') ? snapshot.context.failure : null;
