/**
 * Style sheets of other hosts: icon fonts and what else a site wants. Begins once the page is drawn and lives as long as it; nobody
 * waits for it, and a sheet that does not arrive is known here alone.
 * Source: specification §1, "Icon fonts and other styles are loaded from outside sources".
 */
import { assign, fromCallback, setup, type ActorRefFrom } from 'xstate';
import { notProvided } from '../base/not-provided.ts';
import { payload } from '../base/payload.ts';

export type OutsideStylesEvent =
  | { readonly type: 'styles.wanted'; readonly sheets: readonly string[] }
  | { readonly type: 'sheet.loaded'; readonly sheet: string }
  | { readonly type: 'sheet.failed'; readonly sheet: string };

interface OutsideStylesContext {
  /** Addresses. */
  readonly wanted: readonly string[];
  readonly loaded: readonly string[];
  readonly failed: readonly string[];
}

type SheetParams = { readonly sheet: string };

export const outsideStylesMachine = setup({
  types: { context: {} as OutsideStylesContext, events: {} as OutsideStylesEvent, tags: {} as 'busy' },
  actors: {
    /** Shows exactly these sheets, and tells of each how it went. */
    loadSheets: fromCallback<OutsideStylesEvent, { readonly sheets: readonly string[] }>(notProvided('loadSheets')),
  },
  guards: {
    areOthers: ({ context }, params: { readonly sheets: readonly string[] }) => params.sheets.join('\n') !== context.wanted.join('\n'),
    areAllSettled: ({ context }) => context.wanted.every((sheet) => context.loaded.includes(sheet) || context.failed.includes(sheet)),
    isWanted: ({ context }, { sheet }: SheetParams) => context.wanted.includes(sheet),
  },
  actions: {
    want: assign((_, params: { readonly sheets: readonly string[] }) => ({ wanted: params.sheets, loaded: [], failed: [] })),
    addLoaded: assign({ loaded: ({ context }, { sheet }: SheetParams) => [...new Set([...context.loaded, sheet])] }),
    addFailed: assign({ failed: ({ context }, { sheet }: SheetParams) => [...new Set([...context.failed, sheet])] }),
  },
}).createMachine({
  id: 'outsideStyles',
  context: { wanted: [], loaded: [], failed: [] },
  initial: 'idle',
  on: {
    'styles.wanted': {
      guard: { type: 'areOthers', params: payload },
      target: '.showing',
      reenter: true,
      actions: { type: 'want', params: payload },
    },
  },
  states: {
    idle: {},
    showing: {
      // The sheets stay as long as they are wanted: leaving takes them away.
      invoke: { id: 'loadSheets', src: 'loadSheets', input: ({ context }) => ({ sheets: context.wanted }), onError: 'idle' },
      initial: 'loading',
      states: {
        loading: {
          tags: 'busy',
          always: { guard: 'areAllSettled', target: 'settled' },
          on: {
            'sheet.loaded': { guard: { type: 'isWanted', params: payload }, actions: { type: 'addLoaded', params: payload } },
            'sheet.failed': { guard: { type: 'isWanted', params: payload }, actions: { type: 'addFailed', params: payload } },
          },
        },
        settled: {},
      },
    },
  },
});

export type OutsideStylesRef = ActorRefFrom<typeof outsideStylesMachine>;
