import { expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { clearCacheLogic } from '#actors/shell/clear-cache.actors';
import { STORAGE_KEY } from '#actors/base/persistence';
import { createTestWorld } from '#tests/support/app.ts';

it('clears what comes again by itself: people stay signed in, with their columns, their tasks and what they began', async () => {
  const world = createTestWorld({ stored: new Map(Object.values(STORAGE_KEY).map((key) => [key, '{}'])) });
  const logic = clearCacheLogic({ ...world.ports, call: () => Promise.reject(new Error('asks the server')) });
  const clearing = createActor(logic).start();
  clearing.send({ type: 'cache.clearRequested', kind: 'storage' });
  await waitFor(clearing, (snapshot) => !snapshot.hasTag('busy'));
  const left = [
    'adminInfo',
    'userInfo',
    'storeTerminal',
    'storeConfig',
    'storeTables',
    'storeCodes',
    'storeDrafts',
    'storeMemberDrafts',
    'storePasswordReset',
  ];
  expect([...world.stored.keys()]).toEqual(left);
  expect(world.notices).toEqual([['succeeded', '']]);
});
