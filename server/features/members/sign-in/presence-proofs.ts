import { sql, type Transaction } from 'kysely';
import type { Assertion } from '#api/contract/session/assertion';
import type { MemberCaller } from '../../../base/caller.ts';
import { PROOF_SECONDS } from '../../../base/limits.ts';
import { FieldsRefused } from '../../../base/refusal.ts';
import type { Tables } from '../../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import { lockOwnAccount } from '../../../resources/access/own-account.ts';
import type { Guesses } from '../../base/guesses.ts';
import { isFreshSignIn, signInAnew } from '../../session/base/fresh-sign-in.ts';
import { provePassword } from '../../session/base/own-password.ts';
import type { TwoFactorService } from '../../session/two-factor/two-factor.service.ts';
import { passkeySubject } from '../../session/passkeys/passkey-challenges.ts';
import { verifyAssertion, notePasskeyUse } from '../../session/passkeys/verify-assertion.ts';
import { hostOfPasskeys } from '../../session/passkeys/relying-party.ts';

export interface ProofInput {
  readonly password?: string | undefined;
  readonly factorCode?: string | undefined;
  readonly passkey?: Assertion | undefined;
}

/** That a member is there, for what an unlocked desk must not be enough for: one proof for all of it, in one sign-in, for ten minutes. */
export interface PresenceProofs {
  /** @returns until when it counts; @throws FieldsRefused at what was sent */
  prove(sent: ProofInput, caller: MemberCaller): Promise<number>;
  /**
   * Locks the caller's account for what wants one. @throws FieldsRefused at `proof` without one, SessionEnded without a sign-in; the refusal of an old
   * sign-in where the account has nothing to prove itself by
   */
  require(trx: Transaction<Tables>, caller: MemberCaller): Promise<void>;
}

const PASSKEY_REFUSED = { passkey: { key: 'refusals.account.passkeyRefused' } } as const;

export function createPresenceProofs(ports: ServerPorts & { readonly guesses: Guesses }, factors: TwoFactorService): PresenceProofs {
  return {
    async prove({ password, factorCode, passkey }, caller) {
      const how = passkey ? 'passkey' : factorCode === undefined || factorCode === '' ? 'password' : 'factor';
      const right = passkey
        ? await verifyAssertion(ports, 'user', { purpose: 'prove', subject: await passkeySubject(ports, caller) }, passkey)
        : null;
      if (passkey && right?.accountId !== caller.id) throw new FieldsRefused(PASSKEY_REFUSED);
      const proved = how === 'password' ? await provePassword(ports, caller, password ?? '', 'password') : null;
      if (how === 'factor') await factors.spend({ area: 'user', accountId: caller.id }, factorCode ?? '', caller.client);
      const proof = { how, expire_time: nowSeconds(ports) + PROOF_SECONDS } as const;
      await ports.database.transaction(async (trx) => {
        await lockOwnAccount(trx, caller, proved);
        if (right && !(await notePasskeyUse(ports, trx, right))) throw new FieldsRefused(PASSKEY_REFUSED);
        await trx
          .insertInto('member_proof')
          .values({ family_id: caller.familyId, member_id: caller.id, ...proof })
          .onConflict((on) => on.column('family_id').doUpdateSet(proof))
          .execute();
      });
      return proof.expire_time;
    },

    async require(trx, caller) {
      await lockOwnAccount(trx, caller);
      const found = await trx
        .selectFrom('member_proof')
        .select('how')
        .where('family_id', '=', caller.familyId)
        .where('member_id', '=', caller.id)
        .where('expire_time', '>', nowSeconds(ports))
        .executeTakeFirst();
      if (found) return;
      const host = await hostOfPasskeys({ ...ports, database: { kysely: trx } }, 'user');
      if (await canProve(trx, caller.id, host)) throw new FieldsRefused({ proof: { key: 'refusals.member.proofWanted' } });
      if (!(await isFreshSignIn(trx, caller, nowSeconds(ports)))) throw signInAnew();
    },
  };
}

/**
 * Whoever comes in by a sign-in service alone has nothing to prove themselves by; that they have just signed in stands for it.
 * @param host for which passkeys have to be made now; null while none is taken
 */
async function canProve(trx: Transaction<Tables>, memberId: number, host: string | null): Promise<boolean> {
  const { rows } = await sql`select from member_password where member_id = ${memberId}::bigint
    union all select from passkey where member_id = ${memberId}::bigint and rp_id = ${host ?? ''}
    union all select from two_factor where account_type = 'user' and account_id = ${memberId}::bigint and confirmed_at is not null
    limit 1`.execute(trx);
  return rows.length > 0;
}
