import { expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { Call } from '#api/client';
import { clearCacheLogic } from '#actors/shell/clear-cache.actors';
import { STORAGE_KEY } from '#actors/base/persistence';
import { createTestWorld } from '#tests/support/app.ts';

it('clearing the browser clears what comes again by itself: people stay signed in, with their columns, their tasks and what they began', async () => {
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
    'storeChatVisitor',
    'storeChatSendKey',
    'storeDrafts',
    'storeMemberDrafts',
    'storeChatDrafts',
    'storeStaffChatDrafts',
    'storeChatAsked',
    'storePasswordReset',
    'storeCodeSignIn',
    'storeModuleRun',
  ];
  expect([...world.stored.keys()]).toEqual(left);
  expect(world.notices).toEqual([['done', 'admin.cache.browserCleared']]);
});

it.each([
  ['tp', 'admin.cache.serverCleared', true],
  ['all', 'admin.cache.allCleared', false],
] as const)('says that the cache %s is cleared instead of what the server answers', async (kind, said, isKept) => {
  const world = createTestWorld({ stored: new Map([[STORAGE_KEY.palette, '{}']]) });
  const asked: unknown[] = [];
  const call: Call = (endpoint, input, options) => {
    asked.push([endpoint.path, input, options]);
    return Promise.resolve(null as never);
  };
  const clearing = createActor(clearCacheLogic({ ...world.ports, call })).start();
  clearing.send({ type: 'cache.clearRequested', kind });
  await waitFor(clearing, (snapshot) => !snapshot.hasTag('busy'));
  expect(asked).toEqual([['/admin/ajax/clearCache', { type: kind }, { quiet: true }]]);
  expect(world.stored.has(STORAGE_KEY.palette)).toBe(isKept);
  expect(world.notices).toEqual([['done', said]]);
});
