import { Button } from '@mantine/core';
import { screen } from '@testing-library/react';
import { useSelector } from '@xstate/react';
import { describe, expect, it } from 'vitest';
import { assign, setup, type ActorRefFrom } from 'xstate';
import { after, edgesOf, type Model } from './model.ts';
import { describeView, drive, type Driver } from './view.tsx';

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

const deaf = () => <Button>Switch</Button>;

describe('the view harness', () => {
  it('fails where the component does something else', async () => {
    await expect(drive(model, edgesOf(model)[0]!, deaf, { 'lamp.switched': press })).rejects.toThrow("expected 'off' to deeply equal 'on'");
  });
});
