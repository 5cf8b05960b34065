import { rejection } from '#domain/base/failure';
import { localText } from '#domain/base/zone-time';
import type { Client, MemberCaller } from '../../../base/caller.ts';
import { DELETION_SECONDS } from '../../../base/limits.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import { lockAccount } from '../../../resources/access/locked-account.ts';
import { lockOwnAccount } from '../../../resources/access/own-account.ts';
import { readSiteSettings } from '../../../resources/base/site-settings.ts';
import type { JobRun } from '../../../db/base/jobs.ts';
import type { MemberData } from '../../base/member-data.ts';
import type { SecurityLog } from '../../base/security-log.ts';
import type { MemberMessages } from '../messages/member-messages.ts';
import { eraseMember } from './erase-member.ts';
import type { Proofs } from './proofs.ts';

/** The end of an account as its member wants it: asked for, thought over for seven days, and then done by a job. */
export interface MemberDeletion {
  /** When the account ends, in Unix seconds; null where it does not. */
  dueTime(memberId: number): Promise<number | null>;
  /** Wants a proof of presence; asked again, nothing changes. */
  request(caller: MemberCaller): Promise<number>;
  cancel(caller: MemberCaller): Promise<void>;
}

/** Of jobs that end an account. */
const END = 'member.end';
/** Nobody's: what is written when nobody calls. */
const NOBODY: Client = { ip: '', userAgent: '', language: 'zh-cn' };

export function createMemberDeletion(
  ports: ServerPorts,
  data: MemberData,
  proofs: Proofs,
  securityLog: SecurityLog,
  messages: MemberMessages,
): MemberDeletion {
  const { database, jobs } = ports;
  jobs.handle(END, { lane: 'long', run: (params, job) => end(Number(params['member']), job) });

  /** Whoever wants to keep the account waits for the same lock: it is kept as it was, or gone. */
  async function end(memberId: number, job: JobRun): Promise<void> {
    await database.transaction(async (trx) => {
      await lockAccount(trx, { area: 'user', accountId: memberId });
      const at = nowSeconds(ports);
      const due = await trx
        .updateTable('member_deletion')
        .set({ done_at: at })
        .where('member_id', '=', memberId)
        .where('due_at', '<=', at)
        .where('done_at', 'is', null)
        .returning('member_id')
        .executeTakeFirst();
      await job.settle(trx);
      if (!due) return;
      await eraseMember(trx, data, memberId, { at, by: 0 });
      await securityLog.write('member.deleted', NOBODY, { accountType: 'user', accountId: memberId }, trx);
    });
  }

  return {
    async dueTime(memberId) {
      const row = await database.kysely
        .selectFrom('member_deletion')
        .select('due_at')
        .where('member_id', '=', memberId)
        .where('done_at', 'is', null)
        .executeTakeFirst();
      return row?.due_at ?? null;
    },

    async request(caller) {
      const { timeZone } = await readSiteSettings(database.kysely);
      return database.transaction(async (trx) => {
        await proofs.require(trx, caller);
        const now = nowSeconds(ports);
        const added = await trx
          .insertInto('member_deletion')
          .values({ member_id: caller.id, asked_at: now, due_at: now + DELETION_SECONDS })
          .onConflict((on) => on.doNothing())
          .returning('due_at')
          .executeTakeFirst();
        if (!added) {
          const known = await trx.selectFrom('member_deletion').select('due_at').where('member_id', '=', caller.id).executeTakeFirst();
          return known?.due_at ?? now;
        }
        await securityLog.write('member.deletionAsked', caller.client, { accountType: 'user', accountId: caller.id }, trx);
        const time = localText(added.due_at, timeZone).slice(0, 16);
        await messages.tell(trx, caller.id, 'deletionAsked', caller.client, { time });
        return added.due_at;
      });
    },

    async cancel(caller) {
      await database.transaction(async (trx) => {
        await lockOwnAccount(trx, caller);
        const gone = await trx
          .deleteFrom('member_deletion')
          .where('member_id', '=', caller.id)
          .where('done_at', 'is', null)
          .returning('member_id')
          .executeTakeFirst();
        if (!gone) throw rejection('refusals.member.noDeletion');
        await securityLog.write('member.deletionCancelled', caller.client, { accountType: 'user', accountId: caller.id }, trx);
        await messages.tell(trx, caller.id, 'deletionCancelled', caller.client);
      });
    },
  };
}

/** Sends for the accounts whose days are over. */
export async function endDueAccounts({ database, jobs, clock }: Pick<ServerPorts, 'database' | 'jobs' | 'clock'>): Promise<void> {
  const due = await database.kysely
    .selectFrom('member_deletion')
    .select('member_id')
    .where('done_at', 'is', null)
    .where('due_at', '<=', nowSeconds({ clock }))
    .orderBy('due_at')
    .limit(1000)
    .execute();
  for (const { member_id: member } of due) await database.transaction((trx) => jobs.send(trx, END, { member }, String(member)));
}
