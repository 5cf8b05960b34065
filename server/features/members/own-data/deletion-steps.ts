import { sql, type Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import type { ChangeSource } from '#domain/changes/change';
import type { AnyRecord } from '#domain/fields/field';
import { localText } from '#domain/base/zone-time';
import type { Client, Writer } from '../../../base/caller.ts';
import type { Tables } from '../../../db/tables/tables.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import { readSiteSettings } from '../../../resources/base/site-settings.ts';
import { eraseRecords } from '../../../resources/changes/erase-records.ts';
import type { MemberData } from '../../base/member-data.ts';
import { createSecurityLog } from '../../base/security-log.ts';
import { messagesThrough } from '../messages/member-messages.ts';
import { endedName } from '#domain/members/ended-member';
import { isCentreOpen } from './deletion-requests.ts';
import { eraseMember } from './erase-member.ts';

type Trx = Transaction<Tables>;

interface Step {
  /** The request as it was. */
  readonly before: AnyRecord | null;
  readonly nowSeconds: number;
  readonly source: ChangeSource;
  readonly trx: Trx;
}

/** As a request is, as far as its steps ask. */
interface Request {
  readonly id: number;
  readonly memberId: number | null;
  readonly status: string;
  readonly dueTime: number | null;
  readonly remindTime: number | null;
}

/** Whose request it is and when it is due are settled with it, whatever a step would write. */
type Wished = Pick<Request, 'status' | 'memberId' | 'dueTime'>;

/** What comes of the steps of requests, each in the transaction of its step. */
interface DeletionSteps {
  /** Members first and their requests after them: so does everybody else who writes to both. */
  lockMembers(trx: Trx, ids: readonly number[]): Promise<void>;
  /** @throws FailureError for what is settled already, and for an end that neither the time nor the program brings */
  validate<Values extends Partial<Wished>>(values: Values, step: Step): Promise<Values>;
  follow(trx: Trx, request: Request, step: Omit<Step, 'trx'> & { readonly caller: Writer }): Promise<void>;
}

/** By whom an account is ended: its own time that is up, and no other time that a site may have drawn; or the program at the bidding of its member or of staff. */
const isByItself = (source: ChangeSource, dueTime: unknown, nowSeconds: number): boolean =>
  source === 'server' || (source === 'time' && typeof dueTime === 'number' && dueTime <= nowSeconds);

/** Nobody's: what is written when nobody calls. */
const NOBODY: Client = { ip: '', userAgent: '', language: 'zh-cn' };

const isChanged = (value: unknown, was: unknown): boolean => value !== undefined && value !== was;

export function deletionSteps(ports: ServerPorts, data: MemberData): DeletionSteps {
  const securityLog = createSecurityLog(ports);
  const messages = messagesThrough(ports);

  async function remind(trx: Trx, memberId: number, dueTime: number): Promise<void> {
    if ((await usernameOf(trx, memberId)) === null) return;
    const { timeZone } = await readSiteSettings(trx);
    const time = localText(dueTime, timeZone).slice(0, 16);
    await messages.tell(trx, memberId, 'deletionSoon', { language: await languageOf(trx, memberId) }, { time });
  }

  async function tellKept(trx: Trx, memberId: number, { kind, id, client }: Writer): Promise<void> {
    // The member does it, or staff for them: whose call it is says which.
    const isOwn = kind === 'member';
    const about = { accountType: 'user', accountId: memberId, ...(!isOwn && { detail: { byAdmin: id } }) } as const;
    await securityLog.write('member.deletionCancelled', client, about, trx);
    if ((await usernameOf(trx, memberId)) === null) return;
    const language = isOwn ? client.language : await languageOf(trx, memberId);
    await messages.tell(trx, memberId, isOwn ? 'deletionCancelled' : 'deletionCancelledByStaff', { language });
  }

  /** Ends the account, once: one that a version before has ended beside this one is ended. */
  async function end(trx: Trx, memberId: number, at: number, { kind, id, client }: Writer): Promise<void> {
    if ((await usernameOf(trx, memberId)) === endedName(memberId)) return;
    const by = kind === 'admin' ? id : 0;
    await eraseMember(ports, trx, data, memberId, { at, by });
    // What somebody wrote to a step may name anybody.
    const requests = await trx.selectFrom('member_deletion_request').select('id').where('member_id', '=', memberId).execute();
    await eraseRecords(trx, { resource: 'memberDeletion', ids: requests.map((one) => one.id) }, { at, by });
    const about = { accountType: 'user', accountId: memberId } as const;
    if (by > 0) await securityLog.write('member.erased', client, { ...about, detail: { byAdmin: by } }, trx);
    else await securityLog.write('member.deleted', NOBODY, about, trx);
  }

  return {
    async lockMembers(trx, ids) {
      if (ids.length === 0) return;
      await sql`select id from member where id in (select member_id from member_deletion_request where id = any(${[...ids]}::bigint[]))
        order by id for no key update`.execute(trx);
    },

    async validate(values, { before, nowSeconds: now, source, trx }) {
      if (before === null) return values;
      const { status: from, memberId, dueTime } = before;
      if (isChanged(values.memberId, memberId) || isChanged(values.dueTime, dueTime)) throw rejection('refusals.member.deletionSettled');
      if (values.status === undefined || values.status === from) return values;
      if (from !== 'asked') throw rejection('refusals.member.deletionSettled');
      if (values.status === 'done' && !isByItself(source, dueTime, now)) throw rejection('refusals.member.deletionByItself');
      // Nobody loses an account that they had no way to keep.
      if (values.status === 'done' && source === 'time' && !(await isCentreOpen(trx))) throw rejection('refusals.member.closed');
      return { ...values, endTime: now, remindTime: null };
    },

    async follow(trx, { status, dueTime, remindTime }, { before, caller, nowSeconds: now }) {
      const memberId = before === null ? null : (before['memberId'] as number | null);
      if (memberId === null || before === null) return;
      if (status !== before['status']) {
        if (status === 'done') await end(trx, memberId, now, caller);
        else await tellKept(trx, memberId, caller);
      } else if (before['remindTime'] !== null && remindTime === null && dueTime !== null) await remind(trx, memberId, dueTime);
    },
  };
}

/** What a member is called; null where the record is gone. */
const usernameOf = async (trx: Trx, id: number): Promise<string | null> =>
  (await trx.selectFrom('member').select('username').where('id', '=', id).executeTakeFirst())?.username ?? null;

/** In which the member asked for it. */
async function languageOf(trx: Trx, memberId: number): Promise<Client['language']> {
  const asked = await trx
    .selectFrom('member_message')
    .select('language')
    .where('member_id', '=', memberId)
    .where('text_key', '=', 'deletionAsked')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return asked?.language === 'en' ? 'en' : 'zh-cn';
}
