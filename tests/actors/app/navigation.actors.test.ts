import { describe, expect, it } from 'vitest';
import { createActor, waitFor, type InspectionEvent } from 'xstate';
import { navigationLogic } from '#actors/app/navigation.actors';
import { selectRoute } from '#machines/app/navigation.machine';
import { createTestWorld, type TestWorldOptions } from '#tests/support/app.ts';
import { nobody } from '#tests/support/nobody.ts';

async function navigate(options: TestWorldOptions = {}) {
  const world = createTestWorld(options);
  const heard: string[] = [];
  const inspect = (inspected: InspectionEvent) => {
    if (inspected.type === '@xstate.event' && inspected.event.type === 'navigation.popped') heard.push(inspected.event['to']);
  };
  const actor = createActor(navigationLogic(world.ports), { input: { owner: nobody, href: world.ports.history.href() }, inspect }).start();
  const settled = () => waitFor(actor, (snapshot) => snapshot.matches('settled') || snapshot.matches('asking'));
  const go = async (to: string, mode: 'push' | 'replace' = 'push') => {
    actor.send({ type: 'navigation.requested', to, mode });
    await settled();
  };
  await settled();
  return { world, actor, heard, go, settled, path: () => selectRoute(actor.getSnapshot())?.path };
}

describe('navigation in a browser', () => {
  it('writes the history and follows its buttons', async () => {
    const { world, go, settled, path } = await navigate();
    await go('/user/login');
    await go('/admin/login');
    expect([world.entries, world.position()]).toEqual([['/', '/user/login', '/admin/login'], 2]);
    world.move(-2);
    await settled();
    expect([path(), world.entries.length, world.position()]).toEqual(['/', 3, 0]);
    world.move(1);
    await settled();
    expect([path(), world.position()]).toEqual(['/user/login', 1]);
  });

  it('shows a bad address as /404 and has the page before behind the back button', async () => {
    const { world, go, settled, path } = await navigate();
    await go('/nonsense');
    expect([path(), world.entries]).toEqual(['/404', ['/', '/404']]);
    world.move(-1);
    await settled();
    expect(path()).toBe('/');
  });

  it('undoes the browser’s move when the page does not arrive, and hears of it once', async () => {
    let isBroken = false;
    const { world, heard, go, settled, path } = await navigate({
      loadPage: async () => {
        if (isBroken) throw new Error('chunk missing');
      },
    });
    await go('/user/login');
    isBroken = true;
    world.move(-1);
    await settled();
    expect([path(), world.position(), world.notices]).toEqual(['/user/login', 1, [['erred', 'errors.navigation.invalidRoute']]]);
    expect(heard).toEqual(['/']);
    isBroken = false;
    world.move(-1);
    await settled();
    expect([path(), world.position()]).toEqual(['/', 0]);
  });

  it('asks before unsaved work is left by the back button, and undoes the move', async () => {
    const { world, actor, go, settled, path } = await navigate();
    await go('/admin/login');
    actor.send({ type: 'navigation.unsavedChanged', area: 'admin', isUnsaved: true });
    world.move(-1);
    expect(actor.getSnapshot().value).toBe('asking');
    actor.send({ type: 'navigation.leaveDismissed' });
    await settled();
    expect([path(), world.position(), world.notices]).toEqual(['/admin/login', 1, [['erred', 'errors.navigation.intercepted']]]);
  });

  it.each([
    ['the place it is at', '/', [['warned', 'errors.navigation.alreadyThere']]],
    ['another site', 'https://evil.example', [['erred', 'errors.navigation.invalidRoute']]],
  ])('does not go to %s', async (_case, to, notices) => {
    const { world, actor } = await navigate();
    actor.send({ type: 'navigation.requested', to, mode: 'push' });
    expect([actor.getSnapshot().value, world.notices, world.entries]).toEqual(['settled', notices, ['/']]);
  });

  it.each([
    ['beyondRange', 'errors.navigation.beyondRange'],
    ['unrecognizedMenuType', 'errors.navigation.unknownMenuType'],
  ] as const)('tells %s', async (failure, key) => {
    const { world, actor } = await navigate();
    actor.send({ type: 'navigation.refused', failure });
    expect(world.notices).toEqual([['erred', key]]);
  });
});
