import { TOUR_STEPS } from '#domain/demo/tour-steps';
import { demoTourMachine, selectTourStep } from '#machines/demo/demo-tour.machine';
import { describeModel } from '#tests/machines/support/model.ts';

describeModel({
  machine: demoTourMachine,
  inputs: [{ step: null }, { step: 'undo' }],
  events: [
    ...TOUR_STEPS.map((step) => ({ type: 'tour.opened', step }) as const),
    { type: 'tour.nextRequested' },
    { type: 'tour.backRequested' },
    { type: 'tour.placeRequested' },
    { type: 'tour.closed' },
    { type: 'record.written' },
  ],
  // Where it stands is all that there is to know.
  view: ({ value }) => value,
  always: (snapshot) => (selectTourStep(snapshot) === null) === snapshot.matches('closed'),
});
