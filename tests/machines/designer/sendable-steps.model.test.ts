import { rejection } from '#domain/base/failure';
import { sendableStepsMachine } from '#machines/designer/sendable-steps.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

describeModel({
  machine: sendableStepsMachine,
  inputs: [undefined],
  events: [
    { type: 'steps.retried' },
    done('loadSteps', [{ name: 'crate', steps: [{ name: 'partTaken', label: { en: 'Part taken' } }] }]),
    failed('loadSteps', rejection('refusals.forbidden')),
  ],
  view: ({ context: { sections, failure } }) => [sections?.map(({ name }) => name) ?? null, failure?.kind ?? null],
  always: (snapshot) =>
    (snapshot.context.sections !== null) === snapshot.matches('known') &&
    (snapshot.context.failure !== null) === snapshot.matches('unavailable'),
});
