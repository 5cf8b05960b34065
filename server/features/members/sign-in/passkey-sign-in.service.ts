import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { signInByPasskey } from '#api/contract/members/passkeys';
import type { ParsedInputOf } from '#api/contract/base/endpoint';
import { rejection } from '#domain/base/failure';
import type { Client } from '../../../base/caller.ts';
import { PASSKEY_CHALLENGE_SECONDS, PASSKEY_CHALLENGES_PER_NETWORK, PASSKEY_SIGN_INS_PER_NETWORK } from '../../../base/limits.ts';
import { networkOf } from '../../../base/network.ts';
import { FieldsRefused } from '../../../base/refusal.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import { storedHashOf } from '../../../resources/access/own-account.ts';
import type { SecurityLog } from '../../base/security-log.ts';
import { countAttempt } from '../../base/throttle.ts';
import type { MemberSessions, MemberSignedIn } from './member-sessions.service.ts';
import type { MemberSettingsReader } from './member-settings.ts';
import { drawChallenge } from './passkey-challenges.ts';
import { judgeAssertion, notePasskeyUse, ownerOfPasskey } from './passkey-judge.ts';
import { readRelyingParty } from './relying-party.ts';

/** Members coming in with a passkey, in the place of the password and of a second factor. Source: Web Authentication Level 3; security.md rules 7, 8. */
export interface PasskeySignIn {
  /** What the browser needs to ask for any passkey of the site. */
  begin(client: Client): Promise<Record<string, unknown>>;
  /** @throws FieldsRefused at `credential`, whatever is wrong with it */
  signIn(form: ParsedInputOf<typeof signInByPasskey>, client: Client): Promise<MemberSignedIn>;
}

const REFUSED = { credential: { key: 'refusals.member.passkeyRefused' } } as const;
const boundTo = (client: Client) => ({ purpose: 'signIn', subject: `network:${networkOf(client.ip)}` }) as const;

export function createPasskeySignIn(
  ports: ServerPorts,
  sessions: Pick<MemberSessions, 'begin'>,
  settings: MemberSettingsReader,
  securityLog: SecurityLog,
): PasskeySignIn {
  const { kysely } = ports.database;
  async function requireOffer(): Promise<void> {
    if (!(await settings.read()).takesPasskeys) throw rejection('refusals.member.noPasskeys');
  }
  return {
    async begin(client) {
      await requireOffer();
      await countAttempt(ports, [{ key: `passkey-challenge:${networkOf(client.ip)}`, limit: PASSKEY_CHALLENGES_PER_NETWORK }]);
      const options = await generateAuthenticationOptions({
        rpID: (await readRelyingParty(ports)).id,
        challenge: await drawChallenge(ports, boundTo(client)),
        timeout: PASSKEY_CHALLENGE_SECONDS * 1000,
        userVerification: 'required',
      });
      return { ...options };
    },

    async signIn({ credential, keep }, client) {
      await requireOffer();
      await countAttempt(ports, [{ key: `passkey-sign-in:${networkOf(client.ip)}`, limit: PASSKEY_SIGN_INS_PER_NETWORK }]);
      const right = await judgeAssertion(ports, boundTo(client), credential);
      if (!right) {
        const id = await ownerOfPasskey(kysely, credential.id);
        await securityLog.write('session.signInRefused', client, id === null ? {} : { accountType: 'user', accountId: id });
        throw new FieldsRefused(REFUSED);
      }
      const id = right.memberId;
      const hash = await storedHashOf(kysely, { area: 'user', accountId: id });
      return sessions.begin({ id, hash, withoutPassword: true, hasFactor: true }, keep, client, async (trx) => {
        // Under the account's lock: whoever removes it meanwhile means to end what it opens.
        if (!(await notePasskeyUse(ports, trx, right))) throw new FieldsRefused(REFUSED);
      });
    },
  };
}
