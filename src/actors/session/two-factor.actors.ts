import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { readFactorOfMember, resetFactorOfMember } from '#api/contract/members/factor-reset';
import { login } from '#api/contract/session/session';
import { readAdminPasskeyProof } from '#api/contract/members/admin-passkeys';
import type { Assertion } from '#api/contract/session/assertion';
import * as external from '#api/contract/external/external';
import * as contract from '#api/contract/session/two-factor';
import { Secret } from '#domain/base/secret';
import { twoFactorEnrolmentMachine } from '#machines/session/two-factor-enrolment.machine';
import { twoFactorMachine, type FactorProof } from '#machines/session/two-factor.machine';
import { adminInfoOf, tokenPairOf } from './admin-info.ts';
import { canUsePasskeys, signWithPasskey } from './passkeys/browser-passkeys.ts';

function typed(password: Secret | null): Secret {
  if (!password) throw new Error('nobody has typed a password');
  return password;
}

/** The factor that is on, as a call takes it; the device signs where it is to be a passkey. */
async function shown(call: Call, proof: FactorProof | null, signal: AbortSignal) {
  if (!proof) throw new Error('nobody has shown the factor');
  if (proof.way === 'code') return { password: proof.password ?? '', factorCode: proof.code };
  const { options } = await call(readAdminPasskeyProof, {}, { signal });
  return { passkey: (await signWithPasskey(options, signal)) as Assertion };
}

export const codeLines = (codes: readonly string[]): Secret => new Secret(codes.join('\n'));

/** Sets a second factor up: behind the password of who is signed in, or in the middle of a sign-in. */
export const enrolmentLogic = ({ call }: { readonly call: Call }): typeof twoFactorEnrolmentMachine =>
  twoFactorEnrolmentMachine.provide({
    actors: {
      prepareFactor: fromPromise(async ({ input: { password, credentials }, signal }) => {
        const { secret, uri } = credentials?.by
          ? await call(external.setUpExternalFactor, {}, { signal })
          : credentials
            ? await call(contract.setUpFactor, { username: credentials.username, password: typed(password) }, { signal })
            : await call(contract.setUpTwoFactor, { password: typed(password) }, { signal });
        return { secret: new Secret(secret), uri: new Secret(uri) };
      }),
      confirmFactor: fromPromise(async ({ input: { credentials, code }, signal }) => {
        if (!credentials) {
          const { recovery_codes: codes } = await call(contract.confirmTwoFactor, { factorCode: code }, { signal });
          return { codes: codeLines(codes), signedIn: null };
        }
        const { username, password, keep } = credentials;
        const input = { username: username.trim(), password, keep, factorCode: code };
        const { userInfo, recovery_codes: codes } = credentials.by
          ? await call(external.enterExternal, { keep, factorCode: code }, { signal, quiet: true })
          : await call(login, input, { signal, quiet: true });
        const tokens = tokenPairOf(userInfo.token, userInfo.refresh_token);
        return { codes: codes ? codeLines(codes) : null, signedIn: { person: adminInfoOf(userInfo), tokens } };
      }),
    },
  });

/** The own second factor. */
export const twoFactorLogic = ({ call }: { readonly call: Call }): typeof twoFactorMachine =>
  twoFactorMachine.provide({
    actors: {
      loadFactor: fromPromise(async ({ signal }) => {
        const status = await call(contract.readTwoFactor, {}, { signal });
        return {
          isOn: status.is_on,
          since: status.since,
          recoveryLeft: status.recovery_left,
          isRequired: status.is_required,
          ...(status.kept_by && { keptBy: status.kept_by }),
          ...(status.has_passkey && canUsePasskeys() && { hasPasskey: true as const }),
          ...(status.has_password === false && { hasPassword: false as const }),
        };
      }),
      switchOff: fromPromise(async ({ input: { password }, signal }) => {
        await call(contract.endTwoFactor, { password: typed(password) }, { signal });
      }),
      prepareReplacement: fromPromise(async ({ input: { proof }, signal }) => {
        const { secret, uri } = await call(contract.replaceTwoFactor, await shown(call, proof, signal), { signal });
        return { secret: new Secret(secret), uri: new Secret(uri) };
      }),
      renewCodes: fromPromise(async ({ input: { proof }, signal }) => {
        const { recovery_codes: codes } = await call(contract.renewRecoveryCodes, await shown(call, proof, signal), { signal });
        return codeLines(codes);
      }),
      enrolment: enrolmentLogic({ call }),
    },
  });

/** The second factor of a member who has lost it: it can be looked at and removed, with the password of whoever does it. */
export const factorOfMemberLogic = ({ call }: { readonly call: Call }, id: number): typeof twoFactorMachine =>
  factorOfOtherLogic({
    read: (signal) => call(readFactorOfMember, { id }, { signal }),
    remove: (password, signal) => call(resetFactorOfMember, { id, password }, { signal }),
  });

/** The same of another administrator. */
export const factorOfAdminLogic = ({ call }: { readonly call: Call }, id: number): typeof twoFactorMachine =>
  factorOfOtherLogic({
    read: (signal) => call(contract.readAdminTwoFactor, { id }, { signal }),
    remove: (password, signal) => call(contract.resetAdminTwoFactor, { id, password }, { signal }),
  });

interface OthersFactor {
  readonly read: (
    signal: AbortSignal,
  ) => Promise<{ readonly is_on: boolean; readonly since: number | null; readonly used?: number | null | undefined }>;
  /** @param password of whoever removes it */
  readonly remove: (password: Secret, signal: AbortSignal) => Promise<unknown>;
}

const factorOfOtherLogic = ({ read, remove }: OthersFactor): typeof twoFactorMachine =>
  twoFactorMachine.provide({
    actors: {
      loadFactor: fromPromise(async ({ signal }) => {
        const { is_on: isOn, since, used } = await read(signal);
        return { isOn, since, recoveryLeft: 0, isRequired: false, ...(typeof used === 'number' && { used }) };
      }),
      switchOff: fromPromise(async ({ input: { password }, signal }) => {
        await remove(typed(password), signal);
      }),
    },
  });
