import { expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { NOTHING_RELATED, type RelatedRecords } from '#domain/table/related';
import { relatedChoiceMachine, selectIsDecided, selectRelatedWish, type RelatedChoiceEvent } from '#machines/table/related-choice.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const GOODS = { resource: 'goods', count: 3, mayMove: true, mayRecycle: true, isBinned: true };
const told = (own: Partial<typeof GOODS> = {}, below = 0): RelatedRecords => ({ below, list: [{ ...GOODS, ...own }], seen: 's' });

describeModel({
  machine: relatedChoiceMachine,
  inputs: [{ resource: 'goodsCategory', ids: [4] }],
  events: [
    { type: 'related.retried' },
    { type: 'related.moveChosen' },
    { type: 'related.recycleChosen' },
    { type: 'related.targetPicked', target: 7 },
    { type: 'related.targetPicked', target: null },
    done('findRelated', told()),
    done('findRelated', told({ mayRecycle: false })),
    done('findRelated', told({ mayMove: false, mayRecycle: false })),
    done('findRelated', NOTHING_RELATED),
    failed('findRelated', new FailureError({ kind: 'unreachable', online: false })),
  ],
  view: ({ context: { told: known, target, failure } }) => ({ known, target, failure }),
  // Nothing is sent of what was not decided.
  always: (snapshot) => selectRelatedWish(snapshot) === null || selectIsDecided(snapshot),
});

it.each<readonly [string, RelatedRecords, readonly RelatedChoiceEvent[], unknown]>([
  ['nothing is asked for', NOTHING_RELATED, [], [true, null]],
  ['what only hangs below goes', { ...NOTHING_RELATED, below: 2, seen: 's' }, [], [true, { related: 'recycle', seen: 's' }]],
  ['nobody has chosen', told(), [], [false, null]],
  ['no target is picked', told(), [{ type: 'related.moveChosen' }], [false, null]],
  [
    'a target is picked',
    told(),
    [{ type: 'related.moveChosen' }, { type: 'related.targetPicked', target: 7 }],
    [true, { related: 'move', target: 7, seen: 's' }],
  ],
  ['all go', told(), [{ type: 'related.moveChosen' }, { type: 'related.recycleChosen' }], [true, { related: 'recycle', seen: 's' }]],
  ['one may not delete', told({ mayRecycle: false }), [{ type: 'related.recycleChosen' }], [false, null]],
  ['one may not move', told({ mayMove: false }), [{ type: 'related.moveChosen' }], [false, null]],
])('a deletion is decided where %s', async (_, answer, events, expected) => {
  const machine = relatedChoiceMachine.provide({ actors: { findRelated: fromPromise(() => Promise.resolve(answer)) } });
  const actor = createActor(machine, { input: { resource: 'goodsCategory', ids: [4] } }).start();
  await waitFor(actor, (snapshot) => !snapshot.matches('finding'));
  for (const event of events) actor.send(event);
  expect([selectIsDecided(actor.getSnapshot()), selectRelatedWish(actor.getSnapshot())]).toEqual(expected);
});
