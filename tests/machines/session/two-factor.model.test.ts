import { expect, it } from 'vitest';
import { createActor, createEmptyActor } from 'xstate';
import { FailureError } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';
import { twoFactorEnrolmentMachine } from '#machines/session/two-factor-enrolment.machine';
import { selectAskedFactorDeed, twoFactorMachine, type FactorStatus } from '#machines/session/two-factor.machine';
import { describeModel, done, failed, inertOf } from '#tests/machines/support/model.ts';

const offline = new FailureError({ kind: 'unreachable', online: false });
const wrong = new FailureError({ kind: 'rejected', code: 0, message: 'wrong', fields: { factorCode: 'wrong' } });
const password = new Secret('correct horse');
const code = new Secret('123456');
const codes = new Secret('abcd\nefgh');
const tokens = { token: new Secret('token'), refreshToken: null };
const person = { id: 1, username: 'admin', nickname: '', avatar: '', lastLoginTime: '', position: '', column: [], super: true };

describeModel({
  machine: twoFactorEnrolmentMachine,
  inputs: [
    { password, credentials: null, owner: createEmptyActor() },
    { password, credentials: { username: 'admin', password, keep: false }, owner: createEmptyActor() },
    { password: null, credentials: null, setup: { secret: code, uri: code }, owner: createEmptyActor() },
  ],
  events: [
    { type: 'enrolment.codeGiven', code },
    { type: 'enrolment.codesKept' },
    { type: 'enrolment.left' },
    done('prepareFactor', { secret: new Secret('JBSWY3DP'), uri: new Secret('otpauth://totp/x') }),
    failed('prepareFactor', offline),
    done('confirmFactor', { codes, signedIn: null }),
    done('confirmFactor', { codes, signedIn: { person, tokens } }),
    done('confirmFactor', { codes: null, signedIn: { person, tokens } }),
    failed('confirmFactor', wrong),
  ],
  view: ({ context }) => ({
    isSetUp: context.setup !== null,
    isEnrolled: context.enrolled !== null,
    enters: context.enrolled?.signedIn?.person.id,
    failure: context.failure?.kind,
  }),
  // The secret is not kept once the app has it.
  always: ({ context }) => context.setup === null || context.enrolled === null,
});

const status = (isOn: boolean): FactorStatus => ({ isOn, since: isOn ? 1 : null, recoveryLeft: isOn ? 10 : 0, isRequired: false });

describeModel({
  machine: twoFactorMachine,
  inputs: [undefined],
  events: [
    { type: 'factor.deedRequested', deed: 'switchOn' },
    { type: 'factor.deedRequested', deed: 'switchOff' },
    { type: 'factor.deedRequested', deed: 'renewCodes' },
    { type: 'factor.deedRequested', deed: 'replace' },
    { type: 'factor.passwordGiven', password },
    { type: 'factor.proved', proof: { way: 'code', password, code } },
    { type: 'factor.proved', proof: { way: 'passkey' } },
    { type: 'factor.confirmed' },
    { type: 'factor.cancelled' },
    { type: 'factor.codesKept' },
    { type: 'factor.retried' },
    { type: 'enrolment.completed', signedIn: null },
    { type: 'enrolment.closed' },
    { type: 'enrolment.refused', failure: wrong.failure },
    done('loadFactor', status(false)),
    done('loadFactor', status(true)),
    done('loadFactor', { ...status(true), keptBy: 'group' }),
    failed('loadFactor', offline),
    done('switchOff'),
    failed('switchOff', offline),
    done('prepareReplacement', { secret: code, uri: code }),
    failed('prepareReplacement', wrong),
    done('renewCodes', codes),
    failed('renewCodes', wrong),
    failed('enrolment', offline),
  ],
  view: ({ context }) => ({
    isOn: context.status?.isOn,
    deed: context.deed,
    isKept: context.status?.keptBy !== undefined,
    hasPassword: context.password !== null,
    provedBy: context.proof?.way,
    isSetUp: context.setup !== null,
    hasCodes: context.codes !== null,
    failure: context.failure?.kind,
  }),
  always: (snapshot) => {
    const { password: typed, proof, setup, codes: shown, status: known } = snapshot.context;
    const isAtWork = ['enrolling', 'proving', 'switchingOff', 'renewing'].includes(snapshot.value);
    // Where another proof is asked for there is no password.
    if (((typed !== null || proof !== null) && !isAtWork) || (setup !== null && !snapshot.matches('enrolling'))) return false;
    // What somebody else keeps on is not offered to be switched off.
    if (selectAskedFactorDeed(snapshot) === 'switchOff' && known?.keptBy) return false;
    if ((shown !== null) !== snapshot.matches('codesShown')) return false;
    return selectAskedFactorDeed(snapshot) !== 'switchOn' || snapshot.context.status?.isOn === false;
  },
});

it.each([
  ['a passkey, for which a device may be waited for long', { way: 'passkey' } as const, 'loading'],
  ['a code, with which they may be new already', { way: 'code', password, code } as const, 'renewing'],
])('is asked to give up new recovery codes while it waits for %s', (_case, proof, ends) => {
  const factor = createActor(inertOf(twoFactorMachine)).start();
  factor.send(done('loadFactor', status(true)) as never);
  factor.send({ type: 'factor.deedRequested', deed: 'renewCodes' });
  factor.send({ type: 'factor.proved', proof });
  expect(factor.getSnapshot().value).toBe('renewing');
  factor.send({ type: 'factor.cancelled' });
  expect(factor.getSnapshot().value).toBe(ends);
});
