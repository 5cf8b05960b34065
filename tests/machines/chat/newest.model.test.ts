import { createEmptyActor } from 'xstate';
import { newestMachine, selectNewest } from '#machines/chat/newest.machine';
import { describeModel } from '#tests/machines/support/model.ts';

describeModel({
  machine: newestMachine,
  inputs: [{ thread: createEmptyActor() as never }],
  events: [{ type: 'newest.left' }, { type: 'newest.reached' }, { type: 'newest.grew' }, { type: 'newest.asked' }],
  // Whoever is at the end is offered no way there, whatever comes.
  always: (snapshot) => snapshot.matches('atEnd') === (selectNewest(snapshot) === null),
});
