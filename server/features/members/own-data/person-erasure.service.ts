import { sql } from 'kysely';
import type { OutputOf } from '#api/contract/base/endpoint';
import type { planPersonErasure } from '#api/contract/members/person-erasure';
import { rejection } from '#domain/base/failure';
import type { AdminCaller } from '../../../base/caller.ts';
import { notFound } from '../../../base/refusal.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import { lockAccount } from '../../../resources/access/locked-account.ts';
import { lockOwnAccount } from '../../../resources/access/own-account.ts';
import type { Guesses } from '../../base/guesses.ts';
import type { MemberData } from '../../base/member-data.ts';
import type { SecurityLog } from '../../base/security-log.ts';
import { provePassword } from '../../session/base/own-password.ts';
import { eraseMember } from './erase-member.ts';

/** The end of an account as an administrator does it: for whoever asked for it by letter, or cannot sign in any more. */
export interface PersonErasure {
  /** @throws notFound for a member that there is not */
  plan(memberId: number): Promise<OutputOf<typeof planPersonErasure>>;
  /** @param password of the caller. @throws FieldsRefused at `password`, notFound, the refusal where the account has ended */
  erase(memberId: number, password: string, caller: AdminCaller): Promise<void>;
}

/** What an ended account is called. */
const endedName = (memberId: number): string => `deleted-${memberId}`;

export function createPersonErasure(
  ports: ServerPorts & { readonly guesses: Guesses },
  data: MemberData,
  securityLog: SecurityLog,
): PersonErasure {
  const { database } = ports;
  return {
    async plan(memberId) {
      const { rows } = await sql<OutputOf<typeof planPersonErasure>>`select username,
          (select count(*)::integer from record_change where resource = 'member' and record_id = member.id and erased_at is null) as versions,
          (select count(*)::integer from recycle_entry where resource = 'member' and record_id = member.id and state = 'kept') as deletions,
          (select count(*)::integer from sensitive_entry where resource = 'member' and record_id = member.id and state = 'kept') as watched,
          (select count(*)::integer from attachment where user_id = member.id) as files,
          (select count(*)::integer from chat_conversation where owner_type = 'member' and owner_id = member.id) as conversations,
          (select count(*)::integer from money_log where user_id = member.id)
            + (select count(*)::integer from score_log where user_id = member.id) as ledger
        from member where id = ${memberId}::bigint`.execute(database.kysely);
      const [found] = rows;
      if (!found) throw notFound();
      return found;
    },

    async erase(memberId, password, caller) {
      const proved = await provePassword(ports, caller, password, 'password');
      await database.transaction(async (trx) => {
        await lockOwnAccount(trx, caller, proved);
        const found = await trx.selectFrom('member').select('username').where('id', '=', memberId).executeTakeFirst();
        if (!found) throw notFound();
        await lockAccount(trx, { area: 'user', accountId: memberId });
        if (found.username === endedName(memberId)) throw rejection('refusals.member.accountEnded');
        const at = nowSeconds(ports);
        // Nobody begins it again, and what its member had asked for is done.
        await trx
          .insertInto('member_deletion')
          .values({ member_id: memberId, asked_at: at, due_at: at, done_at: at })
          .onConflict((on) => on.column('member_id').doUpdateSet({ done_at: at }))
          .execute();
        await eraseMember(trx, data, memberId, { at, by: caller.id });
        const about = { accountType: 'user', accountId: memberId, detail: { by: caller.id } } as const;
        await securityLog.write('member.erased', caller.client, about, trx);
        // It may have taken a while.
        await lockOwnAccount(trx, caller, proved);
      });
    },
  };
}
