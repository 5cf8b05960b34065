import { createEmptyActor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { binSectionsMachine } from '#machines/changes/bin-sections.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

describeModel({
  machine: binSectionsMachine,
  inputs: [{ list: createEmptyActor() }],
  events: [
    { type: 'bin.retried' },
    { type: 'list.reread' },
    done('loadContent', { sections: [{ resource: 'goods', count: 2 }], days: 90 }),
    failed('loadContent', new FailureError({ kind: 'timeout' })),
  ],
  view: ({ context: { content, failure } }) => [content, failure],
});
