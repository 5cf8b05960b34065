/**
 * The command palette: pages, actions and records by a few letters. A leaf; lives while its window is open.
 * Pages and actions are found at once; records are asked of each section after a pause in typing, and only the newest question counts.
 */
import { assign, fromCallback, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import {
  isWorthSearching,
  paletteGroups,
  type PaletteChoice,
  type PaletteEntry,
  type PaletteFinds,
  type PaletteGroup,
  type PaletteSection,
} from '#domain/shell/palette';
import { effect } from '../base/effect.ts';
import { notProvided } from '../base/not-provided.ts';
import { payload } from '../base/payload.ts';

export type CommandPaletteEvent =
  | { readonly type: 'palette.typed'; readonly text: string }
  /** Counted over all groups. */
  | { readonly type: 'palette.cursorMoved'; readonly to: number }
  | { readonly type: 'palette.picked'; readonly choice: PaletteChoice }
  | { readonly type: 'palette.retried' }
  | SearchReport;

/** What the search tells: each section's finds as they come, then how many sections could not be asked. */
export type SearchReport =
  | { readonly type: 'records.found'; readonly finds: PaletteFinds }
  | { readonly type: 'records.ended'; readonly lostCount: number };

export interface CommandPaletteInput {
  /** Id of the administrator whose choices are remembered. */
  readonly person: number;
  readonly entries: readonly PaletteEntry[];
  readonly sections: readonly PaletteSection[];
  readonly recent: readonly string[];
}

interface CommandPaletteContext extends CommandPaletteInput {
  readonly text: string;
  readonly cursor: number;
  readonly finds: readonly PaletteFinds[];
  readonly lostCount: number;
}

export interface PaletteSearch {
  readonly text: string;
  readonly sections: readonly PaletteSection[];
}

export const commandPaletteMachine = setup({
  types: {
    context: {} as CommandPaletteContext,
    events: {} as CommandPaletteEvent,
    input: {} as CommandPaletteInput,
    tags: {} as 'busy' | 'incomplete',
  },
  actors: { searchRecords: fromCallback<CommandPaletteEvent, PaletteSearch>(notProvided('searchRecords')) },
  delays: { typingPause: 250 },
  guards: {
    isWorthSearching: ({ context }, params: { readonly text: string }) => context.sections.length > 0 && isWorthSearching(params.text),
    areSomeLost: (_, params: { readonly lostCount: number }) => params.lostCount > 0,
    hasFound: (_, params: { readonly finds: PaletteFinds }) => params.finds.records.length > 0,
    isKept: (_, params: { readonly choice: PaletteChoice }) => params.choice.href === null,
  },
  actions: {
    setText: assign((_, params: { readonly text: string }) => ({ text: params.text, cursor: 0, finds: [], lostCount: 0 })),
    clearFinds: assign({ finds: [], lostCount: 0, cursor: 0 }),
    moveCursor: assign({ cursor: (_, params: { readonly to: number }) => params.to }),
    addFinds: assign({ finds: ({ context }, params: { readonly finds: PaletteFinds }) => [...context.finds, params.finds] }),
    setLost: assign({ lostCount: (_, params: { readonly lostCount: number }) => params.lostCount }),
    /** Records are the server's: their titles do not stay in the browser. */
    remember: effect<{ readonly person: number; readonly id: string }>(),
  },
}).createMachine({
  id: 'commandPalette',
  context: ({ input }) => ({ ...input, text: '', cursor: 0, finds: [], lostCount: 0 }),
  initial: 'resting',
  on: {
    'palette.typed': [
      {
        guard: { type: 'isWorthSearching', params: payload },
        target: '.pausing',
        reenter: true,
        actions: { type: 'setText', params: payload },
      },
      { target: '.resting', actions: { type: 'setText', params: payload } },
    ],
    'palette.cursorMoved': { actions: { type: 'moveCursor', params: payload } },
    'palette.picked': [
      {
        guard: { type: 'isKept', params: payload },
        target: '.done',
        actions: { type: 'remember', params: ({ context, event }) => ({ person: context.person, id: event.choice.id }) },
      },
      { target: '.done' },
    ],
  },
  states: {
    /** Nothing is asked of the server. */
    resting: {},
    pausing: { tags: 'busy', after: { typingPause: 'searching' } },
    searching: {
      tags: 'busy',
      invoke: {
        id: 'searchRecords',
        src: 'searchRecords',
        input: ({ context: { text, sections } }) => ({ text, sections }),
        onError: 'incomplete',
      },
      on: {
        'records.found': {
          guard: { type: 'hasFound', params: payload },
          actions: { type: 'addFinds', params: payload },
        },
        'records.ended': [
          {
            guard: { type: 'areSomeLost', params: payload },
            target: 'incomplete',
            actions: { type: 'setLost', params: payload },
          },
          { target: 'settled' },
        ],
      },
    },
    settled: {},
    incomplete: { tags: 'incomplete', on: { 'palette.retried': { target: 'searching', actions: 'clearFinds' } } },
    done: { type: 'final' },
  },
});

export type CommandPaletteSnapshot = SnapshotFrom<typeof commandPaletteMachine>;
export type CommandPaletteRef = ActorRefFrom<typeof commandPaletteMachine>;
export const selectPaletteText = ({ context }: CommandPaletteSnapshot): string => context.text;
export const selectPaletteCursor = ({ context }: CommandPaletteSnapshot): number => context.cursor;
export const selectPaletteIsIncomplete = (snapshot: CommandPaletteSnapshot): boolean => snapshot.hasTag('incomplete');
/** Compare by the snapshot: the groups are made anew each time. */
export const selectPaletteGroups = ({ context }: CommandPaletteSnapshot): readonly PaletteGroup[] => paletteGroups(context);
