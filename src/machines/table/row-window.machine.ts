/**
 * The window that a button of a row has opened. Owned by the list's collection, so that it is still open when another page was looked at; what stands in the window says when it is over, and the rows are
 * read again where something was written.
 */
import { assign, sendTo, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { ListRow } from '#domain/table/row';
import type { Owner } from '../base/owner.ts';
import { payload } from '../base/payload.ts';

export type RowWindowEvent =
  | { readonly type: 'rowWindow.opened'; readonly name: string; readonly id: number; readonly row?: ListRow }
  | { readonly type: 'rowWindow.closed' }
  /** Closed, and what the rows show is another than it was. */
  | { readonly type: 'rowWindow.finished' }
  /** From what leads a record on: it did, somebody else was first, or nothing was done. */
  | { readonly type: 'life.acted' | 'life.refreshed' | 'life.left' };

export interface RowWindowInput {
  /** The table. */
  readonly owner: Owner<{ readonly type: 'collection.refreshed' }>;
}

interface RowWindowContext extends RowWindowInput {
  /** What is open, or was last: a window fades out. */
  readonly name: string;
  /** Of the row. */
  readonly id: number;
  /** As it was then, where whoever shows it may lose it. */
  readonly row: ListRow | undefined;
  /** Counts openings: each begins anew. */
  readonly generation: number;
}

const FINISH = { target: 'closed', actions: 'refreshOwner' } as const;

export const rowWindowMachine = setup({
  types: { context: {} as RowWindowContext, events: {} as RowWindowEvent, input: {} as RowWindowInput },
  actions: {
    setOpened: assign(({ context }, { name, id, row }: { readonly name: string; readonly id: number; readonly row?: ListRow }) => ({
      name,
      id,
      row: row ?? (id === context.id ? context.row : undefined),
      generation: context.generation + 1,
    })),
    refreshOwner: sendTo(({ context }) => context.owner, { type: 'collection.refreshed' }),
  },
}).createMachine({
  id: 'rowWindow',
  context: ({ input }) => ({ ...input, name: '', id: 0, row: undefined, generation: 0 }),
  initial: 'closed',
  states: {
    closed: { on: { 'rowWindow.opened': { target: 'open', actions: { type: 'setOpened', params: payload } } } },
    open: {
      on: {
        // One window leads on to another.
        'rowWindow.opened': { actions: { type: 'setOpened', params: payload } },
        'rowWindow.closed': 'closed',
        'rowWindow.finished': FINISH,
        'life.acted': FINISH,
        'life.refreshed': { actions: 'refreshOwner' },
        'life.left': 'closed',
      },
    },
  },
});

export type RowWindowRef = ActorRefFrom<typeof rowWindowMachine>;
export type RowWindowSnapshot = SnapshotFrom<typeof rowWindowMachine>;
export const selectIsWindowOpen = (snapshot: RowWindowSnapshot): boolean => snapshot.matches('open');
export const selectRowWindowIsOpen = (snapshot: RowWindowSnapshot): boolean => snapshot.matches('open');
