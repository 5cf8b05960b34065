import { fromPromise } from 'xstate';
import * as contract from '#api/contract/members/account-safety';
import { Secret } from '#domain/base/secret';
import { disavowalMachine } from '#machines/members/disavowal.machine';
import { SIGN_INS_A_PAGE, signInsMachine } from '#machines/members/sign-ins.machine';
import { sessionsMachine } from '#machines/session/sessions.machine';
import { twoFactorEnrolmentMachine } from '#machines/session/two-factor-enrolment.machine';
import { twoFactorMachine } from '#machines/session/two-factor.machine';
import { endingOthers } from '../session/others-ended.ts';
import { hearEnds, sessionEntryOf } from '../session/sessions.actors.ts';
import { codeLines } from '../session/two-factor.actors.ts';
import type { SafetyPorts } from './safety-ports.ts';

/** Where the member is signed in. */
export const memberSessionsLogic = ({ call }: SafetyPorts): typeof sessionsMachine =>
  sessionsMachine.provide({
    actors: {
      hearEnds: hearEnds(call),
      loadSessions: fromPromise(async ({ signal }) => {
        const { list, previous, refused } = await call(contract.listMemberSessions, {}, { signal, duplicates: 'allowed' });
        const before = previous && { time: previous.time, ip: previous.ip, userAgent: previous.useragent };
        return { list: list.map(sessionEntryOf), previous: before, refusedCount: refused };
      }),
      endSessions: fromPromise(async ({ input: { id }, signal }) => {
        if (id === null) await call(contract.endOtherMemberSessions, {}, { signal });
        else await call(contract.endMemberSession, { id }, { signal });
      }),
    },
  });

/** Every other sign-in ends. */
export const disavowalLogic = ({ call }: SafetyPorts): typeof disavowalMachine =>
  disavowalMachine.provide({
    actors: {
      endOthers: fromPromise(async ({ signal }) => {
        await endingOthers(call, () => call(contract.endOtherMemberSessions, {}, { signal, quiet: true }));
      }),
    },
  });

/** Sign-ins of the member, and attempts that were refused. */
export const signInsLogic = ({ call }: SafetyPorts): typeof signInsMachine =>
  signInsMachine.provide({
    actors: {
      loadSignIns: fromPromise(async ({ input: { page }, signal }) => {
        const { list, total } = await call(contract.listSignIns, { page, limit: SIGN_INS_A_PAGE }, { signal, duplicates: 'allowed' });
        return { list: list.map(({ useragent: userAgent, ...entry }) => ({ ...entry, userAgent })), total };
      }),
    },
  });

/** The member's second factor; each change wants a proof of presence. */
export const memberFactorLogic = ({ call, withProof }: SafetyPorts): typeof twoFactorMachine =>
  twoFactorMachine.provide({
    actors: {
      loadFactor: fromPromise(async ({ signal }) => {
        const status = await call(contract.readMemberFactor, {}, { signal, duplicates: 'allowed' });
        return { isOn: status.is_on, since: status.since, recoveryLeft: status.recovery_left, isRequired: status.is_required };
      }),
      switchOff: fromPromise(async ({ signal }) => {
        await endingOthers(call, () => withProof(() => call(contract.endMemberFactor, {}, { signal }), signal));
      }),
      renewCodes: fromPromise(async ({ signal }) => {
        const { recovery_codes: codes } = await withProof(() => call(contract.renewMemberRecoveryCodes, {}, { signal }), signal);
        return codeLines(codes);
      }),
      enrolment: twoFactorEnrolmentMachine.provide({
        actors: {
          prepareFactor: fromPromise(async ({ signal }) => {
            const { secret, uri } = await withProof(() => call(contract.setUpMemberFactor, {}, { signal }), signal);
            return { secret: new Secret(secret), uri: new Secret(uri) };
          }),
          confirmFactor: fromPromise(async ({ input: { code }, signal }) => {
            const confirmed = endingOthers(call, () => call(contract.confirmMemberFactor, { factorCode: code }, { signal }));
            const { recovery_codes: codes } = await confirmed;
            return { codes: codeLines(codes), signedIn: null };
          }),
        },
      }),
    },
  });
