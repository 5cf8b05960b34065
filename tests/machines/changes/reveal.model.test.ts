import { FailureError } from '#domain/base/failure';
import { revealMachine } from '#machines/changes/reveal.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

describeModel({
  machine: revealMachine,
  inputs: [{ id: 4 }],
  events: [
    { type: 'reveal.requested' },
    { type: 'reveal.hidden' },
    done('reveal'),
    failed('reveal', new FailureError({ kind: 'rejected', code: 0, message: 'no' })),
  ],
  // What was revealed never is part of what an actor knows.
  view: ({ context }) => Object.keys(context).sort().join(),
  always: (snapshot) => snapshot.hasTag('failed') === (snapshot.context.failure !== null),
});
