import type { listMessages, readPreferences, savePreference } from '#api/contract/members/messages';
import type { OutputOf, ParsedInputOf } from '#api/contract/base/endpoint';
import { defaultPreference, isFixedKind } from '#domain/members/message-kinds';
import type { MemberCaller } from '../../../base/caller.ts';
import { notFound, SessionEnded } from '../../../base/refusal.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import { lockOwnAccount } from '../../../resources/access/own-account.ts';
import { readSiteSettings } from '../../../resources/base/site-settings.ts';
import { pageOf } from '../../base/page.ts';
import { readPreferencesOf } from './member-messages.ts';
import { STAFF_COLUMNS, wordsOf } from './message-words.ts';

const MAX_PAGE = 10_000;

/** A member's own messages. Those of others are not found, as those that never were. */
export interface OwnMessages {
  list(caller: MemberCaller, query: ParsedInputOf<typeof listMessages>): Promise<OutputOf<typeof listMessages>>;
  countUnread(caller: MemberCaller): Promise<number>;
  /** @param ids left out: all of them. @returns how many are unread then */
  read(caller: MemberCaller, ids?: readonly number[]): Promise<number>;
  remove(caller: MemberCaller, ids: readonly number[]): Promise<number>;
  preferences(caller: MemberCaller): Promise<OutputOf<typeof readPreferences>>;
  savePreference(caller: MemberCaller, wanted: ParsedInputOf<typeof savePreference>): Promise<void>;
}

export function createOwnMessages(ports: Pick<ServerPorts, 'database' | 'clock' | 'messages'>): OwnMessages {
  const { database } = ports;
  const { kysely } = database;

  const countUnread = async ({ id }: MemberCaller): Promise<number> => {
    const { unread } = await kysely
      .selectFrom('member_message')
      .select((select) => select.fn.countAll<number>().as('unread'))
      .where('member_id', '=', id)
      .where('read_time', 'is', null)
      .executeTakeFirstOrThrow();
    return unread;
  };

  return {
    countUnread,

    async list(caller, asked) {
      const own = kysely.selectFrom('member_message').where('member_id', '=', caller.id);
      const { limit, offset } = pageOf(asked, MAX_PAGE);
      const { total } = await own.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      const rows = await own
        .leftJoin('staff_message', 'staff_message.id', 'staff_message_id')
        .select(['member_message.id', 'kind', 'text_key', 'params', 'member_message.create_time', 'read_time', ...STAFF_COLUMNS])
        .orderBy('member_message.id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      const { siteName: site } = await readSiteSettings(kysely);
      const { language } = caller.client;
      const list = rows.map(({ id, kind, create_time, read_time, ...words }) => ({
        id,
        kind,
        create_time,
        read_time,
        ...wordsOf(ports.messages, language, site, words),
      }));
      return { list, total, unread: await countUnread(caller) };
    },

    async read(caller, ids) {
      await database.transaction(async (trx) => {
        await lockOwnAccount(trx, caller);
        const own = trx
          .updateTable('member_message')
          .set({ read_time: nowSeconds(ports) })
          .where('member_id', '=', caller.id);
        if (ids === undefined) await own.where('read_time', 'is', null).execute();
        else {
          const found = await trx
            .selectFrom('member_message')
            .select('id')
            .where('member_id', '=', caller.id)
            .where('id', 'in', ids)
            .execute();
          if (found.length !== new Set(ids).size) throw notFound();
          await own.where('id', 'in', ids).where('read_time', 'is', null).execute();
        }
      });
      return countUnread(caller);
    },

    async remove(caller, ids) {
      await database.transaction(async (trx) => {
        await lockOwnAccount(trx, caller);
        const gone = await trx
          .deleteFrom('member_message')
          .where('member_id', '=', caller.id)
          .where('id', 'in', ids)
          .returning('id')
          .execute();
        if (gone.length !== new Set(ids).size) throw notFound();
      });
      return countUnread(caller);
    },

    async preferences({ id }) {
      const { email } = await kysely
        .selectFrom('member')
        .select('email')
        .where('id', '=', id)
        .executeTakeFirstOrThrow(() => new SessionEnded('member'));
      const list = (await readPreferencesOf(kysely, id)).map(({ kind, byMail, inApp }) => ({
        kind,
        by_mail: byMail,
        in_app: inApp,
        is_fixed: isFixedKind(kind),
      }));
      return { list, has_email: email !== '' };
    },

    async savePreference(caller, { kind, by_mail: byMail, in_app: inApp }) {
      // What cannot be turned off stays as it is, whoever asks.
      if (isFixedKind(kind)) return;
      await database.transaction(async (trx) => {
        await lockOwnAccount(trx, caller);
        const stored = (await readPreferencesOf(trx, caller.id)).find((one) => one.kind === kind) ?? defaultPreference(kind);
        const wanted = { by_mail: byMail ?? stored.byMail, in_app: inApp ?? stored.inApp };
        await trx
          .insertInto('member_preference')
          .values({ member_id: caller.id, kind, ...wanted })
          .onConflict((on) => on.columns(['member_id', 'kind']).doUpdateSet(wanted))
          .execute();
      });
    },
  };
}
