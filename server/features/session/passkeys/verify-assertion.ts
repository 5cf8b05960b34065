import type { Kysely } from 'kysely';
import type { Assertion } from '#api/contract/session/assertion';
import type { PasskeyChallengeTable } from '../../../db/tables/passkey-tables.ts';
import type { Tables } from '../../../db/tables/tables.ts';
import { bytesOfBase64url } from '../../../base/digest.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import type { Account } from '../../../resources/access/locked-account.ts';
import { readClientData } from './client-data.ts';
import { orRefused } from './or-refused.ts';
import { spendChallenge } from './passkey-challenges.ts';
import { ownerColumn } from './passkey-holders.ts';
import { passkeyLibrary } from './passkey-library.ts';
import { expectedOrigin, readRelyingParty, userHandleOf } from './relying-party.ts';

/** A passkey that has signed what it was to sign. */
export interface RightPasskey {
  readonly id: number;
  /** Of the area that it was judged for. */
  readonly accountId: number;
  readonly counter: number;
  readonly addedAt: number;
}

type Bound = Pick<PasskeyChallengeTable, 'purpose' | 'subject'>;
type Ports = Pick<ServerPorts, 'database' | 'clock' | 'logger' | 'randomBytes' | 'siteAddress'>;

/** Whose passkey of an area it is, right or not. */
export async function ownerOfPasskey(kysely: Kysely<Tables>, area: Account['area'], credentialId: string): Promise<number | null> {
  const row = await kysely.selectFrom('passkey').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
  return row?.[ownerColumn(area)] ?? null;
}

/**
 * Verifies what a passkey has signed; the challenge is used up first. The device has to have verified its user.
 * @param area whose accounts it may open: that of a member opens no administrator's
 * @returns null where anything about it is wrong, a counter that goes back included. Source: security.md rules 8, 34.
 */
export async function verifyAssertion(
  ports: Ports,
  area: Account['area'],
  bound: Bound,
  { id, ...sent }: Assertion,
): Promise<RightPasskey | null> {
  const { kysely } = ports.database;
  const challenge = readClientData(sent.response.clientDataJSON)?.challenge ?? '';
  if (!(await spendChallenge(ports, bound, challenge))) return null;
  const row = await kysely.selectFrom('passkey').selectAll().where('credential_id', '=', id).executeTakeFirst();
  const accountId = row?.[ownerColumn(area)] ?? null;
  if (!row || accountId === null) return null;
  const { userHandle } = sent.response;
  if (userHandle && userHandle !== (await userHandleOf({ area, accountId }))) return null;
  const party = await readRelyingParty(ports);
  const { clientDataJSON, authenticatorData, signature } = sent.response;
  const { verifyAuthenticationResponse } = await passkeyLibrary();
  const verifying = verifyAuthenticationResponse({
    response: {
      id,
      rawId: sent.rawId,
      type: sent.type,
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: expectedOrigin(party, clientDataJSON),
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: { id, publicKey: bytesOfBase64url(row.public_key), counter: row.counter },
  });
  const verified = await orRefused(verifying, ports.logger);
  return verified?.verified ? { id: row.id, accountId, counter: verified.authenticationInfo.newCounter, addedAt: row.create_time } : null;
}

/** Notes its use. @returns false where it was removed meanwhile, or somebody with the same counter was faster */
export async function notePasskeyUse(ports: Ports, trx: Kysely<Tables>, { id, counter }: RightPasskey): Promise<boolean> {
  const noted = await trx
    .updateTable('passkey')
    .set({ counter, used_time: nowSeconds(ports) })
    .where('id', '=', id)
    .where((where) => (counter === 0 ? where('counter', '=', 0) : where('counter', '<', counter)))
    .executeTakeFirst();
  return noted.numUpdatedRows === 1n;
}
