import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { faultLogic } from '#actors/app/fault.actors';
import { createTestWorld } from '#tests/support/app.ts';

/** The fault page at the end of a history, as a visitor leaves it. */
function leave(entries: readonly string[], way: 'fault.homeRequested' | 'fault.backRequested') {
  const world = createTestWorld({ href: entries[0] ?? '/' });
  for (const href of entries.slice(1)) world.ports.history.write(href, 'push');
  const sent: unknown[] = [];
  const navigation = { send: (event: unknown) => void sent.push(event) };
  const fault = createActor(faultLogic({ history: world.ports.history, page: world.ports.page, navigation }), { input: { seconds: 5 } });
  fault.start().send({ type: way });
  fault.stop();
  return { at: world.ports.history.href(), sent, reloads: world.reloads() };
}

const HOME = [{ type: 'navigation.requested', to: '/', mode: 'replace' }];

describe('the ways out of a fault page', () => {
  it.each([
    ['to the page before', ['/admin/login', '/404'], '/admin/login'],
    ['past another wrong address', ['/admin/login?to=%7B%7D', '/404', '/401', '/404/'], '/admin/login?to=%7B%7D'],
    ['past the broken page itself', ['/user/login', '/admin/goods/goods', '/admin/goods/goods?page=2'], '/user/login'],
  ])('lead back %s', (_case, entries, at) => {
    expect(leave(entries, 'fault.backRequested')).toEqual({ at, sent: [], reloads: 0 });
  });

  it.each([
    ['nothing lies behind', ['/404']],
    ['only wrong addresses lie behind', ['/404', '/404']],
  ])('lead home where %s', (_case, entries) => {
    expect(leave(entries, 'fault.backRequested')).toEqual({ at: '/404', sent: HOME, reloads: 0 });
  });

  it('lead home when asked to, whatever lies behind', () => {
    expect(leave(['/admin/login', '/404'], 'fault.homeRequested')).toEqual({ at: '/404', sent: HOME, reloads: 0 });
  });

  it('load a broken home page anew', () => {
    expect(leave(['/'], 'fault.homeRequested')).toEqual({ at: '/', sent: [], reloads: 1 });
  });
});
