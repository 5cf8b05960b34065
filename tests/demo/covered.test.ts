import { expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { navigationLogic } from '#actors/app/navigation.actors';
import { demoPorts } from '#actors/demo/demo-ports';
import { FailureError } from '#domain/base/failure';
import { selectProgress, selectRoute } from '#machines/app/navigation.machine';
import { createTestWorld } from '#tests/support/app.ts';
import { nobody } from '#tests/support/nobody.ts';

it('the application rests below a public page that lies over it, whichever way the visitor came there and leaves again', async () => {
  let isCovered = false;
  const world = createTestWorld({
    href: '/try/admin/login',
    loadPage: async ({ page }) => {
      isCovered = page === 'home';
      if (isCovered) throw new FailureError({ kind: 'aborted' });
    },
  });
  const ports = demoPorts(world.ports, { fetch: () => Promise.reject(new Error('nothing is asked')) }, () => isCovered);
  const actor = createActor(navigationLogic(ports), { input: { owner: nobody, href: ports.history.href() } }).start();
  const rests = async () => {
    const snapshot = await waitFor(actor, (one) => one.matches('settled'));
    return [selectRoute(snapshot)?.path, selectProgress(snapshot), world.entries[world.position()]];
  };
  await rests();
  // As a page that lies over it writes its address.
  world.ports.history.write('/try/', 'push');
  world.ports.history.write('/try/user/login', 'push');
  actor.send({ type: 'navigation.requested', to: '/user/login', mode: 'replace' });
  expect(await rests()).toEqual(['/user/login', 0, '/try/user/login']);
  world.move(-1);
  expect(await rests()).toEqual(['/user/login', 0, '/try/']);
  expect(isCovered).toBe(true);
  isCovered = false;
  world.move(-1);
  expect(await rests()).toEqual(['/admin/login', 0, '/try/admin/login']);
  expect(world.notices).toEqual([]);
});
