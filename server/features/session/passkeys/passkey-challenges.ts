import type { AdminCaller, MemberCaller } from '../../../base/caller.ts';
import { base64url, sha256 } from '../../../base/digest.ts';
import { PASSKEY_CHALLENGE_SECONDS } from '../../../base/limits.ts';
import type { PasskeyChallengeTable } from '../../../db/tables/passkey-tables.ts';
import { SessionEnded } from '../../../base/refusal.ts';
import { sessionOfCaller } from '../../../resources/access/lasting-session.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'randomBytes'>;
type Bound = Pick<PasskeyChallengeTable, 'purpose' | 'subject'>;

const CHALLENGE_BYTES = 32;

/** Challenges of an account are for one sign-in. @throws SessionEnded where there is none any more */
export async function passkeySubject({ database }: Pick<Ports, 'database'>, caller: AdminCaller | MemberCaller): Promise<string> {
  const session = await sessionOfCaller(database.kysely, caller);
  if (!session) throw new SessionEnded(caller.kind);
  return `${caller.kind}:${caller.id}:${session.familyId}`;
}

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
