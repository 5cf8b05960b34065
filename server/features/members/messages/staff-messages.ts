import { type Kysely, sql, type Transaction } from 'kysely';
import type { readStaffAudience, sendStaffMessage } from '#api/contract/members/staff-message';
import type { OutputOf, ParsedInputOf } from '#api/contract/base/endpoint';
import { DAY_SECONDS } from '#domain/base/timestamp';
import { rejection } from '#domain/base/failure';
import { hasIssues } from '#domain/base/issue';
import { defaultPreference } from '#domain/members/message-kinds';
import { checkStaffWords, trimStaffWords } from '#domain/members/staff-message';
import type { AdminCaller } from '../../../base/caller.ts';
import { MESSAGE_SECONDS, STAFF_GROUPS_SHOWN, STAFF_MESSAGE_PORTION, STAFF_MESSAGE_PORTIONS, STAFF_MESSAGES_A_DAY } from './limits.ts';
import { taskOf } from '../../../base/precedence.ts';
import { FieldsRefused, notFound } from '../../../base/refusal.ts';
import type { JobRun } from '../../../db/base/jobs.ts';
import type { Row, Tables } from '../../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import { lockOwnAccount } from '../../../resources/access/own-account.ts';
import { idempotent } from '../../../resources/write/idempotent.ts';
import type { StaffMail } from './staff-mail.ts';

type Wish = ParsedInputOf<typeof sendStaffMessage>;
type Letter = Row<'staff_message'>;

/** What administrators write to members. Decision 078 says how it reaches them. */
export interface StaffMessages {
  readAudience(): Promise<OutputOf<typeof readStaffAudience>>;
  /** @throws FieldsRefused, notFound for members and groups that there are not, the refusal once the day's messages are sent */
  send(wish: Wish, caller: AdminCaller): Promise<OutputOf<typeof sendStaffMessage>>;
}

/** Of jobs that hand a message out. */
const HAND_OUT = 'member.staffMessage';

export function createStaffMessages(ports: ServerPorts, mail: StaffMail): StaffMessages {
  const { database, jobs } = ports;
  jobs.handle(HAND_OUT, {
    lane: 'long',
    run: ({ message }, job) => handOut(Number(message), job),
    // Whom it has reached keeps it; nobody else gets it, and its words go when the last of those does.
    async cancelled({ message }, trx) {
      const over = { done_time: nowSeconds(ports) };
      await trx.updateTable('staff_message').set(over).where('id', '=', Number(message)).where('done_time', 'is', null).execute();
    },
  });

  /** Some portions, each with how far it has come; the rest is another job's, so that none takes long. */
  async function handOut(id: number, job: JobRun): Promise<void> {
    const { total, reached } = await reachOf(id);
    const giveWay = taskOf(ports);
    for (let portion = 1; portion <= STAFF_MESSAGE_PORTIONS; portion += 1) {
      await giveWay();
      job.signal.throwIfAborted();
      job.advance(Math.min(total, reached + (portion - 1) * STAFF_MESSAGE_PORTION), total);
      const isOver = await database.transaction(async (trx) => {
        await job.hold(trx);
        const letter = await trx.selectFrom('staff_message').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
        const isDone = !letter || letter.done_time !== null || (await handOutPortion(trx, letter));
        if (isDone || portion === STAFF_MESSAGE_PORTIONS) await job.settle(trx);
        if (!isDone && portion === STAFF_MESSAGE_PORTIONS) await jobs.send(trx, HAND_OUT, { message: id });
        return isDone;
      });
      if (isOver) return;
    }
  }

  /** How many members a message is for, and how many its portions have come to already. */
  async function reachOf(id: number): Promise<{ readonly total: number; readonly reached: number }> {
    const { kysely } = database;
    const letter = await kysely.selectFrom('staff_message').selectAll().where('id', '=', id).executeTakeFirst();
    if (!letter) return { total: 0, reached: 0 };
    const counted = await recipients(kysely, letter)
      .select(({ fn }) => [
        fn.countAll<number>().as('total'),
        sql<number>`count(*) filter (where member.id <= ${letter.cursor_id})`.as('reached'),
      ])
      .executeTakeFirstOrThrow();
    return counted;
  }

  /** @returns whether it was the last */
  async function handOutPortion(trx: Transaction<Tables>, letter: Letter): Promise<boolean> {
    const now = nowSeconds(ports);
    const standard = defaultPreference('system');
    const members = await recipients(trx, letter)
      .leftJoin('member_preference', (join) => join.onRef('member_preference.member_id', '=', 'member.id').on('kind', '=', 'system'))
      .select(['member.id', 'member.email', 'by_mail', 'in_app'])
      .where('member.id', '>', letter.cursor_id)
      .orderBy('member.id')
      .limit(STAFF_MESSAGE_PORTION)
      .execute();
    const wanted = members.map(({ by_mail: byMail, in_app: inApp, ...member }) => ({
      ...member,
      byMail: byMail ?? standard.byMail,
      inApp: inApp ?? standard.inApp,
    }));
    const told = wanted.filter(({ byMail, inApp }) => byMail || inApp);
    const common = { kind: 'system', text_key: 'staff', language: '', create_time: now, staff_message_id: letter.id } as const;
    // Who wants it by mail alone finds it read.
    const rows = told.map(({ id, inApp }) => ({ ...common, member_id: id, read_time: inApp ? null : now }));
    if (rows.length > 0) await trx.insertInto('member_message').values(rows).execute();
    for (const { id, email } of told.filter((one) => one.byMail && one.email !== '')) await mail.send(trx, letter.id, { id, email });
    const isLast = members.length < STAFF_MESSAGE_PORTION;
    const progress = { cursor_id: members.at(-1)?.id ?? letter.cursor_id, ...(isLast && { done_time: now }) };
    await trx.updateTable('staff_message').set(progress).where('id', '=', letter.id).execute();
    return isLast;
  }

  return {
    async readAudience() {
      const { kysely } = database;
      const enabled = kysely.selectFrom('member').where('member.status', '=', 'enable');
      const { all } = await enabled.select((select) => select.fn.countAll<number>().as('all')).executeTakeFirstOrThrow();
      const groups = await kysely
        .selectFrom('member_group')
        .leftJoin('member', (join) => join.onRef('member.group_id', '=', 'member_group.id').on('member.status', '=', 'enable'))
        .select(['member_group.id', 'member_group.name', (select) => select.fn.count<number>('member.id').as('members')])
        .groupBy(['member_group.id', 'member_group.name'])
        .orderBy('member_group.id')
        .limit(STAFF_GROUPS_SHOWN)
        .execute();
      return { all, groups };
    },

    async send(wish, caller) {
      const words = trimStaffWords({
        title: wish.title ?? '',
        text: wish.text ?? '',
        titleEn: wish.titleEn ?? '',
        textEn: wish.textEn ?? '',
      });
      const issues = checkStaffWords(words);
      if (hasIssues(issues)) throw new FieldsRefused(issues);
      const now = nowSeconds(ports);
      return database.transaction((trx) =>
        idempotent(trx, caller, now, async () => {
          // Its lock also counts those of one administrator one after the other.
          await lockOwnAccount(trx, caller);
          await requireRoom(trx, caller, now);
          const audience = await audienceOf(trx, wish);
          const { title, text, titleEn, textEn } = words;
          const letter = await trx
            .insertInto('staff_message')
            .values({ ...audience, title, text, title_en: titleEn, text_en: textEn, admin_id: caller.id, create_time: now })
            .returningAll()
            .executeTakeFirstOrThrow();
          const { members } = await recipients(trx, letter)
            .select((select) => select.fn.countAll<number>().as('members'))
            .executeTakeFirstOrThrow();
          await jobs.send(trx, HAND_OUT, { message: letter.id });
          return { members };
        }),
      );
    },
  };
}

/** Whom a message is for: whose account is enabled when their turn comes. */
function recipients(kysely: Kysely<Tables>, { audience, group_id: groupId, member_ids: ids, until_id: until }: Letter) {
  const members = kysely.selectFrom('member').where('member.status', '=', 'enable').where('member.id', '<=', until);
  if (audience === 'group') return members.where('member.group_id', '=', groupId);
  return audience === 'chosen' ? members.where('member.id', 'in', [...ids]) : members;
}

async function audienceOf(trx: Transaction<Tables>, { audience, groupId, ids }: Wish) {
  const chosen = [...new Set(ids ?? [])].toSorted((a, b) => a - b);
  if (audience === 'group') {
    const group = await trx
      .selectFrom('member_group')
      .select('id')
      .where('id', '=', groupId ?? 0)
      .executeTakeFirst();
    if (!group) throw new FieldsRefused({ groupId: { key: 'validation.required' } });
  }
  if (audience === 'chosen') {
    if (chosen.length === 0) throw new FieldsRefused({ ids: { key: 'validation.required' } });
    const found = await trx.selectFrom('member').select('id').where('id', 'in', chosen).execute();
    if (found.length !== chosen.length) throw notFound();
  }
  const { newest } = await trx
    .selectFrom('member')
    .select((select) => select.fn.max('id').as('newest'))
    .executeTakeFirstOrThrow();
  return {
    audience,
    group_id: audience === 'group' ? (groupId ?? 0) : null,
    member_ids: JSON.stringify(audience === 'chosen' ? chosen : []),
    until_id: newest ?? 0,
  };
}

async function requireRoom(trx: Transaction<Tables>, { id }: AdminCaller, now: number): Promise<void> {
  const { sent } = await trx
    .selectFrom('staff_message')
    .select((select) => select.fn.countAll<number>().as('sent'))
    .where('admin_id', '=', id)
    .where('create_time', '>', now - DAY_SECONDS)
    .executeTakeFirstOrThrow();
  if (sent >= STAFF_MESSAGES_A_DAY) throw rejection('refusals.member.staffMessagesSpent', { count: STAFF_MESSAGES_A_DAY });
}

/** Words to one member alone go with the account that they were for. */
export async function eraseStaffWords(trx: Transaction<Tables>, memberId: number): Promise<void> {
  await sql`delete from staff_message where audience = 'chosen' and member_ids = ${JSON.stringify([memberId])}::jsonb`.execute(trx);
}

/**
 * Goes on with what was half handed out and has no job any more, as after a restore or where its job was given up. Forgets words that no message
 * leads to any more: those of a year ago, which the messages of members do not outlive.
 */
export async function sweepStaffMessages({ database, clock, jobs }: Pick<ServerPorts, 'database' | 'clock' | 'jobs'>): Promise<void> {
  await database.transaction(async (trx) => {
    const known = new Set((await jobs.underWay([HAND_OUT], trx)).map(({ message }) => Number(message)));
    const open = await trx.selectFrom('staff_message').select('id').where('done_time', 'is', null).orderBy('id').execute();
    for (const { id } of open) if (!known.has(id)) await jobs.send(trx, HAND_OUT, { message: id }, String(id));
  });
  await database.kysely
    .deleteFrom('staff_message')
    .where('create_time', '<=', nowSeconds({ clock }) - MESSAGE_SECONDS)
    .where('done_time', 'is not', null)
    .where((where) =>
      where.not(where.exists(where.selectFrom('member_message').select('id').whereRef('staff_message_id', '=', 'staff_message.id'))),
    )
    .execute();
}
