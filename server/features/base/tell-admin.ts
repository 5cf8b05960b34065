import type { Kysely, Transaction } from 'kysely';
import { isEmail } from '#domain/base/validation';
import {
  defaultNotificationWay,
  isFixedNotification,
  kindOfNotification,
  NOTIFICATION_KINDS,
  type NotificationName,
  type NotificationWay,
} from '#domain/notifications/notification';
import type { Client } from '../../base/caller.ts';
import type { Language } from '../../base/messages.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';

/** Of jobs that carry one to a mail address. */
export const NOTIFICATION_MAIL = 'notification.mail';
/** What an address is encrypted as, on its way. */
export const mailAddressOf = (adminId: number): string => `${NOTIFICATION_MAIL}:${adminId}`;

export interface News {
  readonly name: NotificationName;
  readonly resource?: string;
  readonly recordId?: number;
  /** The administrator who did it. */
  readonly byId?: number | null;
  /** Of one key a person has one: news takes the place of what was told before. */
  readonly key?: string;
  /** Of which nothing is told a second time. */
  readonly isOnce?: true;
  /** A mail of its own says it. */
  readonly isMailedApart?: true;
  /** Numbers and addresses; neither what people nor what records are called. */
  readonly params?: Readonly<Record<string, string | number>>;
}

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'jobs' | 'encryptor'>;

export async function readReader(kysely: Kysely<Tables>, adminId: number) {
  const row = await kysely.selectFrom('notification_reader').selectAll().where('admin_id', '=', adminId).executeTakeFirst();
  const ways = NOTIFICATION_KINDS.map((kind): NotificationWay => {
    const chosen = isFixedNotification(kind) ? undefined : row?.ways[kind];
    return chosen ? { kind, ...chosen } : defaultNotificationWay(kind);
  });
  return { row, ways };
}

/** Tells an administrator something, in the transaction in which it happened; by mail too where they want that, and then by a job. */
export async function tellAdmin(ports: Ports, trx: Transaction<Tables>, adminId: number, news: News, language: Language): Promise<void> {
  const { row: reader, ways } = await readReader(trx, adminId);
  const way = ways.find(({ kind }) => kind === kindOfNotification(news.name));
  if (!way?.inApp && !way?.byMail) return;
  const now = nowSeconds(ports);
  const said = {
    name: news.name,
    resource: news.resource ?? null,
    record_id: news.recordId ?? null,
    by_id: news.byId ?? null,
    params: JSON.stringify(news.params ?? {}),
    create_time: now,
    // Who wants it by mail alone finds it read.
    read_time: way.inApp ? null : now,
  };
  const told = await trx
    .insertInto('notification')
    .values({ admin_id: adminId, key: news.key ?? null, ...said })
    .onConflict((on) => {
      const same = on.columns(['admin_id', 'key']).where('key', 'is not', null);
      return news.isOnce ? same.doNothing() : same.doUpdateSet(said);
    })
    .returning('id')
    .executeTakeFirst();
  if (!told || !way.byMail || news.isMailedApart) return;
  const account = await trx.selectFrom('admin').select('email').where('id', '=', adminId).executeTakeFirst();
  if (!account || !isEmail(account.email)) return;
  // With the address of now: whoever is in the account may change it before the mail has left.
  const to = await ports.encryptor.encrypt(account.email, mailAddressOf(adminId));
  await ports.jobs.send(trx, NOTIFICATION_MAIL, { notification: told.id, admin: adminId, to, language: reader?.language ?? language });
}

/** The same of what was done to the account itself, with the place from which it was. */
export const tellSafety =
  (ports: Ports) =>
  (trx: Transaction<Tables>, adminId: number, name: NotificationName, { ip, language }: Pick<Client, 'ip' | 'language'>): Promise<void> =>
    tellAdmin(ports, trx, adminId, { name, params: { ip } }, language);

/** The same where what happened is over: it is told on its own, and nothing is the worse for it where that fails. */
export async function tellLater(
  ports: Ports & Pick<ServerPorts, 'logger'>,
  adminId: number,
  news: News,
  language: Language,
): Promise<void> {
  try {
    await ports.database.transaction((trx) => tellAdmin(ports, trx, adminId, news, language));
  } catch (error) {
    ports.logger.error('notification.failed', { name: news.name, error });
  }
}
