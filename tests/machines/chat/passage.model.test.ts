import { passageMachine, selectPassage, selectPassageOf } from '#machines/chat/passage.machine';
import { describeModel } from '#tests/machines/support/model.ts';

const passage = { chatText: 'Open Goods.', left: 120, bottom: 300 };

describeModel({
  machine: passageMachine,
  inputs: [undefined],
  events: [
    { type: 'passage.selected', message: 'a1', ...passage },
    { type: 'passage.selected', message: 'a2', ...passage },
    { type: 'passage.dropped' },
  ],
  // What is quoted is of one answer, and of none once it is selected no more.
  always: (snapshot) =>
    snapshot.hasTag('selected') === (selectPassage(snapshot) !== null) &&
    ['a1', 'a2'].filter((message) => selectPassageOf(snapshot, message) !== null).length === (snapshot.hasTag('selected') ? 1 : 0),
});
