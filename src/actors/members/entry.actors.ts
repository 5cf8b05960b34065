import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { undoBind } from '#api/contract/members/account-safety';
import { undoOwnAddress } from '#api/contract/session/own-profile';
import { retrievePassword } from '#api/contract/members/account';
import { checkIn, readCheckIn, signInByCode } from '#api/contract/members/member-session';
import type { Channel, CodeTerms } from '#domain/members/channel';
import type { AccountFormValues } from '#machines/members/account-form.machine';
import { codeSignInMachine } from '#machines/members/code-sign-in.machine';
import { addressUndoMachine } from '#machines/members/address-undo.machine';
import { passwordResetMachine } from '#machines/members/password-reset.machine';
import { registrationMachine, type RegistrationTerms } from '#machines/members/registration.machine';
import type { PendingCode } from '#machines/members/sent-code';
import { ANSWERED_WITHIN_MS } from '../base/answered-within.ts';
import { DRAFTS, PROFILE_DRAFT, type StoredDrafts } from '../base/draft-slices.ts';
import { draftStore } from '../base/draft-store.ts';
import { readSlice, STORAGE_KEY, writeSlice, type Slice } from '../base/persistence.ts';
import type { AppPorts } from '../base/ports.ts';
import { tokenPairOf } from '../session/admin-info.ts';
import type { FieldDraft } from '../session/field-draft.ts';
import { memberInfoOf } from '../session/member-info.ts';
import { passkeySignInLogic } from './member-passkey-sign-in.actors.ts';
import { verificationCodeLogic } from '../session/verification-code.actors.ts';

export interface EntryPorts extends Pick<AppPorts, 'clock' | 'storage' | 'tabStorage'> {
  readonly call: Call;
}

/** Of this window alone: whoever sits down after it was closed sees no address. */
const RESET: Slice = { key: STORAGE_KEY.passwordReset, version: 1 };
const SIGN_IN: Slice = { key: STORAGE_KEY.codeSignIn, version: 1 };

async function termsOf(call: Call, signal: AbortSignal): Promise<RegistrationTerms> {
  const {
    accountVerificationType: channels,
    delivery,
    registration,
    agreements,
    // Sign-in, registration and a new password each ask for it, one behind the other: none of them is another's repetition.
  } = await call(readCheckIn, {}, { signal, quietErrors: true, duplicates: 'allowed' });
  return { channels, delivery, isOpen: registration === 'open', agreements };
}

const addressOf = (channel: Channel, address: string) => (channel === 'email' ? { email: address } : { mobile: address });

/** Becoming a member. Source: wire protocol §2.6. */
export const registrationLogic = (ports: EntryPorts): typeof registrationMachine =>
  registrationMachine.provide({
    actors: {
      code: verificationCodeLogic(ports),
      readTerms: fromPromise(({ signal }) => termsOf(ports.call, signal)),
      register: fromPromise(async ({ input: { username, address, code, password, channel }, signal }) => {
        const typed = { username, password, captcha: code, registerType: channel, ...addressOf(channel, address) };
        const { userInfo } = await ports.call(checkIn, { tab: 'register', ...typed }, { signal, quiet: true });
        return { person: memberInfoOf(userInfo), tokens: tokenPairOf(userInfo.token ?? '', userInfo.refresh_token) };
      }),
    },
  });

/** As long as a code counts: whoever comes to the window later sees nobody's address. */
const CODE_LIFE_MS = 600_000;

function keepPending({ tabStorage, clock }: EntryPorts, slice: Slice, pending: PendingCode | null): void {
  try {
    writeSlice(tabStorage, slice, pending && { ...pending, sentMs: clock.now() });
  } catch {
    // Full or forbidden storage costs the way back after a reload.
  }
}

function pendingIn({ tabStorage, clock }: EntryPorts, slice: Slice, { channels }: CodeTerms): PendingCode | null {
  const stored = readSlice(tabStorage, slice) as Partial<PendingCode & { readonly sentMs: number }> | null | undefined;
  const channel = channels.find((one) => one === stored?.channel);
  const ageMs = clock.now() - Number(stored?.sentMs);
  if (channel && typeof stored?.account === 'string' && stored.account !== '' && ageMs >= 0 && ageMs < CODE_LIFE_MS)
    return { channel, account: stored.account };
  tabStorage.remove(slice.key);
  return null;
}

/** A change of address taken back by whoever reads the old one: of a member, or of an administrator. */
export const addressUndoLogic = (
  { call }: Pick<EntryPorts, 'call'>,
  undo: typeof undoBind | typeof undoOwnAddress = undoBind,
): typeof addressUndoMachine =>
  addressUndoMachine.provide({
    actors: {
      undoAddress: fromPromise(async ({ input: { number }, signal }) => void (await call(undo, { number }, { signal, quiet: true }))),
    },
  });

/** A new password by a code. Source: wire protocol §2.10. */
export const passwordResetLogic = (ports: EntryPorts): typeof passwordResetMachine =>
  passwordResetMachine.provide({
    actors: {
      code: verificationCodeLogic(ports),
      readTerms: fromPromise(async ({ signal }) => {
        const { channels, delivery } = await termsOf(ports.call, signal);
        return { channels, delivery, pending: pendingIn(ports, RESET, { channels, delivery }) };
      }),
      resetPassword: fromPromise(async ({ input: { channel, account, code, password }, signal }) => {
        await ports.call(retrievePassword, { type: channel, account, captcha: code, password }, { signal, timeoutMs: ANSWERED_WITHIN_MS });
      }),
    },
    actions: {
      keepPending: (_, { pending }) => keepPending(ports, RESET, pending),
    },
  });

/** A code in the place of the password. */
export const codeSignInLogic = (ports: EntryPorts): typeof codeSignInMachine =>
  codeSignInMachine.provide({
    actors: {
      code: verificationCodeLogic(ports),
      readTerms: fromPromise(async ({ signal }) => {
        const { channels, delivery } = await termsOf(ports.call, signal);
        return { channels, delivery, pending: pendingIn(ports, SIGN_IN, { channels, delivery }) };
      }),
      signIn: fromPromise(async ({ input: { channel, address, code, keep, factorCode }, signal }) => {
        const typed = { type: channel, account: address, captcha: code, keep, ...(factorCode && { factorCode }) };
        const { userInfo } = await ports.call(signInByCode, typed, { signal, quiet: true });
        return { person: memberInfoOf(userInfo), tokens: tokenPairOf(userInfo.token ?? '', userInfo.refresh_token) };
      }),
    },
    actions: {
      keepPending: (_, { pending }) => keepPending(ports, SIGN_IN, pending),
    },
  });

/** What the member whose session was lost in this tab had changed in the profile, whoever that was; null where nothing is kept. */
export function keptProfile({ tabStorage }: Pick<EntryPorts, 'tabStorage'>): AccountFormValues | null {
  const stored = readSlice(tabStorage, DRAFTS.member) as StoredDrafts | undefined;
  const draft = stored?.drafts[PROFILE_DRAFT] as FieldDraft | undefined;
  return (draft?.values ?? null) as AccountFormValues | null;
}

/** Forgets it; nobody is given it back. */
export function discardProfile({ tabStorage }: Pick<EntryPorts, 'tabStorage'>): void {
  const stored = readSlice(tabStorage, DRAFTS.member) as StoredDrafts | undefined;
  if (!stored) return tabStorage.remove(DRAFTS.member.key);
  draftStore({ tabStorage, log: () => {} }, DRAFTS.member).keep(stored.account, PROFILE_DRAFT, undefined);
}

/** What the sign-in page needs for whoever has no account yet, or no password any more. */
export const entryBundle = (ports: EntryPorts) => ({
  registration: registrationLogic(ports),
  passwordReset: passwordResetLogic(ports),
  addressUndo: addressUndoLogic(ports),
  adminUndo: addressUndoLogic(ports, undoOwnAddress),
  codeSignIn: codeSignInLogic(ports),
  passkeySignIn: passkeySignInLogic(ports),
  keptProfile: () => keptProfile(ports),
  discardProfile: () => discardProfile(ports),
});
export type EntryBundle = ReturnType<typeof entryBundle>;
