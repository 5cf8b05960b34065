import { describe, expect, it } from 'vitest';
import { SimulatedClock, createActor, fromCallback } from 'xstate';
import { FailureError } from '#domain/base/failure';
import {
  navigationMachine,
  selectIsLeftUnsaved,
  selectProgress,
  type HistoryCommand,
  type NavigationEvent,
} from '#machines/app/navigation.machine';
import { after, describeModel, done, failed, inertOf } from '#tests/machines/support/model.ts';
import { nobody } from '#tests/support/nobody.ts';

const requested = (to: string, mode: 'push' | 'replace' = 'push'): NavigationEvent => ({ type: 'navigation.requested', to, mode });

const STOPPED = new FailureError({ kind: 'aborted' });

describeModel({
  machine: navigationMachine,
  inputs: [{ owner: nobody, href: '/' }],
  events: [
    requested('/'),
    requested('/', 'replace'),
    requested('/user/login'),
    requested('/admin/login'),
    requested('https://evil.example'),
    { type: 'navigation.popped', to: '/', delta: -1 },
    { type: 'navigation.popped', to: '/user/login', delta: 1 },
    { type: 'navigation.leaveConfirmed' },
    { type: 'navigation.leaveDismissed' },
    { type: 'navigation.retried' },
    { type: 'navigation.refused', failure: 'unrecognizedMenuType' },
    { type: 'navigation.routesRegistered', area: 'admin', paths: ['/admin/goods/goods'] },
    { type: 'navigation.unsavedChanged', area: 'member', isUnsaved: true },
    done('loadPage'),
    failed('loadPage', new Error('chunk missing')),
    failed('loadPage', STOPPED),
    failed('history', new Error('no history')),
    after('progressStep', 'navigation.starting.moving'),
    after('progressStep', 'navigation.loading.moving'),
  ],
  // Progress steps without end, and the reports are the same wherever the visitor is.
  view: ({ context }) => [context.route?.page, context.pending?.mode, context.pending?.isConfirmed, context.unsaved],
  only: ({ context }, event) => context.failure === null || event.type !== 'navigation.refused',
  always: (snapshot) =>
    snapshot.hasTag('busy') === selectProgress(snapshot) > 0 && (selectProgress(snapshot) === 0 || selectProgress(snapshot) >= 0.08),
});

/** A navigation with a history that writes down what it is told. */
function navigationAt(href: string) {
  const commands: HistoryCommand[] = [];
  const clock = new SimulatedClock();
  const machine = inertOf(navigationMachine).provide({
    actors: { history: fromCallback<HistoryCommand>(({ receive }) => receive((command) => void commands.push(command))) },
  });
  const actor = createActor(machine, { input: { owner: nobody, href }, clock }).start();
  const arrive = () => actor.send(done('loadPage') as never);
  const miss = () => actor.send(failed('loadPage', new Error('chunk missing')) as never);
  const stop = () => actor.send(failed('loadPage', STOPPED) as never);
  return { actor, commands, clock, arrive, miss, stop, context: () => actor.getSnapshot().context };
}

describe('the address', () => {
  it('changes only when the page has arrived', () => {
    const { actor, arrive, commands, context } = navigationAt('/');
    arrive();
    actor.send(requested('/user/login'));
    expect([context().route?.path, commands.length]).toEqual(['/', 1]);
    arrive();
    expect(context().route?.path).toBe('/user/login');
    expect(commands).toEqual([
      { type: 'history.written', href: '/', mode: 'replace' },
      { type: 'history.written', href: '/user/login', mode: 'push' },
    ]);
  });

  it('stays on the old page when the new one does not arrive', () => {
    const { actor, arrive, miss, commands, context } = navigationAt('/');
    arrive();
    actor.send(requested('/user/login'));
    miss();
    expect(context()).toMatchObject({ route: { path: '/' }, failure: 'invalidRoute', progress: 0, pending: null });
    expect(commands).toHaveLength(1);
  });

  it('moves back in the history when the page behind the back button does not arrive', () => {
    const { actor, arrive, miss, commands, context } = navigationAt('/');
    arrive();
    actor.send({ type: 'navigation.popped', to: '/user/login', delta: -1 });
    actor.send({ type: 'navigation.popped', to: '/404', delta: -2 });
    miss();
    expect(commands.at(-1)).toEqual({ type: 'history.returned', delta: 3 });
    expect(context().route?.path).toBe('/');
  });

  it('is written over where the entry behind the back button is a redirect', () => {
    const { actor, arrive, commands } = navigationAt('/');
    arrive();
    actor.send({ type: 'navigation.popped', to: '/nonsense', delta: -1 });
    arrive();
    expect(commands.at(-1)).toEqual({ type: 'history.written', href: '/404', mode: 'replace' });
  });

  it('is that of the last wish when two come quickly', () => {
    const { actor, arrive, context } = navigationAt('/');
    arrive();
    actor.send(requested('/user/login'));
    actor.send(requested('/admin/login'));
    arrive();
    expect(context().route?.path).toBe('/admin/login');
  });

  it('stays when the page on the screen is asked for while another is on its way, and that one is given up without a word', () => {
    const { actor, arrive, commands, context } = navigationAt('/');
    arrive();
    actor.send(requested('/user/login'));
    actor.send(requested('/'));
    expect([actor.getSnapshot().value, context().route?.path, context().pending, context().failure, context().progress]).toEqual([
      'settled',
      '/',
      null,
      null,
      0,
    ]);
    expect(commands.filter((command) => command.type === 'history.written')).toHaveLength(1);
  });

  it('goes back in the history too when the other was on its way by the back button', () => {
    const { actor, arrive, commands, context } = navigationAt('/');
    arrive();
    actor.send({ type: 'navigation.popped', to: '/user/login', delta: -1 });
    actor.send(requested('/', 'replace'));
    expect(commands.at(-1)).toEqual({ type: 'history.returned', delta: 1 });
    expect([actor.getSnapshot().value, context().failure]).toEqual(['settled', null]);
  });

  it('does not load a page twice that is asked for twice', () => {
    const { actor, arrive, commands, context } = navigationAt('/');
    arrive();
    actor.send(requested('/user/login'));
    const running = actor.getSnapshot().children['loadPage'];
    actor.send(requested('/user/login'));
    expect(actor.getSnapshot().children['loadPage']).toBe(running);
    arrive();
    expect([context().route?.path, commands.length]).toEqual(['/user/login', 2]);
  });

  it('is asked for anew where the server draws it: the browser may have been stopped', () => {
    const { actor, arrive, stop, commands, context } = navigationAt('/user/login');
    arrive();
    actor.send(requested('/'));
    const running = actor.getSnapshot().children['loadPage'];
    actor.send(requested('/'));
    expect(actor.getSnapshot().children['loadPage']).not.toBe(running);
    stop();
    expect([actor.getSnapshot().value, context().route?.path, context().failure, context().pending, context().progress]).toEqual([
      'settled',
      '/user/login',
      null,
      null,
      0,
    ]);
    expect(commands.filter((command) => command.type === 'history.written')).toHaveLength(1);
  });

  it('translates a bookmark of the hash kind', () => {
    const { arrive, commands } = navigationAt('/#/admin/goods/list?status=1');
    arrive();
    expect(commands).toEqual([
      {
        type: 'history.written',
        href: `/admin/loading/${encodeURIComponent('{"path":"/admin/goods/list","query":{"status":"1"}}')}`,
        mode: 'replace',
      },
    ]);
  });
});

it('the navigation shows not found for an address that leads off the site', () => {
  const { arrive, context } = navigationAt('//evil.example');
  arrive();
  expect(context().route).toMatchObject({ path: '/404', page: 'notFound' });
});

describe('unsaved work', () => {
  it('is asked about only when the visitor leaves its area', () => {
    const { actor, arrive, context } = navigationAt('/admin/login');
    arrive();
    actor.send({ type: 'navigation.routesRegistered', area: 'admin', paths: ['/admin/a', '/admin/b'] });
    actor.send(requested('/admin/a'));
    arrive();
    actor.send({ type: 'navigation.unsavedChanged', area: 'admin', isUnsaved: true });
    actor.send(requested('/admin/b'));
    arrive();
    expect(context().route?.path).toBe('/admin/b');
    actor.send(requested('/'));
    expect(actor.getSnapshot().value).toBe('asking');
    actor.send({ type: 'navigation.leaveDismissed' });
    expect(context()).toMatchObject({ route: { path: '/admin/b' }, failure: 'intercepted' });
  });

  it('holds nobody whom the application itself leads elsewhere, as the end of a session does', () => {
    const { actor, arrive, commands, context } = navigationAt('/admin/login');
    arrive();
    actor.send({ type: 'navigation.routesRegistered', area: 'admin', paths: ['/admin/a', '/admin/b'] });
    actor.send(requested('/admin/a'));
    arrive();
    actor.send({ type: 'navigation.unsavedChanged', area: 'admin', isUnsaved: true });
    actor.send(requested('/'));
    // A list that writes its search into the address does not answer for the visitor, nor does another press.
    actor.send(requested('/admin/a?page=2', 'replace'));
    actor.send(requested('/admin/b'));
    expect([actor.getSnapshot().value, context().pending?.route.path]).toEqual(['asking', '/']);
    actor.send(requested('/admin/login?to=x', 'replace'));
    arrive();
    expect([actor.getSnapshot().value, context().route?.path]).toEqual(['settled', '/admin/login']);
    expect(commands.at(-1)).toEqual({ type: 'history.written', href: '/admin/login?to=x', mode: 'replace' });
  });
});

/** On a page of the member centre. */
const begin = () => {
  const navigation = navigationAt('/user/login');
  navigation.arrive();
  navigation.actor.send({ type: 'navigation.routesRegistered', area: 'member', paths: ['/user/a', '/user/b'] });
  navigation.actor.send(requested('/user/a'));
  navigation.arrive();
  return navigation;
};

describe('unsaved work of the member centre', () => {
  it('is asked about whenever its page goes, but not where only the query changes', () => {
    const { actor, arrive, context } = begin();
    actor.send({ type: 'navigation.unsavedChanged', area: 'member', isUnsaved: true });
    actor.send(requested('/user/a?page=2'));
    arrive();
    expect(context().route).toMatchObject({ path: '/user/a', search: '?page=2' });
    actor.send(requested('/user/b'));
    expect(actor.getSnapshot().value).toBe('asking');
  });

  it('is asked about where it was typed while the next page was on its way, and once', () => {
    const { actor, arrive, context } = begin();
    actor.send(requested('/user/b'));
    actor.send({ type: 'navigation.unsavedChanged', area: 'member', isUnsaved: true });
    arrive();
    expect([actor.getSnapshot().value, context().route?.path]).toEqual(['asking', '/user/a']);
    actor.send({ type: 'navigation.leaveDismissed' });
    expect([actor.getSnapshot().value, context().route?.path]).toEqual(['settled', '/user/a']);
    actor.send(requested('/user/b'));
    actor.send({ type: 'navigation.leaveConfirmed' });
    arrive();
    expect([actor.getSnapshot().value, context().route?.path]).toEqual(['settled', '/user/b']);
  });

  it('goes back in the history with the question, where the next page was on its way by the back button', () => {
    const { actor, arrive, commands, context } = begin();
    actor.send({ type: 'navigation.popped', to: '/user/b', delta: -1 });
    actor.send({ type: 'navigation.unsavedChanged', area: 'member', isUnsaved: true });
    arrive();
    actor.send({ type: 'navigation.leaveDismissed' });
    expect([commands.at(-1), context().route?.path]).toEqual([{ type: 'history.returned', delta: 1 }, '/user/a']);
  });

  it('is asked about before the browser leaves for a public page, also from one that is on its way, and with it that of the other area', () => {
    const { actor, context } = begin();
    const isLeft = () => selectIsLeftUnsaved(actor.getSnapshot());
    actor.send(requested('/user/b'));
    actor.send({ type: 'navigation.unsavedChanged', area: 'admin', isUnsaved: true });
    actor.send(requested('/'));
    expect([actor.getSnapshot().value, context().pending?.route.page, isLeft()]).toEqual(['asking', 'home', false]);
    actor.send({ type: 'navigation.leaveConfirmed' });
    expect([actor.getSnapshot().matches('loading'), isLeft()]).toEqual([true, true]);
    actor.send(requested('/'));
    expect([actor.getSnapshot().matches('loading'), isLeft()]).toEqual([true, true]);
  });

  it("is no matter of the other area's pages", () => {
    const { actor, arrive, context } = begin();
    actor.send({ type: 'navigation.unsavedChanged', area: 'admin', isUnsaved: true });
    actor.send(requested('/user/b'));
    arrive();
    expect(context().route?.path).toBe('/user/b');
  });
});

describe('the progress bar', () => {
  it('starts at 8 %, moves every 200 ms, never arrives by itself, and ends with the page', () => {
    const { actor, clock, arrive } = navigationAt('/');
    const share = () => selectProgress(actor.getSnapshot());
    expect(share()).toBe(0.08);
    clock.increment(199);
    expect(share()).toBe(0.08);
    clock.increment(1);
    expect(share()).toBe(0.18);
    for (let step = 0; step < 300; step += 1) clock.increment(200);
    expect(share()).toBe(0.994);
    arrive();
    expect(share()).toBe(0);
  });
});
