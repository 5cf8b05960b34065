import { FailureError } from '#domain/base/failure';
import { sharesMachine } from '#machines/chat/shares.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const offline = new FailureError({ kind: 'unreachable', online: false });

describeModel({
  machine: sharesMachine,
  inputs: [
    { conversation: 'c1', message: null },
    { conversation: 'c1', message: 'a1' },
  ],
  events: [
    { type: 'shares.added' },
    { type: 'shares.removed', share: 's1' },
    { type: 'shares.retried' },
    done('listShares', [{ share: 's1', createTime: 1_768_435_200, messages: 2 }]),
    failed('listShares', offline),
    done('changeShares'),
    failed('changeShares', offline),
  ],
  view: ({ context: { list, share, failure } }) => [list.length, share, failure?.kind],
  // What was listed before stays in sight while something changes.
  always: (snapshot) => !snapshot.matches('changing') || snapshot.hasTag('known'),
});
