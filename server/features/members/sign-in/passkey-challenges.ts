import type { MemberCaller } from '../../../base/caller.ts';
import { base64url, sha256 } from '../../../base/digest.ts';
import { PASSKEY_CHALLENGE_SECONDS } from '../../../base/limits.ts';
import type { PasskeyChallengeTable } from '../../../db/tables/passkey-tables.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'randomBytes'>;
type Bound = Pick<PasskeyChallengeTable, 'purpose' | 'subject'>;

const CHALLENGE_BYTES = 32;

/** Challenges of a member are for one sign-in. */
export const passkeySubject = ({ id, familyId }: Pick<MemberCaller, 'id' | 'familyId'>): string => `member:${id}:${familyId}`;

/** Draws what is to be signed, for one purpose and whoever asks. */
export async function drawChallenge(ports: Ports, bound: Bound): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = ports.randomBytes(CHALLENGE_BYTES);
  const row = { hash: await sha256(base64url(challenge)), ...bound, expire_time: nowSeconds(ports) + PASSKEY_CHALLENGE_SECONDS };
  await ports.database.kysely.insertInto('passkey_challenge').values(row).execute();
  return challenge;
}

/** Uses it up, whatever becomes of what was signed. @returns whether it was open, for this and for them */
export async function spendChallenge(ports: Ports, bound: Bound, challenge: string): Promise<boolean> {
  const spent = await ports.database.kysely
    .deleteFrom('passkey_challenge')
    .where('hash', '=', await sha256(challenge))
    .where('purpose', '=', bound.purpose)
    .where('subject', '=', bound.subject)
    .where('expire_time', '>', nowSeconds(ports))
    .executeTakeFirst();
  return spent.numDeletedRows === 1n;
}
