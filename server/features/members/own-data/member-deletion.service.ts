import { sql, type Transaction } from 'kysely';
import { FailureError, rejection } from '#domain/base/failure';
import { DAY_SECONDS } from '#domain/base/timestamp';
import { localText } from '#domain/base/zone-time';
import type { MemberCaller } from '../../../base/caller.ts';
import { DELETION_SECONDS } from '../../../base/limits.ts';
import { FieldsRefused } from '../../../base/refusal.ts';
import type { JobRun } from '../../../db/base/jobs.ts';
import { holdLife, LifeReplaced } from '../../../db/sections/life-hash.ts';
import type { Tables } from '../../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import { lockAccount } from '../../../resources/access/locked-account.ts';
import { lockOwnAccount } from '../../../resources/access/own-account.ts';
import { readSiteSettings } from '../../../resources/base/site-settings.ts';
import type { Resources } from '../../../resources/registry.ts';
import { sendByProgram } from '../../../resources/write/program-event.ts';
import type { SecurityLog } from '../../base/security-log.ts';
import type { MemberMessages } from '../messages/member-messages.ts';
import { isCentreOpen, openRequestOf, requestsSection, writeRequest } from './deletion-requests.ts';
import type { Proofs } from './proofs.ts';

/**
 * The end of an account as its member wants it: a request, thought over for seven days. It lives by its section's life: that the account ends and who
 * is told follows from its steps (`deletion-steps.ts`).
 */
export interface MemberDeletion {
  /** When the account ends, in Unix seconds; null where it does not. */
  dueTime(memberId: number): Promise<number | null>;
  /** Wants a proof of presence; asked again, nothing changes. */
  request(caller: MemberCaller): Promise<number>;
  cancel(caller: MemberCaller): Promise<void>;
}

/** So long an account stays at least once members can come in again. */
const LEFT_SECONDS = DAY_SECONDS;

/** Of jobs that end an account whose time was up and has not ended it. */
const END = 'member.end';

export function createMemberDeletion(
  ports: ServerPorts,
  resources: Pick<Resources, 'get'>,
  proofs: Proofs,
  securityLog: SecurityLog,
  messages: MemberMessages,
): MemberDeletion {
  const { database, jobs } = ports;
  jobs.handle(END, { lane: 'long', run: (params, job) => end(Number(params['member']), job) });

  /** Whoever wants to keep the account waits for the same lock, and so does the time: it is kept as it was, or gone, and gone once. */
  async function end(memberId: number, job: JobRun): Promise<void> {
    try {
      await database.transaction(async (trx) => {
        await lockAccount(trx, { area: 'user', accountId: memberId });
        const at = nowSeconds(ports);
        const open = await openRequestOf(trx, memberId);
        await job.settle(trx);
        if (open && open.due_time <= at && (await isCentreOpen(trx)))
          await sendByProgram(requestsSection(resources), trx, { id: open.id, event: 'end', nowSeconds: at });
      });
    } catch (error) {
      // A site may ask for more before an account ends: then its record says so, and nobody tries without end.
      // Another version has another life for it: its processes are tried next.
      if (error instanceof LifeReplaced || !(error instanceof FailureError || error instanceof FieldsRefused)) throw error;
      ports.logger.warn('member.endRefused', { member: memberId });
      await database.transaction((trx) => job.settle(trx));
    }
  }

  return {
    dueTime: async (memberId) => (await openRequestOf(database.kysely, memberId))?.due_time ?? null,

    async request(caller) {
      const { timeZone } = await readSiteSettings(database.kysely);
      const section = requestsSection(resources);
      return database.transaction(async (trx) => {
        await proofs.require(trx, caller);
        const now = nowSeconds(ports);
        await holdLife(trx, section.resource);
        const open = await openRequestOf(trx, caller.id);
        if (open) return open.due_time;
        const due = now + DELETION_SECONDS;
        await writeRequest(trx, section, { memberId: caller.id, now, due, by: caller });
        await securityLog.write('member.deletionAsked', caller.client, { accountType: 'user', accountId: caller.id }, trx);
        await messages.tell(trx, caller.id, 'deletionAsked', caller.client, { time: localText(due, timeZone).slice(0, 16) });
        return due;
      });
    },

    async cancel(caller) {
      await database.transaction(async (trx) => {
        await lockOwnAccount(trx, caller);
        const open = await openRequestOf(trx, caller.id);
        if (!open) throw rejection('refusals.member.noDeletion');
        await sendByProgram(requestsSection(resources), trx, { id: open.id, event: 'keep', nowSeconds: nowSeconds(ports), by: caller });
      });
    },
  };
}

/**
 * Sends for the accounts whose days are over and which the time of their request has not ended: it gives up after a few faults, and this does
 * not. Before, what a process of the version before was asked for is taken over. While the member centre is closed no account ends, since
 * nobody can keep one: each has a day left from its last hour on.
 */
export async function endDueAccounts({ database, jobs, clock }: Pick<ServerPorts, 'database' | 'jobs' | 'clock'>): Promise<void> {
  await database.transaction(takeOver);
  if (!(await isCentreOpen(database.kysely))) {
    const soonest = nowSeconds({ clock }) + LEFT_SECONDS;
    await database.kysely
      .updateTable('member_deletion_request')
      .set({ due_time: soonest })
      .where('status', '=', 'asked')
      .where('due_time', '<', soonest)
      .execute();
    return;
  }
  const due = await database.kysely
    .selectFrom('member_deletion_request')
    .select('member_id')
    .where('status', '=', 'asked')
    .where('due_time', '<=', nowSeconds({ clock }))
    .orderBy('due_time')
    .limit(1000)
    .execute();
  for (const { member_id: member } of due) await database.transaction((trx) => jobs.send(trx, END, { member }, String(member)));
}

/** Each as a request that was found; of two for one member the one that is here already counts. */
async function takeOver(trx: Transaction<Tables>): Promise<void> {
  await sql`with taken as (delete from member_deletion where done_at is null returning member_id, asked_at, due_at),
    kept as (insert into member_deletion_request (member_id, create_time, due_time) select member_id, asked_at, due_at from taken
      on conflict do nothing returning id, create_time)
    insert into life_step (resource, record_id, kind, to_state, actor_type, actor_id, actor_name, source, at)
    select 'memberDeletion', id, 'found', 'asked', 'server', 0, '', 'server', create_time from kept`.execute(trx);
}
