import { expect, it } from 'vitest';
import { createActor, fromPromise, setup, waitFor } from 'xstate';
import { rejection } from '#domain/base/failure';
import type { SeenRegistry } from '#domain/modules/registry';
import { registryAddingMachine } from '#machines/modules/registry-adding.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const seen: SeenRegistry = {
  address: 'https://modules.test/',
  name: { 'zh-cn': '源', en: 'Source' },
  fingerprint: 'a'.repeat(64),
  packages: 2,
};
const refused = rejection('no');
const owner = createActor(setup({}).createMachine({})).start();

describeModel({
  machine: registryAddingMachine,
  inputs: [{ owner }],
  events: [
    { type: 'address.typed', text: ' https://modules.test ' },
    { type: 'address.typed', text: '' },
    { type: 'look.requested' },
    done('lookAtRegistry', seen),
    failed('lookAtRegistry', refused),
    { type: 'registry.confirmed' },
    { type: 'registry.rejected' },
    done('addRegistry', null),
    failed('addRegistry', refused),
  ],
  view: ({ context: { address, seen: found, failure } }) => [address, found !== null, failure !== null],
  always: (snapshot) =>
    (snapshot.context.seen !== null) === (snapshot.matches('comparing') || snapshot.matches('adding') || snapshot.matches('added')),
});

it('the window of a new registry adds what was looked at by its fingerprint, whatever was typed', async () => {
  const heard: unknown[] = [];
  const actor = createActor(
    registryAddingMachine.provide({
      actors: {
        lookAtRegistry: fromPromise(async ({ input }) => {
          heard.push(input);
          return seen;
        }),
        addRegistry: fromPromise(async ({ input }) => void heard.push(input)),
      },
    }),
    { input: { owner } },
  ).start();
  expect(actor.getSnapshot().can({ type: 'look.requested' })).toBe(false);
  actor.send({ type: 'address.typed', text: ' modules.test/index.json ' });
  actor.send({ type: 'look.requested' });
  await waitFor(actor, (snapshot) => snapshot.matches('comparing'));
  actor.send({ type: 'registry.confirmed' });
  await waitFor(actor, (snapshot) => snapshot.status === 'done');
  expect(heard).toEqual([{ address: 'modules.test/index.json' }, { address: seen.address, fingerprint: seen.fingerprint }]);
});
