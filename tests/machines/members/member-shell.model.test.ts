import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { resolveRoute } from '#domain/app/route-target';
import { FailureError } from '#domain/base/failure';
import {
  memberShellMachine,
  selectIsMenuExpanded,
  selectIsShrunk,
  selectMemberPage,
  selectUnreadMessages,
} from '#machines/members/member-shell.machine';
import type { MemberShellEvent, MemberStart } from '#machines/members/member-shell.vocabulary';
import { after, describeModel, done, failed, inertOf } from '#tests/machines/support/model.ts';
import { memberStartOf } from '#tests/support/member-shell-data.ts';
import { nobody } from '#tests/support/nobody.ts';

const REGISTERED = { admin: [], member: ['/user/account/overview', '/user/account/balance'] };
const routeOf = (path: string, search = '', registered = REGISTERED) => resolveRoute({ path, search }, registered);
const addressed = (path: string, search = ''): MemberShellEvent => ({ type: 'shell.addressed', route: routeOf(path, search) });
/** As the loading route carries what was wanted. */
const wanting = (path: string) => routeOf(path, '', { admin: [], member: [] });
const start = memberStartOf(['overview', 'balance']);
const offline = new FailureError({ kind: 'unreachable', online: false });

describeModel({
  machine: memberShellMachine,
  inputs: [{ owner: nobody, route: routeOf('/user') }],
  events: [
    addressed('/user/account/overview'),
    addressed('/user/account/balance'),
    { type: 'shell.addressed', route: wanting('/user/account/balance') },
    { type: 'shell.addressed', route: wanting('/user/account/profile') },
    { type: 'shell.addressed', route: wanting('/user/nowhere') },
    { type: 'shell.addressed', route: routeOf('/user/account/gone', '', { admin: [], member: ['/user/account/gone'] }) },
    { type: 'shell.addressed', route: routeOf('/user') },
    { type: 'shell.retried' },
    { type: 'shell.memberChanged' },
    { type: 'shell.pageChecked' },
    { type: 'shell.unreadChanged', unread: 2 },
    { type: 'shell.unreadNoticesChanged', unreadNotices: 3 },
    { type: 'window.narrowed' },
    { type: 'window.widened' },
    { type: 'window.returned' },
    { type: 'menu.toggled' },
    { type: 'menu.dismissed' },
    { type: 'work.unsavedChanged', isUnsaved: true },
    done('loadShell', start),
    done('loadShell', { ...start, isOpen: false }),
    done('loadShell', memberStartOf([])),
    failed('loadShell', offline),
    done('readMember', start),
    done('readMember', { ...start, isOpen: false }),
    failed('readMember', offline),
    failed('watchWidth', offline),
    failed('watchReturn', offline),
    failed('proof', offline),
    { type: 'shell.proofWanted' },
    after('patience', 'memberShell.start.loading.patient'),
    after('freshness', 'memberShell.member.known'),
  ],
  view: ({ context }) => [context.route.path, context.start === null, context.failure?.kind],
  // What asks for the proof runs beside everything else, and changes nothing of it; the age of what was read is tried on a wide page alone.
  only: (snapshot, { type }) => {
    if (snapshot.matches({ proof: 'present' })) return type === 'xstate.error.actor.proof';
    if (snapshot.matches({ member: 'aged' })) return ['shell.addressed', 'shell.memberChanged', 'window.returned'].includes(type);
    if (type.includes('.freshness.')) return snapshot.matches({ start: { ready: 'onPage' }, width: 'wide' });
    return type !== 'shell.proofWanted' || snapshot.matches({ start: { ready: 'noPermission' }, width: 'wide', member: 'known' });
  },
  limit: 4000,
  always: (snapshot) => !selectIsMenuExpanded(snapshot) || selectIsShrunk(snapshot),
});

function shellAt(path: string, told: MemberStart = start) {
  const heard: unknown[] = [];
  const owner = createActor(fromCallback(({ receive }) => receive((event) => void heard.push(event)))).start();
  const machine = inertOf(memberShellMachine).provide({ actors: { loadShell: fromPromise(async () => told) } });
  const actor = createActor(machine, { input: { owner, route: wanting(path) } }).start();
  const face = () => {
    const { start: at } = actor.getSnapshot().value as { readonly start: unknown };
    return at;
  };
  return { actor, heard, face };
}
const led = (to: string) => ({ type: 'shell.navigationRequested', to, mode: 'replace' });

describe('the member centre', () => {
  it.each([
    ['to its first page, where nothing was wanted', '/user', { ready: 'redirected' }, led('/user/account/overview')],
    ['to the page that was wanted', '/user/account/balance', { ready: 'redirected' }, led('/user/account/balance')],
  ])('leads %s', async (_case, path, at, report) => {
    const { heard, face } = shellAt(path);
    await expect.poll(face).toEqual(at);
    expect(heard).toEqual([{ type: 'memberShell.started', start }, report]);
  });

  it.each([
    ['a page without a right to it', '/user/account/profile', { ready: 'noPermission' }],
    ['a page that is nowhere', '/user/nowhere', { ready: 'notFound' }],
  ])('says so for %s', async (_case, path, at) => {
    const { face } = shellAt(path);
    await expect.poll(face).toEqual(at);
  });

  it('is closed where the server says so, and registers nothing', async () => {
    const { heard, face } = shellAt('/user', { ...start, isOpen: false });
    await expect.poll(face).toBe('closed');
    expect(heard).toEqual([]);
  });

  it('says that there is nothing for somebody without a menu', async () => {
    const { face } = shellAt('/user', memberStartOf([]));
    await expect.poll(face).toBe('noMenus');
  });

  it('forgets what was unsaved with the page, but not with its query', async () => {
    const { actor, heard, face } = shellAt('/user');
    await expect.poll(face).toEqual({ ready: 'redirected' });
    actor.send(addressed('/user/account/balance'));
    actor.send({ type: 'work.unsavedChanged', isUnsaved: true });
    actor.send(addressed('/user/account/balance', '?page=2'));
    actor.send(addressed('/user/account/overview'));
    expect(heard.slice(2).filter((event) => (event as { isUnsaved?: boolean }).isUnsaved !== undefined)).toEqual([
      { type: 'memberShell.unsavedChanged', isUnsaved: false },
      { type: 'memberShell.unsavedChanged', isUnsaved: true },
      { type: 'memberShell.unsavedChanged', isUnsaved: false },
    ]);
    expect(selectMemberPage(actor.getSnapshot())?.path).toBe('/user/account/overview');
  });

  it('reads anew what waits and what there is with the next page and with the way back to the tab, half a minute later at the earliest', async () => {
    const clock = new SimulatedClock();
    let unread = 0;
    const machine = inertOf(memberShellMachine).provide({
      actors: { loadShell: fromPromise(async () => ({ ...start, unread: (unread += 1) })) },
    });
    const actor = createActor(machine, { input: { owner: nobody, route: routeOf('/user/account/balance') }, clock }).start();
    const shown = () => selectUnreadMessages(actor.getSnapshot());
    await expect.poll(shown).toBe(1);
    clock.increment(29_999);
    actor.send(addressed('/user/account/overview'));
    actor.send({ type: 'window.returned' });
    clock.increment(1);
    actor.send(addressed('/user/account/overview', '?page=2'));
    expect(actor.getSnapshot().matches({ member: 'aged' })).toBe(true);
    actor.send(addressed('/user/account/balance'));
    await expect.poll(shown).toBe(2);
    clock.increment(30_000);
    actor.send({ type: 'window.returned' });
    await expect.poll(shown).toBe(3);
  });

  it('forgets it too where the pages go because there is no menu any more', async () => {
    const { actor, heard, face } = shellAt('/user/account/balance');
    await expect.poll(face).toEqual({ ready: 'redirected' });
    actor.send({ type: 'work.unsavedChanged', isUnsaved: true });
    actor.send({ type: 'shell.memberChanged' });
    actor.send(done('readMember', memberStartOf([])) as never);
    expect(face()).toBe('noMenus');
    expect(heard.at(-1)).toEqual({ type: 'memberShell.unsavedChanged', isUnsaved: false });
  });

  it('opens its menu as a drawer where the window is narrow, and closes it on a choice and on becoming wide', () => {
    const { actor } = shellAt('/user');
    const open = () => selectIsMenuExpanded(actor.getSnapshot());
    actor.send({ type: 'menu.toggled' });
    expect(open()).toBe(false);
    actor.send({ type: 'window.narrowed' });
    actor.send({ type: 'menu.toggled' });
    expect(open()).toBe(true);
    actor.send(addressed('/user/account/balance'));
    expect(open()).toBe(false);
    actor.send({ type: 'menu.toggled' });
    actor.send({ type: 'window.widened' });
    actor.send({ type: 'window.narrowed' });
    expect(open()).toBe(false);
  });
});
