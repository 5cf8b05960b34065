import { pathWalkMachine, selectWalkFrame } from '#machines/observe/path-walk.machine';
import { after, describeModel, done, failed } from '#tests/machines/support/model.ts';

const frames = ['a', 'b', 'c'].map((id) => ({ activeIds: [id], edgeIds: [] }));

describeModel({
  machine: pathWalkMachine,
  inputs: [
    { path: 'src/machines/terminal/playback.machine.ts', id: 'playback', walk: { input: null, events: [{ type: 'b' }, { type: 'c' }] } },
  ],
  events: [
    done('walkPath', frames),
    done('walkPath', frames.slice(0, 1)),
    failed('walkPath', new Error('no worker')),
    { type: 'pathWalk.played' },
    { type: 'pathWalk.paused' },
    { type: 'pathWalk.stepped', by: 1 },
    { type: 'pathWalk.stepped', by: -1 },
    { type: 'pathWalk.retried' },
    after('beat', 'pathWalk.playing'),
  ],
  always: (snapshot) => {
    const isShown = ['playing', 'paused', 'ended'].some((state) => snapshot.matches(state as 'playing'));
    const isAtEnd = isShown && snapshot.context.position === snapshot.context.frames.length - 1;
    return (selectWalkFrame(snapshot) !== null) === isShown && snapshot.matches('ended') === isAtEnd;
  },
});
