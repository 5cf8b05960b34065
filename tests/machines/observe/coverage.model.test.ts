import { coverageMachine } from '#machines/observe/coverage.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const film = { id: 'playback', path: 'src/machines/terminal/playback.machine.ts' };
const opened = { chart: { id: 'playback', nodes: [], edges: [] }, hash: '01234567' };

describeModel({
  machine: coverageMachine,
  inputs: [undefined],
  events: [
    done('readReport', true),
    done('readReport', false),
    failed('readReport', new Error('500')),
    { type: 'coverage.retried' },
    { type: 'coverage.rereadRequested' },
    { type: 'coverage.machineChosen', machine: film },
    { type: 'coverage.machineChosen', machine: { id: 'session', path: 'src/machines/session/session.machine.ts' } },
    { type: 'coverage.machineLeft' },
    done('openMachine', opened),
    failed('openMachine', new Error('gone')),
    { type: 'coverage.walkRequested', way: { key: 'playback.playing', walk: { input: null, events: [] } } },
    { type: 'coverage.walkRequested', way: { key: 'playback.paused', walk: { input: null, events: [{ type: 'playback.paused' }] } } },
    { type: 'coverage.walkLeft' },
    failed('pathWalk', new Error('broken')),
  ],
  always: (snapshot) => {
    const { machine, opened: chart, way } = snapshot.context;
    const isOpen = snapshot.matches({ read: 'open' });
    const isChoosing = snapshot.matches({ read: 'choosing' });
    const isWalking = snapshot.matches({ read: { open: 'walking' } });
    return (way !== null) === isWalking && (!isOpen || chart !== null) && (!isChoosing || (machine === null && chart === null));
  },
});
