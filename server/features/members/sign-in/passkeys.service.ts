import { generateAuthenticationOptions, generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { addPasskey, NewCredential } from '#api/contract/members/passkeys';
import type { ParsedInputOf } from '#api/contract/base/endpoint';
import { rejection } from '#domain/base/failure';
import type { MemberCaller } from '../../../base/caller.ts';
import {
  MEMBER_FACTOR_CHANGES,
  PASSKEY_CHALLENGE_SECONDS,
  PASSKEY_CHALLENGES_PER_MEMBER,
  PASSKEYS_OF_A_MEMBER,
} from '../../../base/limits.ts';
import { base64url, bytesOfBase64url } from '../../../base/digest.ts';
import { FieldsRefused } from '../../../base/refusal.ts';
import { isRefusal } from '../../../db/base/database-error.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import { lockOwnAccount } from '../../../resources/access/own-account.ts';
import { readSiteSettings } from '../../../resources/base/site-settings.ts';
import { revokeAccount } from '../../../resources/access/token-store.ts';
import type { SecurityLog } from '../../base/security-log.ts';
import { countAttempt } from '../../base/throttle.ts';
import type { MemberSettingsReader } from './member-settings.ts';
import type { MemberMessages } from '../messages/member-messages.ts';
import type { PresenceProofs } from './presence-proofs.ts';
import { readClientData } from './client-data.ts';
import { drawChallenge, passkeySubject, spendChallenge } from './passkey-challenges.ts';
import { expectedOrigin, readRelyingParty, userHandleOf } from './relying-party.ts';

export interface PasskeyEntry {
  readonly id: number;
  readonly name: string;
  readonly create_time: number;
  readonly used_time: number | null;
  readonly is_synced: boolean;
}

/** The passkeys of a member. Source: Web Authentication Level 3; security.md rules 4, 8, 34. */
export interface MemberPasskeys {
  list(caller: MemberCaller): Promise<PasskeyEntry[]>;
  /** What the browser needs to make one; wants a proof of presence. */
  beginAdding(caller: MemberCaller): Promise<Record<string, unknown>>;
  /** What the browser needs to ask for one of the member's own. */
  beginProof(caller: MemberCaller): Promise<Record<string, unknown>>;
  /** @throws FieldsRefused at `credential` or `name` */
  add(input: ParsedInputOf<typeof addPasskey>, caller: MemberCaller): Promise<number>;
  rename(id: number, name: string, caller: MemberCaller): Promise<void>;
  /** Wants a proof of presence; ends the other sessions. @returns what the device is told to forget */
  remove(id: number, caller: MemberCaller): Promise<{ readonly rp_id: string; readonly credential_id: string }>;
}

const MAX_KEY_LENGTH = 4000;
const MAX_NAME_LENGTH = 60;
const REFUSED = { credential: { key: 'refusals.member.passkeyRefused' } } as const;
const KNOWN = { credential: { key: 'refusals.member.passkeyKnown' } } as const;

export function createMemberPasskeys(
  ports: ServerPorts,
  proofs: Pick<PresenceProofs, 'require'>,
  settings: MemberSettingsReader,
  securityLog: SecurityLog,
  messages: MemberMessages,
): MemberPasskeys {
  const { database } = ports;
  const ownedBy = (memberId: number) => database.kysely.selectFrom('passkey').where('member_id', '=', memberId).orderBy('id');
  const countChallenge = (caller: MemberCaller) =>
    countAttempt(ports, [{ key: `passkey-challenge:member:${caller.id}`, limit: PASSKEY_CHALLENGES_PER_MEMBER }]);

  async function requireOffer(): Promise<void> {
    if (!(await settings.read()).takesPasskeys) throw rejection('refusals.member.noPasskeys');
  }

  /** @throws FieldsRefused at `credential` */
  async function judge(credential: NewCredential, caller: MemberCaller) {
    const { id, rawId, type, response } = credential;
    const challenge = readClientData(response.clientDataJSON)?.challenge ?? '';
    const isOpen = await spendChallenge(ports, { purpose: 'add', subject: passkeySubject(caller) }, challenge);
    if (!isOpen) throw new FieldsRefused(REFUSED);
    const party = await readRelyingParty(ports);
    const { clientDataJSON, attestationObject } = response;
    const verified = await verifyRegistrationResponse({
      response: { id, rawId, type, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: expectedOrigin(party, clientDataJSON),
      expectedRPID: party.id,
      requireUserVerification: true,
    }).catch(() => null);
    if (!verified?.verified) throw new FieldsRefused(REFUSED);
    const { credential: made, credentialBackedUp } = verified.registrationInfo;
    const publicKey = base64url(made.publicKey);
    if (publicKey.length > MAX_KEY_LENGTH) throw new FieldsRefused(REFUSED);
    return { credential_id: made.id, rp_id: party.id, public_key: publicKey, counter: made.counter, is_synced: credentialBackedUp };
  }

  return {
    list: (caller) => ownedBy(caller.id).select(['id', 'name', 'create_time', 'used_time', 'is_synced']).execute(),

    async beginAdding(caller) {
      await requireOffer();
      await database.transaction((trx) => proofs.require(trx, caller));
      await countChallenge(caller);
      const own = await ownedBy(caller.id).select(['credential_id', 'transports']).execute();
      if (own.length >= PASSKEYS_OF_A_MEMBER) throw rejection('refusals.member.passkeysFull', { count: PASSKEYS_OF_A_MEMBER });
      const { siteName } = await readSiteSettings(database.kysely);
      const options = await generateRegistrationOptions({
        rpName: siteName,
        rpID: (await readRelyingParty(ports)).id,
        userName: caller.username,
        userDisplayName: caller.username,
        userID: bytesOfBase64url(await userHandleOf(caller.id)),
        challenge: await drawChallenge(ports, { purpose: 'add', subject: passkeySubject(caller) }),
        timeout: PASSKEY_CHALLENGE_SECONDS * 1000,
        attestationType: 'none',
        excludeCredentials: own.map(({ credential_id: id, transports }) => ({ id, transports: transportsIn(transports) })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return { ...options };
    },

    async beginProof(caller) {
      await requireOffer();
      await countChallenge(caller);
      const own = await ownedBy(caller.id).select(['credential_id', 'transports']).execute();
      const options = await generateAuthenticationOptions({
        rpID: (await readRelyingParty(ports)).id,
        challenge: await drawChallenge(ports, { purpose: 'prove', subject: passkeySubject(caller) }),
        timeout: PASSKEY_CHALLENGE_SECONDS * 1000,
        allowCredentials: own.map(({ credential_id: id, transports }) => ({ id, transports: transportsIn(transports) })),
        userVerification: 'required',
      });
      return { ...options };
    },

    async add({ credential, name, endOthers }, caller) {
      await requireOffer();
      const called = nameOf(name);
      await countAttempt(ports, [{ key: `factor:${caller.id}`, limit: MEMBER_FACTOR_CHANGES }]);
      const judged = await judge(credential, caller);
      const now = nowSeconds(ports);
      return database
        .transaction(async (trx) => {
          const account = await lockOwnAccount(trx, caller);
          const own = await trx.selectFrom('passkey').select('id').where('member_id', '=', caller.id).execute();
          if (own.length >= PASSKEYS_OF_A_MEMBER) throw rejection('refusals.member.passkeysFull', { count: PASSKEYS_OF_A_MEMBER });
          const { id } = await trx
            .insertInto('passkey')
            .values({
              ...judged,
              member_id: caller.id,
              transports: credential.response.transports.join(','),
              name: called,
              create_time: now,
              used_time: null,
            })
            .returning('id')
            .executeTakeFirstOrThrow();
          if (endOthers) await revokeAccount(account, now, caller.tokens.member);
          await securityLog.write('passkey.added', caller.client, { accountType: 'user', accountId: caller.id }, trx);
          await messages.tell(trx, caller.id, 'passkeyAdded', caller.client, { name: called });
          return id;
        })
        .catch((error: unknown) => {
          throw isRefusal(error, 'unique') ? new FieldsRefused(KNOWN) : error;
        });
    },

    async rename(id, name, caller) {
      const called = nameOf(name);
      await database.transaction(async (trx) => {
        await lockOwnAccount(trx, caller);
        const renamed = await trx
          .updateTable('passkey')
          .set({ name: called })
          .where('id', '=', id)
          .where('member_id', '=', caller.id)
          .executeTakeFirst();
        if (renamed.numUpdatedRows !== 1n) throw rejection('refusals.member.passkeyGone');
      });
    },

    remove: (id, caller) =>
      database.transaction(async (trx) => {
        await proofs.require(trx, caller);
        const account = await lockOwnAccount(trx, caller);
        const removed = await trx
          .deleteFrom('passkey')
          .where('id', '=', id)
          .where('member_id', '=', caller.id)
          .returning(['rp_id', 'credential_id', 'name'])
          .executeTakeFirst();
        if (!removed) throw rejection('refusals.member.passkeyGone');
        await revokeAccount(account, nowSeconds(ports), caller.tokens.member);
        await securityLog.write('passkey.removed', caller.client, { accountType: 'user', accountId: caller.id }, trx);
        await messages.tell(trx, caller.id, 'passkeyRemoved', caller.client, { name: removed.name });
        return { rp_id: removed.rp_id, credential_id: removed.credential_id };
      }),
  };
}

/** @throws FieldsRefused */
function nameOf(typed: string): string {
  const name = typed.trim();
  if (name === '') throw new FieldsRefused({ name: { key: 'validation.required' } });
  if (Array.from(name).length > MAX_NAME_LENGTH)
    throw new FieldsRefused({ name: { key: 'validation.maxLength', params: { max: MAX_NAME_LENGTH } } });
  return name;
}

const transportsIn = (text: string): string[] => text.split(',').filter((one) => one !== '');
