import { sql, type Kysely, type SqlBool } from 'kysely';
import type {
  listNotifications,
  readNotifications,
  readNotificationWays,
  saveNotificationWay,
} from '#api/contract/notifications/notifications';
import type { OutputOf, ParsedInputOf } from '#api/contract/base/endpoint';
import { isFixedNotification } from '#domain/notifications/notification';
import type { AdminCaller } from '../../base/caller.ts';
import { notFound, SessionEnded } from '../../base/refusal.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { lockOwnAccount } from '../../resources/access/own-account.ts';
import { pageOf } from '../base/page.ts';
import { readSettled, type Collect } from './collect.ts';
import { describeNotifications, openSections, type KnownSections } from './notification-words.ts';
import { readReader } from '../base/tell-admin.ts';

type Newest = ParsedInputOf<typeof readNotifications>['upTo'];

/** What concerns an administrator. Another's is not found, as what never was. */
export interface Notifications {
  list(caller: AdminCaller, query: ParsedInputOf<typeof listNotifications>): Promise<OutputOf<typeof listNotifications>>;
  /** Of what has been told so far; `look` looks for more first. */
  countUnread(caller: AdminCaller): Promise<number>;
  look(caller: AdminCaller): Promise<number>;
  /** @param ids left out: all of them, up to the newest that was shown. @returns how many are unread then */
  read(caller: AdminCaller, ids?: readonly number[], upTo?: Newest): Promise<number>;
  ways(caller: AdminCaller): Promise<OutputOf<typeof readNotificationWays>>;
  saveWay(caller: AdminCaller, way: ParsedInputOf<typeof saveNotificationWay>): Promise<void>;
}

export function createNotifications(
  ports: Pick<ServerPorts, 'database' | 'clock' | 'messages'>,
  resources: KnownSections,
  collect: Collect,
): Notifications {
  const { database } = ports;
  const { kysely } = database;

  /** What is about sections whose lists somebody may not open any more is kept back. */
  const own = (from: Kysely<Tables>, caller: AdminCaller) => {
    const open = openSections(resources, caller);
    return from
      .selectFrom('notification')
      .where('admin_id', '=', caller.id)
      .where((where) => where.or([where('resource', 'is', null), ...(open.length > 0 ? [where('resource', 'in', open)] : [])]));
  };

  async function countUnread(caller: AdminCaller): Promise<number> {
    const { unread } = await own(kysely, caller)
      .select((select) => select.fn.countAll<number>().as('unread'))
      .where('read_time', 'is', null)
      .executeTakeFirstOrThrow();
    return unread;
  }

  async function look(caller: AdminCaller): Promise<number> {
    await collect(caller);
    await readSettled(kysely, caller, nowSeconds(ports));
    return countUnread(caller);
  }

  return {
    countUnread,
    look,

    async list(caller, asked) {
      const unread = await look(caller);
      const { total } = await own(kysely, caller)
        .select((select) => select.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await own(kysely, caller)
        .selectAll()
        .orderBy('create_time', 'desc')
        .orderBy('id', 'desc')
        .limit(pageOf(asked, 1).limit)
        .execute();
      return { list: await describeNotifications(ports, resources, caller, rows, caller.client.language), total, unread };
    },

    async read(caller, ids, upTo) {
      await database.transaction(async (trx) => {
        await lockOwnAccount(trx, caller);
        const found = await own(trx, caller)
          .select(['id', 'read_time'])
          .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
          // What has come since was seen by nobody; a watched record that has changed since is news again.
          .$if(upTo !== undefined, (query) => query.where(sql<SqlBool>`(create_time, id) <= (${upTo?.at}::bigint, ${upTo?.id}::bigint)`))
          .execute();
        if (ids !== undefined && found.length !== new Set(ids).size) throw notFound();
        const unread = found.filter(({ read_time: at }) => at === null).map(({ id }) => id);
        if (unread.length > 0)
          await trx
            .updateTable('notification')
            .set({ read_time: nowSeconds(ports) })
            .where('id', 'in', unread)
            .execute();
      });
      return countUnread(caller);
    },

    async ways({ id }) {
      const account = await kysely.selectFrom('admin').select('email').where('id', '=', id).executeTakeFirst();
      if (!account) throw new SessionEnded('admin');
      const { ways } = await readReader(kysely, id);
      const list = ways.map(({ kind, inApp, byMail }) => ({ kind, in_app: inApp, by_mail: byMail, is_fixed: isFixedNotification(kind) }));
      return { list, has_email: account.email !== '' };
    },

    async saveWay(caller, { kind, in_app: inApp, by_mail: byMail }) {
      // What cannot be turned off stays as it is, whoever asks.
      if (isFixedNotification(kind)) return;
      await database.transaction(async (trx) => {
        await lockOwnAccount(trx, caller);
        const { row } = await readReader(trx, caller.id);
        const chosen = { ways: JSON.stringify({ ...row?.ways, [kind]: { inApp, byMail } }), language: caller.client.language };
        await trx
          .insertInto('notification_reader')
          .values({ admin_id: caller.id, ...chosen, seen_settled: nowSeconds(ports) })
          .onConflict((on) => on.column('admin_id').doUpdateSet(chosen))
          .execute();
      });
    },
  };
}
