import type { addPasskey, NewCredential } from '#api/contract/members/passkeys';
import type { ParsedInputOf } from '#api/contract/base/endpoint';
import { rejection } from '#domain/base/failure';
import type { Transaction } from 'kysely';
import type { AdminCaller, MemberCaller } from '../../../base/caller.ts';
import {
  MEMBER_FACTOR_CHANGES,
  PASSKEY_CHALLENGE_SECONDS,
  PASSKEY_CHALLENGES_PER_ACCOUNT,
  PASSKEYS_OF_AN_ACCOUNT,
} from '../../../base/limits.ts';
import { base64url, bytesOfBase64url } from '../../../base/digest.ts';
import { FieldsRefused } from '../../../base/refusal.ts';
import { isRefusal } from '../../../db/base/database-error.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import type { Tables } from '../../../db/tables/tables.ts';
import { lockOwnAccount, ownAccountOf, ownTokenOf } from '../../../resources/access/own-account.ts';
import { readSiteSettings } from '../../../resources/base/site-settings.ts';
import { opensSomehow } from '../../../resources/access/ways-in.ts';
import { revokeAccount } from '../../../resources/access/token-store.ts';
import type { SecurityLog } from '../../base/security-log.ts';
import { countAttempt } from '../../base/throttle.ts';
import { readClientData } from './client-data.ts';
import { orRefused } from './or-refused.ts';
import { drawChallenge, passkeySubject, spendChallenge } from './passkey-challenges.ts';
import { ownerColumn, requireOffer, type PasskeyHolders } from './passkey-holders.ts';
import { passkeyLibrary } from './passkey-library.ts';
import { expectedOrigin, readRelyingParty, userHandleOf, hostOfPasskeys } from './relying-party.ts';

export interface PasskeyEntry {
  readonly id: number;
  readonly name: string;
  readonly create_time: number;
  readonly used_time: number | null;
  readonly is_synced: boolean;
}

type Holder = AdminCaller | MemberCaller;
/** Verifies under the account's lock that the caller has proved to be there. @throws the refusal where they have not */
export type RequirePresence = (trx: Transaction<Tables>) => Promise<unknown>;

/** What whoever keeps a passkey sends. */
type NewPasskey = ParsedInputOf<typeof addPasskey>;

/** The passkeys of an account, as its owner sees and changes them. Source: Web Authentication Level 3; security.md rules 4, 8, 34. */
export interface Passkeys {
  readonly list: (caller: Holder) => Promise<PasskeyEntry[]>;
  /** What the browser needs to make one. */
  readonly beginAdding: (caller: Holder, require: RequirePresence) => Promise<Record<string, unknown>>;
  /** What the browser needs to ask for one of the caller's own, added until then where a time is given. */
  readonly beginProof: (caller: Holder, addedUntil?: number) => Promise<Record<string, unknown>>;
  /** @throws FieldsRefused at `credential` or `name` */
  readonly add: (input: NewPasskey, caller: Holder) => Promise<number>;
  readonly rename: (id: number, name: string, caller: Holder) => Promise<void>;
  /** Ends the other sessions. @returns what the device is told to forget */
  readonly remove: (
    id: number,
    caller: Holder,
    require: RequirePresence,
  ) => Promise<{ readonly rp_id: string; readonly credential_id: string }>;
}

const MAX_KEY_LENGTH = 4000;
const MAX_NAME_LENGTH = 60;
const REFUSED = { credential: { key: 'refusals.account.passkeyRefused' } } as const;
const KNOWN = { credential: { key: 'refusals.account.passkeyKnown' } } as const;

export function createPasskeys(ports: ServerPorts, { area, isOffered, tell }: PasskeyHolders, securityLog: SecurityLog): Passkeys {
  const { database } = ports;
  const owner = ownerColumn(area);
  const ownedBy = (accountId: number) => database.kysely.selectFrom('passkey').where(owner, '=', accountId).orderBy('id');
  const countChallenge = ({ kind, id }: Holder) =>
    countAttempt(ports, [{ key: `passkey-challenge:${kind}:${id}`, limit: PASSKEY_CHALLENGES_PER_ACCOUNT }]);

  /** @throws FieldsRefused at `credential` */
  async function verify(credential: NewCredential, caller: Holder) {
    const { id, rawId, type, response } = credential;
    const challenge = readClientData(response.clientDataJSON)?.challenge ?? '';
    const isOpen = await spendChallenge(ports, { purpose: 'add', subject: await passkeySubject(ports, caller) }, challenge);
    if (!isOpen) throw new FieldsRefused(REFUSED);
    const party = await readRelyingParty(ports);
    const { clientDataJSON, attestationObject } = response;
    const { verifyRegistrationResponse } = await passkeyLibrary();
    const verifying = verifyRegistrationResponse({
      response: { id, rawId, type, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: expectedOrigin(party, clientDataJSON),
      expectedRPID: party.id,
      requireUserVerification: true,
    });
    const verified = await orRefused(verifying, ports.logger);
    if (!verified?.verified) throw new FieldsRefused(REFUSED);
    const { credential: made, credentialBackedUp } = verified.registrationInfo;
    const publicKey = base64url(made.publicKey);
    if (publicKey.length > MAX_KEY_LENGTH) throw new FieldsRefused(REFUSED);
    return { credential_id: made.id, rp_id: party.id, public_key: publicKey, counter: made.counter, is_synced: credentialBackedUp };
  }

  return {
    list: (caller) => ownedBy(caller.id).select(['id', 'name', 'create_time', 'used_time', 'is_synced']).execute(),

    async beginAdding(caller, require) {
      await requireOffer(isOffered);
      await database.transaction(require);
      await countChallenge(caller);
      const own = await ownedBy(caller.id).select(['credential_id', 'transports']).execute();
      if (own.length >= PASSKEYS_OF_AN_ACCOUNT) throw rejection('refusals.account.passkeysFull', { count: PASSKEYS_OF_AN_ACCOUNT });
      const { siteName } = await readSiteSettings(database.kysely);
      const { generateRegistrationOptions } = await passkeyLibrary();
      const options = await generateRegistrationOptions({
        rpName: siteName,
        rpID: (await readRelyingParty(ports)).id,
        userName: caller.username,
        userDisplayName: caller.username,
        userID: bytesOfBase64url(await userHandleOf(ownAccountOf(caller))),
        challenge: await drawChallenge(ports, { purpose: 'add', subject: await passkeySubject(ports, caller) }),
        timeout: PASSKEY_CHALLENGE_SECONDS * 1000,
        attestationType: 'none',
        excludeCredentials: own.map(({ credential_id: id, transports }) => ({ id, transports: transportsIn(transports) })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return { ...options };
    },

    async beginProof(caller, addedUntil = Number.MAX_SAFE_INTEGER) {
      await requireOffer(isOffered);
      await countChallenge(caller);
      const { id: host } = await readRelyingParty(ports);
      // Those of a former address the browser finds on no page of this one.
      const usable = ownedBy(caller.id).where('create_time', '<=', addedUntil).where('rp_id', '=', host);
      const own = await usable.select(['credential_id', 'transports']).execute();
      const { generateAuthenticationOptions } = await passkeyLibrary();
      const options = await generateAuthenticationOptions({
        rpID: host,
        challenge: await drawChallenge(ports, { purpose: 'prove', subject: await passkeySubject(ports, caller) }),
        timeout: PASSKEY_CHALLENGE_SECONDS * 1000,
        allowCredentials: own.map(({ credential_id: id, transports }) => ({ id, transports: transportsIn(transports) })),
        userVerification: 'required',
      });
      return { ...options };
    },

    async add({ credential, name, endOthers }, caller) {
      await requireOffer(isOffered);
      const called = nameOf(name);
      await countAttempt(ports, [
        { key: area === 'admin' ? `passkey-added:admin:${caller.id}` : `factor:${caller.id}`, limit: MEMBER_FACTOR_CHANGES },
      ]);
      const verified = await verify(credential, caller);
      const now = nowSeconds(ports);
      return database
        .transaction(async (trx) => {
          const account = await lockOwnAccount(trx, caller);
          const own = await trx.selectFrom('passkey').select('id').where(owner, '=', caller.id).execute();
          if (own.length >= PASSKEYS_OF_AN_ACCOUNT) throw rejection('refusals.account.passkeysFull', { count: PASSKEYS_OF_AN_ACCOUNT });
          const { id } = await trx
            .insertInto('passkey')
            .values({
              ...verified,
              member_id: area === 'user' ? caller.id : null,
              admin_id: area === 'admin' ? caller.id : null,
              transports: credential.response.transports.join(','),
              name: called,
              create_time: now,
              used_time: null,
            })
            .returning('id')
            .executeTakeFirstOrThrow();
          if (endOthers) await revokeAccount(account, now, ownTokenOf(caller));
          await securityLog.write('passkey.added', caller.client, { accountType: area, accountId: caller.id }, trx);
          await tell(trx, caller.id, 'passkeyAdded', caller.client, { name: called });
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
          .where(owner, '=', caller.id)
          .executeTakeFirst();
        if (renamed.numUpdatedRows !== 1n) throw rejection('refusals.account.passkeyGone');
      });
    },

    async remove(id, caller, require) {
      return database.transaction(async (trx) => {
        const host = await hostOfPasskeys({ ...ports, database: { kysely: trx } }, area);
        await require(trx);
        const account = await lockOwnAccount(trx, caller);
        const removed = await trx
          .deleteFrom('passkey')
          .where('id', '=', id)
          .where(owner, '=', caller.id)
          .returning(['rp_id', 'credential_id', 'name'])
          .executeTakeFirst();
        if (!removed) throw rejection('refusals.account.passkeyGone');
        if (!(await opensSomehow(account, host))) throw rejection('refusals.account.lastPasskey');
        await revokeAccount(account, nowSeconds(ports), ownTokenOf(caller));
        await securityLog.write('passkey.removed', caller.client, { accountType: area, accountId: caller.id }, trx);
        await tell(trx, caller.id, 'passkeyRemoved', caller.client, { name: removed.name });
        return { rp_id: removed.rp_id, credential_id: removed.credential_id };
      });
    },
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
