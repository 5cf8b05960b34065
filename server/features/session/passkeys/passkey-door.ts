import type { Transaction } from 'kysely';
import type { Assertion } from '#api/contract/session/assertion';
import type { Client } from '../../../base/caller.ts';
import { PASSKEY_CHALLENGE_SECONDS, PASSKEY_CHALLENGES_PER_NETWORK, PASSKEY_SIGN_INS_PER_NETWORK } from '../../../base/limits.ts';
import { networkOf } from '../../../base/network.ts';
import { FieldsRefused } from '../../../base/refusal.ts';
import type { Tables } from '../../../db/tables/tables.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import { storedHashOf } from '../../../resources/access/own-account.ts';
import type { SecurityLog } from '../../base/security-log.ts';
import { countAttempt } from '../../base/throttle.ts';
import { drawChallenge } from './passkey-challenges.ts';
import { requireOffer, type PasskeyHolders } from './passkey-holders.ts';
import { verifyAssertion, notePasskeyUse, ownerOfPasskey } from './verify-assertion.ts';
import { passkeyLibrary } from './passkey-library.ts';
import { readRelyingParty } from './relying-party.ts';

/** Somebody for whom a passkey has spoken. */
export interface SpokenFor {
  /** As sign-ins begin with it; the hash of the password that counts, undefined where there is none. */
  readonly proved: {
    readonly id: number;
    readonly hash: string | undefined;
    readonly withoutPassword: true;
    readonly hasFactor: true;
    readonly byPasskey: true;
  };
  /** Notes its use, in the transaction that begins the session. @throws FieldsRefused where it was removed meanwhile */
  readonly spend: (trx: Transaction<Tables>) => Promise<void>;
}

/** Coming in with a passkey, in the place of the password and of a second factor. Source: Web Authentication Level 3; security.md rules 7, 8. */
export interface PasskeyDoor {
  /** What the browser needs to ask for any passkey of the site. */
  readonly begin: (client: Client) => Promise<Record<string, unknown>>;
  /** @throws FieldsRefused at `credential`, whatever is wrong with it */
  readonly verify: (credential: Assertion, client: Client) => Promise<SpokenFor>;
}

const REFUSED = { credential: { key: 'refusals.account.passkeyRefused' } } as const;

export function createPasskeyDoor(ports: ServerPorts, { area, isOffered }: PasskeyHolders, securityLog: SecurityLog): PasskeyDoor {
  const { kysely } = ports.database;
  const boundTo = ({ ip }: Client) => ({ purpose: 'signIn', subject: `${area}-network:${networkOf(ip)}` }) as const;
  return {
    async begin(client) {
      await requireOffer(isOffered);
      await countAttempt(ports, [{ key: `passkey-challenge:${area}:${networkOf(client.ip)}`, limit: PASSKEY_CHALLENGES_PER_NETWORK }]);
      const { generateAuthenticationOptions } = await passkeyLibrary();
      const options = await generateAuthenticationOptions({
        rpID: (await readRelyingParty(ports)).id,
        challenge: await drawChallenge(ports, boundTo(client)),
        timeout: PASSKEY_CHALLENGE_SECONDS * 1000,
        userVerification: 'required',
      });
      return { ...options };
    },

    async verify(credential, client) {
      await requireOffer(isOffered);
      await countAttempt(ports, [{ key: `passkey-sign-in:${area}:${networkOf(client.ip)}`, limit: PASSKEY_SIGN_INS_PER_NETWORK }]);
      const right = await verifyAssertion(ports, area, boundTo(client), credential);
      if (!right) {
        const accountId = await ownerOfPasskey(kysely, area, credential.id);
        await securityLog.write('session.signInRefused', client, accountId === null ? {} : { accountType: area, accountId });
        throw new FieldsRefused(REFUSED);
      }
      const id = right.accountId;
      const hash = await storedHashOf(kysely, { area, accountId: id });
      return {
        proved: { id, hash, withoutPassword: true, hasFactor: true, byPasskey: true },
        async spend(trx) {
          // Under the account's lock: whoever removes it meanwhile means to end what it opens.
          if (!(await notePasskeyUse(ports, trx, right))) throw new FieldsRefused(REFUSED);
        },
      };
    },
  };
}
