import { clearCacheMachine } from '#machines/shell/clear-cache.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

describeModel({
  machine: clearCacheMachine,
  inputs: [undefined],
  events: [
    { type: 'cache.clearRequested', kind: 'tp' },
    { type: 'cache.clearRequested', kind: 'storage' },
    { type: 'cache.clearRequested', kind: 'all' },
    done('clear'),
    failed('clear', new Error('broken')),
  ],
  always: (snapshot) => snapshot.hasTag('busy') === snapshot.matches('clearing'),
});
