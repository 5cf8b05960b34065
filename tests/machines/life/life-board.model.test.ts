import { createEmptyActor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import type { BoardCard, BoardColumn } from '#domain/table/life-board';
import { EMPTY_QUERY } from '#domain/table/resource-query';
import { lifeBoardMachine } from '#machines/life/life-board.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';
import { boardColumns, cardOf } from './told-life.ts';

const more: readonly BoardColumn[] = [{ ...boardColumns()[0]!, cards: [cardOf(3, 'draft')] }];
const ids = (cards: readonly BoardCard[]): readonly number[] => cards.map(({ id }) => id);

describeModel({
  machine: lifeBoardMachine,
  inputs: [{ resource: 'goods', query: { ...EMPTY_QUERY, search: [] }, list: createEmptyActor(), key: 'k' }],
  events: [
    done('loadBoard', boardColumns()),
    done('loadBoard', more),
    failed('loadBoard', new FailureError({ kind: 'timeout' })),
    { type: 'card.lifted', id: 1, by: 'pointer' },
    { type: 'card.lifted', id: 1, by: 'keyboard' },
    { type: 'card.lifted', id: 77, by: 'pointer' },
    { type: 'card.lifted', id: 77, by: 'keyboard' },
    { type: 'card.carried', state: 'on' },
    { type: 'card.carried', state: 'off' },
    { type: 'card.carried', state: null },
    { type: 'card.stepped', step: 1 },
    { type: 'card.stepped', step: -1 },
    { type: 'card.dropped' },
    { type: 'card.putBack' },
    { type: 'column.moreRequested', state: 'draft' },
    { type: 'column.moreRequested', state: 'on' },
    { type: 'board.retried' },
    { type: 'board.refreshed' },
    { type: 'board.queryChanged', query: { ...EMPTY_QUERY, search: [], quickSearch: 'tea' } },
    { type: 'life.acted' },
    { type: 'life.refreshed' },
    { type: 'life.left' },
  ],
  // Answers that belong to another question do not come.
  only: ({ context: { more: asked } }, event) =>
    event.type !== 'xstate.done.actor.loadBoard' || (asked !== null) === ((event as { output?: unknown }).output === more),
  view: ({ context: { columns, card, over, more: asked, isStale, query, failure } }) => [
    columns?.map(({ cards }) => ids(cards)) ?? null,
    card?.id ?? null,
    over,
    asked,
    isStale,
    query.quickSearch,
    failure !== null,
  ],
  // No card is sent where it may not go, and none is carried that there is not.
  always: ({ context: { card, over }, value }) =>
    (JSON.stringify(value) !== '{"ready":"dropping"}' || (card?.id === 1 && over === 'on')) &&
    (JSON.stringify(value) !== '{"ready":"resting"}' || card === null),
});
