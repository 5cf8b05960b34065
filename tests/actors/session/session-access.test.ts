import { describe, expect, it } from 'vitest';
import { createActor, type InspectionEvent } from 'xstate';
import type { WithLock } from '#actors/base/call-ports';
import { sharedSession } from '#actors/session/session-access';
import { Secret } from '#domain/base/secret';
import type { GatewayRef } from '#machines/session/gateway.machine';
import { selectTokens, sessionMachine } from '#machines/session/session.machine';
import { createTestWorld } from '#tests/support/app.ts';
import { inertOf } from '#tests/machines/support/model.ts';

/** The slice of an area's storage as a tab writes it. */
const sliceOf = (id: number, token: string, details: object = {}) => {
  const person = { id, username: 'a', nickname: '', avatar: '', position: '', column: [], super: false, lastlogintime: '', ...details };
  return JSON.stringify({ version: 1, value: { ...person, token, refreshToken: `refresh of ${token}` } });
};
const pairOf = (token: string) => ({ token: new Secret(token), refreshToken: new Secret(`refresh of ${token}`) });
const personOf = (id: number) => {
  return { id, username: 'a', nickname: '', avatar: '', lastLoginTime: '', position: '', column: [], super: false };
};

interface TabOptions {
  readonly isSignedIn?: boolean;
  readonly withLock?: WithLock;
  /** The browser keeps nothing. */
  readonly isForbidden?: boolean;
}

const write = () => {
  throw new Error('forbidden');
};

/** A tab whose session machine runs; its gateway only notes what it is told, and ends the session where that has ended elsewhere. */
function tabOf({ isSignedIn = true, withLock, isForbidden = false }: TabOptions = {}) {
  const world = createTestWorld({ stored: new Map(isSignedIn ? [['adminInfo', sliceOf(1, 't')]] : []) });
  const heard: string[] = [];
  const inspect = (inspected: InspectionEvent) => {
    if (inspected.type !== '@xstate.event' || inspected.event.type === 'session.ended') return;
    if (inspected.event.type.startsWith('session.')) heard.push(inspected.event.type);
  };
  const input = { area: 'admin', person: isSignedIn ? personOf(1) : null, tokens: isSignedIn ? pairOf('t') : null } as const;
  const session = createActor(inertOf(sessionMachine), { input, inspect }).start();
  const send = ({ type }: { readonly type: string }) => {
    heard.push(type);
    if (type === 'gateway.sessionEnded') session.send({ type: 'session.ended' });
  };
  const gateway = { send } as unknown as GatewayRef;
  const access = sharedSession({
    ...world.ports,
    announceArrival: () => {},
    ...(withLock && { withLock }),
    ...(isForbidden && { storage: { ...world.ports.storage, read: () => null, write } }),
    log: world.ports.page.log,
    sessionOf: () => session,
    gatewayOf: () => gateway,
  });
  access.share('admin');
  return { ...world, session, access, heard, slice: () => world.stored.get('adminInfo') };
}

describe('what another tab has done', () => {
  it.each([
    ['ends this one’s session too', undefined, ['gateway.sessionEnded']],
    ['renews its token too', sliceOf(1, 'new'), ['session.tokensRenewed']],
    ['renews its token too, whatever else that tab knows of the person', sliceOf(1, 'new', { nickname: 'Ann' }), ['session.tokensRenewed']],
    ['signs in the other person here', sliceOf(2, 'other'), ['session.signedInElsewhere']],
    ['is nothing where nothing differs', sliceOf(1, 't'), []],
    ['ends it where nobody can read what is stored', '{', ['gateway.sessionEnded']],
  ])('%s', (_case, stored, events) => {
    const { heard, changedElsewhere, toldElsewhere, stored: shared, slice, posted } = tabOf();
    if (stored === undefined) shared.delete('adminInfo');
    else shared.set('adminInfo', stored);
    // By the storage and by the channel, in whatever order: once is enough.
    changedElsewhere.next('adminInfo');
    toldElsewhere.next({ type: 'session.changed', area: 'admin' });
    changedElsewhere.next('');
    expect(heard).toEqual(events);
    // What was heard is not written again: it might be old by then.
    expect([slice(), posted]).toEqual([stored, []]);
  });

  it('signs in a tab in which nobody was', () => {
    const { heard, toldElsewhere, stored, session } = tabOf({ isSignedIn: false });
    stored.set('adminInfo', sliceOf(1, 'new'));
    toldElsewhere.next({ type: 'session.changed', area: 'admin' });
    expect([heard, session.getSnapshot().hasTag('signedIn')]).toEqual([['session.signedInElsewhere'], true]);
  });

  it('to another area or another part of the storage is not its business', () => {
    const { heard, changedElsewhere, toldElsewhere, stored } = tabOf();
    stored.delete('adminInfo');
    changedElsewhere.next('storeTables');
    toldElsewhere.next({ type: 'session.changed', area: 'member' });
    expect(heard).toEqual([]);
  });
});

describe('what this tab does', () => {
  it('reaches the others: signing in and the end of the session', () => {
    const { session, posted, slice } = tabOf({ isSignedIn: false });
    session.send({ type: 'session.signedInElsewhere', person: personOf(1), tokens: pairOf('t') });
    expect([slice(), posted.length]).toEqual([sliceOf(1, 't'), 1]);
    session.send({ type: 'session.ended' });
    expect([slice(), posted]).toEqual([undefined, Array.from({ length: 2 }, () => ({ type: 'session.changed', area: 'admin' }))]);
  });

  it('does not take away the session that somebody has begun meanwhile', () => {
    const { session, stored, slice } = tabOf();
    stored.set('adminInfo', sliceOf(1, 'begun elsewhere'));
    session.send({ type: 'session.ended' });
    expect(slice()).toBe(sliceOf(1, 'begun elsewhere'));
  });

  it('does not put an old token back with what it learns of the person, even while somebody renews it', async () => {
    const gate = Promise.withResolvers<void>();
    const { session, stored, slice } = tabOf({ withLock: (_name, run) => gate.promise.then(run) });
    session.send({ type: 'session.personLoaded', person: { ...personOf(1), nickname: 'Ann' } });
    expect(slice()).toBe(sliceOf(1, 't'));
    stored.set('adminInfo', sliceOf(1, 'renewed'));
    gate.resolve();
    await expect.poll(slice).toBe(sliceOf(1, 'renewed', { nickname: 'Ann' }));
  });

  it('does not bring back a session that has ended, with what it learns of the person', async () => {
    const gate = Promise.withResolvers<void>();
    const turns: Promise<unknown>[] = [];
    const withLock: WithLock = (_name, run) => {
      const turn = gate.promise.then(run);
      turns.push(turn);
      return turn;
    };
    const { session, stored, slice } = tabOf({ withLock });
    session.send({ type: 'session.personLoaded', person: { ...personOf(1), nickname: 'Ann' } });
    stored.delete('adminInfo');
    gate.resolve();
    await Promise.all(turns);
    expect([turns.length, slice()]).toEqual([1, undefined]);
  });
});

describe('tokens of a renewal', () => {
  it('are kept where nothing else has happened', () => {
    const { access, slice, posted } = tabOf();
    expect(access.keep('admin', pairOf('t'), pairOf('next'))).toBe(true);
    expect([slice(), posted.length]).toEqual([sliceOf(1, 'next'), 1]);
  });

  it('go away with a refusal', () => {
    const { access, slice } = tabOf();
    expect(access.keep('admin', pairOf('t'), null)).toBe(true);
    expect(slice()).toBeUndefined();
  });

  it.each([
    ['signed in anew', sliceOf(2, 'other'), 2],
    ['signed out', undefined, null],
  ])('are dropped where somebody has %s meanwhile', (_case, meanwhile, person) => {
    const { access, stored, slice, session, heard } = tabOf();
    if (meanwhile) stored.set('adminInfo', meanwhile);
    else stored.delete('adminInfo');
    expect(access.keep('admin', pairOf('t'), pairOf('next'))).toBe(false);
    expect(slice()).toBe(meanwhile);
    expect(access.follow('admin')).toBe(true);
    expect(heard).toEqual([person === null ? 'gateway.sessionEnded' : 'session.signedInElsewhere']);
    expect(session.getSnapshot().context.person?.id ?? null).toBe(person);
  });

  it('live in this tab alone where the browser keeps nothing', () => {
    const { access, session, changedElsewhere, heard, logged } = tabOf({ isSignedIn: false, isForbidden: true });
    session.send({ type: 'session.signedInElsewhere', person: personOf(1), tokens: pairOf('t') });
    expect(logged).toEqual([`not stored, ${session.id}: forbidden`]);
    expect([access.follow('admin'), access.keep('admin', pairOf('t'), pairOf('next'))]).toEqual([false, true]);
    changedElsewhere.next('');
    expect([heard, session.getSnapshot().hasTag('signedIn')]).toEqual([['session.signedInElsewhere'], true]);
    expect(selectTokens(session.getSnapshot())?.token.isSame(new Secret('t'))).toBe(true);
  });
});
