import { FailureError } from '#domain/base/failure';
import { recordLifeMachine } from '#machines/life/record-life.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';
import { toldLife } from './told-life.ts';

describeModel({
  machine: recordLifeMachine,
  inputs: [{ resource: 'goods', id: 3 }],
  events: [
    { type: 'life.refreshed' },
    { type: 'life.acted' },
    { type: 'life.left' },
    { type: 'settling.begun' },
    { type: 'settling.ended' },
    { type: 'life.retried' },
    { type: 'step.chosen', id: 1 },
    { type: 'step.chosen', id: 2 },
    { type: 'step.chosen', id: 77 },
    done('loadLife', toldLife()),
    done('loadLife', toldLife({ state: 'draft', steps: [{ ...toldLife().steps[0]!, to: null }] })),
    failed('loadLife', new FailureError({ kind: 'timeout' })),
  ],
  view: ({ context: { life, chosen, isSettling } }) => [life?.state ?? null, chosen, isSettling],
  // A step is looked at while the past is shown, and only one that there is.
  always: ({ context: { life, chosen }, value }) =>
    (chosen !== null) === (JSON.stringify(value) === '{"shown":"past"}') &&
    (chosen === null || (life?.steps.some(({ id }) => id === chosen) ?? false)),
});
