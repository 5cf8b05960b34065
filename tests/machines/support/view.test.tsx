import { Button } from '@mantine/core';
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { assign, setup, type ActorRefFrom } from 'xstate';
import { after, edgesOf, toursOf, type Model } from './model.ts';
import { PathRecord } from './path-coverage.ts';
import { describeView, drive, driveTour, type Driver } from './view.tsx';

const lampMachine = setup({
  types: { context: {} as { readonly presses: number }, events: {} as { type: 'lamp.switched' } | { type: 'lamp.broken' } },
  delays: { patience: 1000 },
}).createMachine({
  id: 'lamp',
  context: { presses: 0 },
  initial: 'off',
  states: {
    off: { on: { 'lamp.switched': { target: 'on', actions: assign({ presses: ({ context }) => context.presses + 1 }) } } },
    on: { on: { 'lamp.broken': 'broken' }, after: { patience: 'off' } },
    broken: {},
  },
});

function Lamp({ lamp }: { lamp: ActorRefFrom<typeof lampMachine> }) {
  const isOff = useSelector(lamp, (snapshot) => snapshot.matches('off'));
  return (
    <Button disabled={!isOff} onClick={() => lamp.send({ type: 'lamp.switched' })}>
      Switch
    </Button>
  );
}

const model: Model<typeof lampMachine> = {
  machine: lampMachine,
  inputs: [undefined],
  events: [{ type: 'lamp.switched' }, { type: 'lamp.broken' }, after('patience', 'lamp.on')],
  only: (snapshot) => snapshot.context.presses < 3,
};
const press: Driver<typeof lampMachine> = async (user) => user.click(screen.getByRole('button', { name: 'Switch' }));

describeView(
  model,
  (lamp) => <Lamp lamp={lamp} />,
  { 'lamp.switched': press },
  {
    seen: (snapshot) => screen.getByRole('button').hasAttribute('disabled') !== snapshot.matches('off'),
  },
);

/** It comes back to where it began: nothing but the view can tell the second time from the first. */
const torchMachine = setup({
  types: { events: {} as { type: 'torch.switched' } | { type: 'torch.broken' } },
  delays: { patience: 1000 },
}).createMachine({
  id: 'torch',
  initial: 'off',
  states: {
    off: { on: { 'torch.switched': 'on' } },
    on: { on: { 'torch.broken': 'broken' }, after: { patience: 'off' } },
    broken: {},
  },
});

/** Takes its first press only, whatever comes after it. */
function Worn({ torch }: { torch: ActorRefFrom<typeof torchMachine> }) {
  const [isWorn, setIsWorn] = useState(false);
  const wear = () => {
    setIsWorn(true);
    if (!isWorn) torch.send({ type: 'torch.switched' });
  };
  return <Button onClick={wear}>Switch</Button>;
}

const deaf = () => <Button>Switch</Button>;

describe('the view harness', () => {
  it('fails where the component does something else', async () => {
    await expect(drive(model, edgesOf(model)[0]!, deaf, { 'lamp.switched': press })).rejects.toThrow("expected 'off' to deeply equal 'on'");
  });

  it('fails where the component keeps something of the states before', async () => {
    const torches: Model<typeof torchMachine> = {
      machine: torchMachine,
      inputs: [undefined],
      events: [{ type: 'torch.switched' }, { type: 'torch.broken' }, after('patience', 'torch.on')],
    };
    const [tour = []] = toursOf(edgesOf(torches), true);
    const drivers = { 'torch.switched': async (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Switch' })) };
    const driven = driveTour(torches, tour, (torch) => <Worn torch={torch} />, drivers, {}, new PathRecord('torch'));
    await expect(driven).rejects.toThrow('torch.switched passes alone, and fails after torch.switched > xstate.after.patience.torch.on');
  });
});
