import { expect, it } from 'vitest';
import { FailureError } from '#domain/base/failure';
import type { AdminInfo } from '#domain/session/people';
import { Secret } from '#domain/base/secret';
import { pureStep } from '#machines/base/pure-step';
import { selectIsSignedIn, selectIsSigningIn, sessionMachine } from '#machines/session/session.machine';
import { describeModel, done, failed } from '#tests/machines/support/model.ts';

const person = (id: number): AdminInfo => ({
  id,
  username: `admin${id}`,
  nickname: 'Admin',
  avatar: '',
  lastLoginTime: '',
  position: '',
  column: [],
  super: id === 1,
});
const tokens = { token: new Secret('token'), refreshToken: new Secret('refresh') };
const refusedAt = (field: string) => new FailureError({ kind: 'rejected', code: 0, message: field, fields: { [field]: field } });
const offline = new FailureError({ kind: 'unreachable', online: false });

describeModel({
  machine: sessionMachine,
  inputs: [
    { area: 'admin', person: null, tokens: null },
    { area: 'admin', person: person(1), tokens },
    { area: 'admin', person: person(1), tokens: null },
    { area: 'admin', person: null, tokens },
    { area: 'admin', person: person(0), tokens },
  ],
  events: [
    { type: 'session.signInRequested', username: 'admin', password: new Secret('correct horse'), keep: true },
    {
      type: 'session.signInRequested',
      username: 'admin',
      password: new Secret('correct horse'),
      keep: false,
    },
    { type: 'session.signInRequested', username: '', password: new Secret(''), keep: false, by: 'provider' },
    { type: 'captcha.passed', id: 'c', info: '1,2;3;4' },
    { type: 'captcha.closed' },
    { type: 'session.codeGiven', code: new Secret('123456') },
    { type: 'session.codeDismissed' },
    { type: 'enrolment.completed', signedIn: { person: person(1), tokens } },
    { type: 'enrolment.completed', signedIn: null },
    { type: 'enrolment.refused', failure: { kind: 'timeout' } },
    { type: 'enrolment.closed' },
    { type: 'session.failureDismissed' },
    { type: 'session.personLoaded', person: person(2) },
    { type: 'session.tokensRenewed', tokens },
    { type: 'session.ended' },
    { type: 'session.signedInElsewhere', person: person(2), tokens },
    { type: 'session.entered', person: person(2), tokens },
    { type: 'session.signOutRequested' },
    { type: 'session.signOutConfirmed' },
    { type: 'work.unsavedChanged', isUnsaved: true },
    { type: 'work.unsavedChanged', isUnsaved: false },
    { type: 'session.signOutForced' },
    { type: 'session.signOutDismissed' },
    done('readLogin', { captcha: true }),
    done('readLogin', { captcha: false }),
    failed('readLogin', offline),
    done('signIn', { person: person(1), tokens }),
    failed('signIn', new FailureError({ kind: 'rejected', code: 0, message: 'wrong' })),
    failed('signIn', refusedAt('captchaInfo')),
    failed('signIn', refusedAt('factorCode')),
    failed('signIn', refusedAt('factorSetup')),
    done('signInWithCode', { person: person(1), tokens }),
    failed('signInWithCode', refusedAt('factorCode')),
    failed('signInWithCode', refusedAt('factorSetup')),
    failed('signInWithCode', refusedAt('captchaInfo')),
    done('readUnsavedElsewhere', true),
    done('readUnsavedElsewhere', false),
    failed('readUnsavedElsewhere', offline),
    done('signOut', null),
    done('signOut', 'https://login.example.com/end?state=a'),
    failed('signOut', offline),
  ],
  view: ({ context }) => ({
    id: context.person?.id ?? null,
    failure: context.failure?.kind ?? null,
    captcha: context.credentials?.captcha?.info ?? null,
    isUnsaved: context.isUnsaved,
    hasCode: context.credentials?.code !== undefined,
  }),
  always: (snapshot) => {
    const isKnown = snapshot.context.person !== null && snapshot.context.tokens !== null;
    const isTyped = snapshot.context.credentials !== null;
    if (isTyped !== selectIsSigningIn(snapshot)) return false;
    return selectIsSignedIn(snapshot) === isKnown && snapshot.hasTag('signedIn') !== snapshot.hasTag('signedOut');
  },
});

it('a sign-in from elsewhere is heard while one is under way here, and that one is given up', () => {
  const states = ['readingLogin', 'signingIn', 'checkingCode'] as const;
  for (const type of ['session.signedInElsewhere', 'session.entered'] as const)
    for (const value of states) {
      const context = { area: 'member', person: null, tokens: null, credentials: null, failure: null, isUnsaved: false } as const;
      const [after] = pureStep(sessionMachine, sessionMachine.resolveState({ value, context }), { type, person: person(2), tokens });
      expect([value, after.value, after.context.person?.id]).toEqual([value, { signedIn: 'settled' }, 2]);
    }
});
