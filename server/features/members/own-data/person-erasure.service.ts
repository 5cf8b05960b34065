import { sql } from 'kysely';
import type { OutputOf } from '#api/contract/base/endpoint';
import type { planPersonErasure } from '#api/contract/members/person-erasure';
import { rejection } from '#domain/base/failure';
import type { AdminCaller } from '../../../base/caller.ts';
import { notFound } from '../../../base/refusal.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import { holdLife } from '../../../db/sections/life-hash.ts';
import { lockAccount } from '../../../resources/access/locked-account.ts';
import { lockOwnAccount } from '../../../resources/access/own-account.ts';
import type { Resources } from '../../../resources/registry.ts';
import { sendByProgram } from '../../../resources/write/program-event.ts';
import type { Guesses } from '../../base/guesses.ts';
import { provePassword } from '../../session/base/own-password.ts';
import { isDone, openRequestOf, requestsSection, writeRequest } from './deletion-requests.ts';
import { endedName } from '#domain/members/ended-member';

/** The end of an account as an administrator does it: for whoever asked for it by letter, or cannot sign in any more. */
export interface PersonErasureService {
  /** @throws notFound for a member that there is not */
  plan(memberId: number): Promise<OutputOf<typeof planPersonErasure>>;
  /** @param password of the caller. @throws FieldsRefused at `password`, notFound, the refusal where the account has ended */
  erase(memberId: number, password: string, caller: AdminCaller): Promise<void>;
}

export function createPersonErasure(
  ports: ServerPorts & { readonly guesses: Guesses },
  resources: Pick<Resources, 'get'>,
): PersonErasureService {
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
        // What its member had asked for is done, or what came by letter is written down; that the account ends follows from the step.
        const section = requestsSection(resources);
        await holdLife(trx, section.resource);
        if (await isDone(trx, memberId)) throw rejection('refusals.member.accountEnded');
        const open = await openRequestOf(trx, memberId);
        const id = open?.id ?? (await writeRequest(trx, section, { memberId, now: at, due: at, by: caller }));
        await sendByProgram(section, trx, { id, event: 'end', nowSeconds: at, by: caller });
        // It may have taken a while.
        await lockOwnAccount(trx, caller, proved);
      });
    },
  };
}
