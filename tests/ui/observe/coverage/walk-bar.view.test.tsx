import { screen } from '@testing-library/react';
import { beforeAll } from 'vitest';
import type { MachinePaths } from '#domain/observe/path-report';
import { pathWalkMachine } from '#machines/observe/path-walk.machine';
import { after, done } from '#tests/machines/support/model.ts';
import { describeView } from '#tests/machines/support/view.tsx';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { WalkBar } from '#ui/observe/coverage/WalkBar.tsx';
import { press } from '#tests/machines/support/presses.ts';

beforeAll(async () => {
  await startMessages('en');
  await loadMessages(['coverage']);
});

const frames = ['a', 'b', 'c'].map((id, index) => ({ activeIds: [id], edgeIds: index === 1 ? ['a | go | 0'] : [] }));
const machine: MachinePaths = {
  id: 'letters',
  path: 'src/machines/letters.machine.ts',
  hash: '',
  walks: [],
  state: [{ key: 'c', sources: ['model'], way: ['go', 'stay'], walk: 0 }],
  transition: [],
  guard: [],
};

/** What the bar says after so many events; the last of them was refused. */
const SAID = ['Step 0 of 2 Beginning', 'Step 1 of 2 go', 'Step 2 of 2 stay (refused)'];

describeView(
  {
    machine: pathWalkMachine,
    inputs: [{ path: machine.path, id: machine.id, walk: { input: null, events: [{ type: 'go' }, { type: 'stay' }] } }],
    events: [
      done('walkPath', frames),
      { type: 'pathWalk.played' },
      { type: 'pathWalk.paused' },
      { type: 'pathWalk.stepped', by: 1 },
      { type: 'pathWalk.stepped', by: -1 },
      after('beat', 'pathWalk.playing'),
    ],
  },
  (walk) => <WalkBar walk={walk} machine={machine} wayKey="c" onLeave={() => {}} />,
  {
    'pathWalk.played': press('Play'),
    'pathWalk.paused': press('Pause'),
    'pathWalk.stepped': (user, event) => press('by' in event && event.by === -1 ? 'Step back' : 'Step on')(user),
  },
  { seen: ({ context }) => screen.getByRole('status').textContent === SAID[context.position] },
);
