/**
 * The records of a list in columns by their states. A card is carried by pointer or by keys over the columns that are open to it; what its
 * event asks for is asked once it is dropped, and a card that is refused goes back. Owned by the board; the list says what is sought.
 */
import { assign, fromCallback, fromPromise, sendTo, setup, type ActorRefFrom, type AnyActorRef, type SnapshotFrom } from 'xstate';
import type { Failure } from '#domain/base/failure';
import { findCard, isOpenColumn, offerInto, stepOver, withCardIn, withRead } from '#domain/table/life-board';
import type { BoardCard, BoardColumn } from '#domain/table/life-board';
import type { CollectionQuery } from '#domain/table/resource-query';
import { SET_FAILURE, toFailure } from '../base/failing.ts';
import { notProvided } from '../base/not-provided.ts';
import { output, payload } from '../base/payload.ts';
import { lifeActMachine, type ActReport } from './life-act.machine.ts';

export type LifeBoardEvent =
  | { readonly type: 'card.lifted'; readonly id: number; readonly by: 'pointer' | 'keyboard' }
  /** Over a column, or over none. */
  | { readonly type: 'card.carried'; readonly state: string | null }
  | { readonly type: 'card.stepped'; readonly step: -1 | 1 }
  | { readonly type: 'card.dropped' }
  | { readonly type: 'card.putBack' }
  | { readonly type: 'column.moreRequested'; readonly state: string }
  | { readonly type: 'board.retried' }
  /** From the list: its records were read again. */
  | { readonly type: 'board.refreshed' }
  /** From the list: others are sought. */
  | { readonly type: 'board.queryChanged'; readonly query: CollectionQuery }
  | ActReport;

export interface LifeBoardInput {
  readonly resource: string;
  readonly query: CollectionQuery;
  readonly list: AnyActorRef;
  /** What is sent for a card can be sent again under this key. */
  readonly key: string;
}

/** What is read: all columns, or those cards of one that come after so many. */
export interface BoardRequest extends Omit<LifeBoardInput, 'list' | 'key'> {
  readonly more: { readonly state: string; readonly after: number } | null;
}

interface LifeBoardContext extends LifeBoardInput {
  /** null before the first answer. */
  readonly columns: readonly BoardColumn[] | null;
  readonly more: BoardRequest['more'];
  /** The card that is carried or dropped, and the column that it is over. */
  readonly card: BoardCard | null;
  readonly over: string | null;
  /** The board is another by now: somebody else has led a card on, the list was read again, or others are sought. */
  readonly isStale: boolean;
  readonly failure: Failure | null;
}

type Lifted = { readonly id: number };
type Over = { readonly state: string | null };

/** What came meanwhile is read then. */
const PUT_BACK = [
  { guard: 'isStale', target: '#lifeBoard.loading', actions: 'putBack' },
  { target: '#lifeBoard.ready.resting', actions: 'putBack' },
] as const;

export const lifeBoardMachine = setup({
  types: {
    context: {} as LifeBoardContext,
    events: {} as LifeBoardEvent,
    input: {} as LifeBoardInput,
    tags: {} as 'busy' | 'carrying',
    children: {} as { act: 'lifeAct' },
  },
  actors: {
    loadBoard: fromPromise<readonly BoardColumn[], BoardRequest>(notProvided('loadBoard')),
    lifeAct: lifeActMachine,
    /** Says when the list was read again, or is another. */
    hearList: fromCallback<LifeBoardEvent, { readonly list: AnyActorRef }>(notProvided('hearList')),
  },
  guards: {
    isCard: ({ context: { columns } }, { id }: Lifted) => findCard(columns ?? [], id) !== undefined,
    isByKeys: ({ context: { columns } }, { id, by }: Lifted & { readonly by: string }) =>
      by === 'keyboard' && findCard(columns ?? [], id) !== undefined,
    isOpen: ({ context: { card, over } }) => card !== null && over !== null && isOpenColumn(card, over),
    isStale: ({ context }) => context.isStale,
    hasMore: ({ context: { columns } }, { state }: { readonly state: string }) =>
      columns?.some((column) => column.state === state && column.cards.length < column.total) ?? false,
  },
  actions: {
    setColumns: assign(({ context: { columns, more } }, read: readonly BoardColumn[]) => ({
      columns: withRead(columns ?? [], read, more !== null),
      more: null,
      card: null,
      over: null,
      isStale: false,
      failure: null,
    })),
    lift: assign(({ context: { columns } }, { id }: Lifted) => {
      const card = findCard(columns ?? [], id) ?? null;
      return { card, over: card?.state ?? null };
    }),
    carry: assign({ over: (_, { state }: Over) => state }),
    step: assign(({ context: { columns, card, over } }, { step }: { readonly step: -1 | 1 }) => ({
      over: card && stepOver(columns ?? [], card, over ?? card.state, step),
    })),
    putBack: assign({ card: null, over: null }),
    askMore: assign(({ context: { columns } }, { state }: { readonly state: string }) => ({
      more: { state, after: columns?.find((column) => column.state === state)?.cards.length ?? 0 },
    })),
    setQuery: assign((_, { query }: { readonly query: CollectionQuery }) => ({ query, more: null })),
    setStale: assign({ isStale: true }),
    clearMore: assign({ more: null }),
    setFailure: assign(toFailure),
    send: sendTo('act', ({ context: { card, over } }) => {
      const offer = card && over !== null ? offerInto(card, over) : null;
      // The guard has looked for it.
      if (!card || !offer) throw new Error('a card was dropped where no event leads');
      return { type: 'act.chosen', offer, ids: [card.id], version: card.version } as const;
    }),
  },
}).createMachine({
  id: 'lifeBoard',
  context: ({ input }) => ({ ...input, columns: null, more: null, card: null, over: null, isStale: false, failure: null }),
  initial: 'loading',
  invoke: [
    { id: 'act', src: 'lifeAct', input: ({ context: { resource, key }, self }) => ({ resource, key, owner: self }) },
    { id: 'hearList', src: 'hearList', input: ({ context: { list } }) => ({ list }) },
  ],
  on: {
    'board.queryChanged': { target: '.loading', reenter: true, actions: [{ type: 'setQuery', params: payload }, 'putBack'] },
  },
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadBoard',
        src: 'loadBoard',
        input: ({ context: { resource, query, more } }) => ({ resource, query, more }),
        onDone: { target: 'ready', actions: { type: 'setColumns', params: output } },
        onError: { target: 'failed', actions: SET_FAILURE },
      },
      on: { 'board.refreshed': { target: 'loading', reenter: true, actions: 'clearMore' } },
    },
    ready: {
      initial: 'resting',
      states: {
        resting: {
          on: {
            'board.refreshed': '#lifeBoard.loading',
            'column.moreRequested': {
              guard: { type: 'hasMore', params: payload },
              target: '#lifeBoard.loading',
              actions: { type: 'askMore', params: payload },
            },
            'card.lifted': [
              { guard: { type: 'isByKeys', params: payload }, target: 'carrying.keyboard', actions: { type: 'lift', params: payload } },
              { guard: { type: 'isCard', params: payload }, target: 'carrying.pointer', actions: { type: 'lift', params: payload } },
            ],
          },
        },
        carrying: {
          tags: 'carrying',
          initial: 'pointer',
          states: {
            pointer: { on: { 'card.carried': { actions: { type: 'carry', params: payload } } } },
            keyboard: { on: { 'card.stepped': { actions: { type: 'step', params: payload } } } },
          },
          on: {
            'card.dropped': [{ guard: 'isOpen', target: 'dropping', actions: 'send' }, ...PUT_BACK],
            'card.putBack': PUT_BACK,
            'board.refreshed': { actions: 'setStale' },
          },
        },
        dropping: {
          on: {
            'life.acted': '#lifeBoard.loading',
            'life.refreshed': { actions: 'setStale' },
            'life.left': PUT_BACK,
            // What is asked stays until it is answered: what was typed for it is nowhere else.
            'board.refreshed': { actions: 'setStale' },
            'board.queryChanged': { actions: [{ type: 'setQuery', params: payload }, 'setStale'] },
          },
        },
      },
    },
    failed: { on: { 'board.retried': 'loading', 'board.refreshed': 'loading' } },
  },
});

export type LifeBoardRef = ActorRefFrom<typeof lifeBoardMachine>;
type LifeBoardSnapshot = SnapshotFrom<typeof lifeBoardMachine>;
/** As it is, with the dropped card where it was dropped. */
export const selectColumns = (snapshot: LifeBoardSnapshot): readonly BoardColumn[] | null => {
  const { columns, card, over } = snapshot.context;
  const isDropped = card !== null && over !== null && !snapshot.hasTag('carrying');
  return columns && isDropped ? withCardIn(columns, card.id, over) : columns;
};
export const selectBoardFailure = (snapshot: LifeBoardSnapshot): Failure | null =>
  snapshot.matches('failed') ? snapshot.context.failure : null;
export const selectCarriedCard = (snapshot: LifeBoardSnapshot): BoardCard | null =>
  snapshot.hasTag('carrying') ? snapshot.context.card : null;
export const selectDropped = (snapshot: LifeBoardSnapshot): BoardCard | null =>
  snapshot.hasTag('carrying') ? null : snapshot.context.card;
export const selectColumnOver = ({ context }: LifeBoardSnapshot): string | null => context.over;
export const selectLifeBoardIsKeyboard = (snapshot: LifeBoardSnapshot): boolean => snapshot.matches({ ready: { carrying: 'keyboard' } });
