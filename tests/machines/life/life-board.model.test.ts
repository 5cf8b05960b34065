import { expect, it } from 'vitest';
import { createActor, createEmptyActor, fromCallback, fromPromise, waitFor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import type { BoardCard, BoardColumn } from '#domain/table/life-board';
import { EMPTY_QUERY } from '#domain/table/resource-query';
import { selectIsTyped } from '#machines/life/life-act.machine';
import { lifeBoardMachine, selectDropped, type BoardRequest } from '#machines/life/life-board.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';
import { boardColumns, cardOf, offerOf } from './told-life.ts';

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

it('a board keeps what is asked for a dropped card while others are sought, and looks for those once it is answered', async () => {
  const sought: string[] = [];
  const machine = lifeBoardMachine.provide({
    actors: {
      hearList: fromCallback(() => {}),
      loadBoard: fromPromise<readonly BoardColumn[], BoardRequest>(async ({ input }) => {
        sought.push(input.query.quickSearch);
        const [draft, ...others] = boardColumns();
        const publish = offerOf('publish', { to: ['on'], asks: { comment: 'optional', fields: [] } });
        return [{ ...draft!, cards: [cardOf(1, 'draft', [publish])] }, ...others];
      }),
    },
  });
  const query = { ...EMPTY_QUERY, search: [] };
  const actor = createActor(machine, { input: { resource: 'goods', query, list: createEmptyActor(), key: 'k' } }).start();
  const rested = () => waitFor(actor, (snapshot) => snapshot.matches({ ready: 'resting' }));
  await rested();
  actor.send({ type: 'card.lifted', id: 1, by: 'pointer' });
  // Somebody else leads a card on meanwhile: that is looked at once this one lies.
  actor.send({ type: 'board.refreshed' });
  actor.send({ type: 'card.putBack' });
  await rested();
  actor.send({ type: 'card.lifted', id: 1, by: 'pointer' });
  actor.send({ type: 'card.carried', state: 'on' });
  actor.send({ type: 'card.dropped' });
  const step = actor.getSnapshot().children['act'];
  step?.send({ type: 'act.commentTyped', comment: 'long reason' });
  actor.send({ type: 'board.queryChanged', query: { ...query, quickSearch: 'tea' } });
  expect([selectDropped(actor.getSnapshot())?.id, step && selectIsTyped(step.getSnapshot())]).toEqual([1, true]);
  step?.send({ type: 'act.cancelled' });
  await rested();
  expect(sought).toEqual(['', '', 'tea']);
});
