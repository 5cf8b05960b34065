import { FailureError } from '#domain/base/failure';
import { recordWatchMachine } from '#machines/notifications/record-watch.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const offline = new FailureError({ kind: 'unreachable', online: false });

describeModel({
  machine: recordWatchMachine,
  inputs: [{ resource: 'goods', id: 7 }],
  events: [
    { type: 'watch.toggled' },
    done('readWatch', false),
    failed('readWatch', offline),
    done('saveWatch', true),
    failed('saveWatch', offline),
  ],
  view: ({ context }) => [context.isWatched, context.failure?.kind],
});
