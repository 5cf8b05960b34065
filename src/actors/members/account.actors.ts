import { fromCallback, fromPromise } from 'xstate';
import type { OutputOf } from '#api/contract/base/endpoint';
import type { Call } from '#api/client';
import {
  changeBind,
  changeMemberPassword,
  exportBalance,
  exportIntegral,
  readBalance,
  readIntegral,
  readMemberProfile,
  saveMemberProfile,
  verifyAddress,
} from '#api/contract/members/account';
import { checkIn } from '#api/contract/members/member-session';
import { FailureError } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';
import type { MemberInfo } from '#domain/session/people';
import {
  accountFormMachine,
  type AccountFormRef,
  type FormSave,
  type AccountFormValues,
  type LoadedForm,
} from '#machines/members/account-form.machine';
import { bindChangeMachine } from '#machines/members/bind-change.machine';
import { ledgerFileMachine, type LedgerSelection } from '#machines/members/ledger-file.machine';
import { ledgerMachine, type LedgerPage } from '#machines/members/ledger.machine';
import { selectMember, selectTokens, type SessionRef } from '#machines/session/session.machine';
import { ANSWERED_WITHIN_MS } from '../base/answered-within.ts';
import type { AppPorts } from '../base/ports.ts';
import { tokenPairOf } from '../session/admin-info.ts';
import { memberInfoOf } from '../session/member-info.ts';
import { verificationCodeLogic } from '../session/verification-code.actors.ts';
import type { AccountDraftPorts, keepProfile } from './account-drafts.ts';

export interface AccountPorts extends AccountDraftPorts, Pick<AppPorts, 'clock' | 'storage'> {
  readonly call: Call;
  /** Lets the browser save a file. */
  readonly saveFile: (name: string, content: Blob) => void;
}

/** What is asked for of the entries, without what is not chosen. */
const chosen = ({ sign, reason, from, to }: LedgerSelection) => ({
  ...(sign && { sign }),
  ...(reason && { kind: reason }),
  ...(from && { from }),
  ...(to && { to }),
});

/** All that a list finds, as a file that the browser saves. */
export const ledgerFileLogic = ({ call, saveFile }: AccountPorts): typeof ledgerFileMachine =>
  ledgerFileMachine.provide({
    actors: {
      bringFile: fromPromise(async ({ input: { kind, ...selection }, signal }) => {
        const wanted = { format: 'csv', ...chosen(selection) } as const;
        const { name, blob, rows } = await call(kind === 'money' ? exportBalance : exportIntegral, wanted, { signal });
        saveFile(name, blob);
        return rows;
      }),
    },
  });

/** The member's own entries, newest first. */
export const ledgerLogic = ({ call }: AccountPorts): typeof ledgerMachine =>
  ledgerMachine.provide({
    actors: {
      loadEntries: fromPromise(async ({ input: { kind, query }, signal }): Promise<LedgerPage> => {
        const { page, limit, ...selection } = query;
        const wanted = { page, limit, ...chosen(selection) };
        // The older page may still be on its way.
        const options = { signal, duplicates: 'allowed' } as const;
        if (kind === 'money') {
          const { list, total } = await call(readBalance, wanted, options);
          return { entries: list.map(({ money, ...entry }) => entryOf(money, entry)), total };
        }
        const { list, total, rules } = await call(readIntegral, wanted, options);
        return { entries: list.map(({ score, ...entry }) => entryOf(score, entry)), total, ...(rules && { rules }) };
      }),
    },
  });

type WireEntry = Readonly<Record<'before' | 'after', string | number>> & {
  readonly id: number;
  readonly memo: string;
  readonly create_time: number;
};

const entryOf = (amount: string | number, { id, before, after, memo, create_time: createTime }: WireEntry) => ({
  id,
  amount: String(amount),
  before: String(before),
  after: String(after),
  memo,
  createTime,
});

const PROFILE_FIELDS = ['avatar', 'nickname', 'username', 'gender', 'birthday', 'motto'] as const satisfies readonly (keyof MemberInfo)[];

const formOf = (member: MemberInfo, version: number | null): LoadedForm => ({
  values: Object.fromEntries(PROFILE_FIELDS.map((field) => [field, member[field]])),
  version,
});

async function keep(...of: Parameters<typeof keepProfile>): Promise<() => void> {
  try {
    return (await import('./account-drafts.ts')).keepProfile(...of);
  } catch {
    of[0].page.log('drafts are not kept: their code did not arrive');
    return () => undefined;
  }
}

/** What the member tells of themselves. Only what was changed is sent. */
export const profileFormLogic = ({ call, session, ...ports }: AccountPorts): typeof accountFormMachine =>
  accountFormMachine.provide({
    actors: {
      keepDraft: fromCallback(({ input, sendBack }) => {
        const keeping = keep({ session, ...ports }, input.form as AccountFormRef, sendBack);
        return () => void keeping.then((end) => end());
      }),
      loadForm: fromPromise(async ({ signal }) => {
        const { info } = await call(readMemberProfile, {}, { signal });
        if (info) return formOf(memberInfoOf(info), info.version);
        // Stock servers fill the form from the session.
        return formOf(memberIn(session()), null);
      }),
      saveForm: fromPromise(async ({ input, signal }) => {
        const version = input.loaded.version;
        try {
          const { loaded, changes } = input;
          // Other servers take what is left out for empty, or refuse it.
          const whole = () => Promise.resolve({ id: memberIn(session()).id, ...loaded.values, ...changes });
          await call(saveMemberProfile, { ...changes, ...(version !== null && { version }) }, { signal, whole });
        } catch (error) {
          const theirs = conflictIn(error);
          if (theirs) return { outcome: 'conflict', ...formOf(memberInfoOf(theirs), theirs.version) };
          throw error;
        }
        return { outcome: 'saved', ...(await afterSave(call, input, signal)) };
      }),
    },
  });

type WireProfile = NonNullable<OutputOf<typeof readMemberProfile>['info']>;

const conflictIn = (error: unknown): WireProfile | null =>
  error instanceof FailureError && error.failure.kind === 'rejected' ? ((error.failure.current as WireProfile | undefined) ?? null) : null;

/** As it stands there now; where that is not told, as it was sent. */
async function afterSave(call: Call, { loaded, changes }: FormSave, signal: AbortSignal): Promise<LoadedForm> {
  try {
    const { info } = await call(readMemberProfile, {}, { signal, quietErrors: true });
    if (info) return formOf(memberInfoOf(info), info.version);
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
  }
  return { values: { ...loaded.values, ...changes }, version: null };
}

function memberIn(session: SessionRef): MemberInfo {
  const member = selectMember(session.getSnapshot());
  if (!member) throw new Error('nobody is signed in as a member');
  return member;
}

const EMPTY_PASSWORDS: AccountFormValues = { oldPassword: null, newPassword: null };

/** All sessions end with the old password; this device signs in again with the new one, and where that does not go by itself, its owner does. */
export const passwordFormLogic = ({ call, session: sessionNow }: AccountPorts): typeof accountFormMachine =>
  accountFormMachine.provide({
    actors: {
      // Passwords are kept nowhere.
      keepDraft: fromCallback(() => {}),
      loadForm: fromPromise<LoadedForm>(() => Promise.resolve({ values: EMPTY_PASSWORDS, version: null })),
      saveForm: fromPromise(async ({ input: { changes }, signal }) => {
        const session = sessionNow();
        const { username } = memberIn(session);
        const keep = Boolean(selectTokens(session.getSnapshot())?.refreshToken);
        await call(changeMemberPassword, passwordsIn(changes), { signal });
        try {
          const { newPassword: password } = passwordsIn(changes);
          const { userInfo } = await call(checkIn, { tab: 'login', username, password, keep }, { quiet: true, quietErrors: true });
          const tokens = tokenPairOf(userInfo.token ?? '', userInfo.refresh_token);
          session.send({ type: 'session.entered', person: memberInfoOf(userInfo), tokens });
        } catch (error) {
          if (!(error instanceof FailureError)) throw error;
          session.send({ type: 'session.ended' });
        }
        return { outcome: 'saved', values: EMPTY_PASSWORDS, version: null };
      }),
    },
  });

const passwordsIn = ({ oldPassword, newPassword }: AccountFormValues) => ({
  oldPassword: secretIn(oldPassword),
  newPassword: secretIn(newPassword),
});

/** A transport reveals it on its way out. */
const secretIn = (value: AccountFormValues[string] | undefined): Secret | '' => (value instanceof Secret ? value : '');

/** Another address for the account. */
export const bindChangeLogic = (ports: AccountPorts): typeof bindChangeMachine =>
  bindChangeMachine.provide({
    actors: {
      code: verificationCodeLogic(ports),
      verifyOld: fromPromise(async ({ input: { channel, code }, signal }) => {
        const { accountVerificationToken } = await ports.call(
          verifyAddress,
          { type: channel, ...(code && { captcha: code }) },
          { signal, timeoutMs: ANSWERED_WITHIN_MS },
        );
        return new Secret(accountVerificationToken);
      }),
      changeAddress: fromPromise(async ({ input: { channel, address, code, token, password }, signal }) => {
        const proof = { ...(token && { accountVerificationToken: token }), ...(password && { password }) };
        const to = channel === 'email' ? { email: address } : { mobile: address };
        await ports.call(changeBind, { type: channel, captcha: code, ...to, ...proof }, { signal, timeoutMs: ANSWERED_WITHIN_MS });
      }),
    },
  });
