import { faultMachine } from '#machines/app/fault.machine';
import { after, describeModel } from '#tests/machines/support/model.ts';

describeModel({
  machine: faultMachine,
  inputs: [{ seconds: 2 }, { seconds: 0 }],
  events: [
    { type: 'fault.touched' },
    { type: 'fault.homeRequested' },
    { type: 'fault.backRequested' },
    after('oneSecond', 'fault.counting'),
  ],
  always: (snapshot) => snapshot.context.secondsLeft >= 0,
});
