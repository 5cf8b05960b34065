import { journalPlayerMachine } from '#machines/observe/journal-player.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

describeModel({
  machine: journalPlayerMachine,
  inputs: [
    { start: 0, end: 9 },
    { start: 4, end: 4 },
  ],
  events: [
    { type: 'player.sought', seq: 5 },
    { type: 'player.sought', seq: 99 },
    { type: 'player.followed' },
    { type: 'player.played' },
    { type: 'player.paused' },
    { type: 'player.speedChosen', speed: 4 },
    { type: 'player.filtered', filter: { kind: 'deeds' } },
    { type: 'tape.changed', start: 6, end: 12 },
    done('awaitNext', 7),
    done('awaitNext', null),
    failed('awaitNext', new Error('no tape')),
    failed('watchTape', new Error('no tape')),
  ],
  view: ({ context: { seq, start, end } }) => ({ seq, start, end }),
  always: (snapshot) => {
    const { seq, start, end } = snapshot.context;
    return seq >= start && seq <= end && (!snapshot.matches('following') || seq === end);
  },
});
