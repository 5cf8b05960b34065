import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { restoreSession, storedSessionOf } from '#actors/session/token-store';
import { selectIsSignedIn, sessionMachine } from '#machines/session/session.machine';

const stored = {
  id: 1,
  username: 'admin',
  nickname: 'Admin',
  avatar: '/a.png',
  lastlogintime: '2026-01-02 03:04:05',
  position: 'all',
  column: [],
  super: true,
  token: 'access',
  refreshToken: 'refresh',
};
const sessionFrom = (slice: unknown) =>
  createActor(sessionMachine, { input: restoreSession('admin', slice) })
    .start()
    .getSnapshot();

describe('the stored session', () => {
  it.each([
    ['with a refresh token', stored],
    ['without one', { ...stored, refreshToken: '' }],
  ])('%s is kept as it was', (_name, slice) => {
    expect(storedSessionOf(sessionFrom(slice))).toEqual(slice);
  });

  it.each<[string, unknown]>([
    ['no slice', undefined],
    ['no token', { ...stored, token: '' }],
    ['no id', { ...stored, id: undefined }],
    ['an id of 0', { ...stored, id: 0 }],
    ['an id that is a text', { ...stored, id: '1' }],
    ['a damaged slice', 'oops'],
  ])('with %s: nobody is signed in', (_name, slice) => {
    const snapshot = sessionFrom(slice);
    expect(selectIsSignedIn(snapshot)).toBe(false);
    expect(storedSessionOf(snapshot)).toBeNull();
  });

  it('never throws, whatever was stored', () => {
    fc.assert(
      fc.property(fc.anything(), (slice) => {
        expect(sessionFrom(slice).status).toBe('active');
      }),
    );
  });
});
