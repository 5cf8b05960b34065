import { sql } from 'kysely';
import { ADDRESS_UNDO_SECONDS, CODE_SECONDS, OUTBOX_SECONDS } from '../../../base/limits.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import { forgetRows } from '../../base/forget-rows.ts';
import type { Channel } from '#domain/members/channel';
import { DeliveryError } from '../../../ports/verification-ports.ts';
import { unlessPaused } from './delivery-pause.ts';

interface OutgoingMessage {
  readonly channel: Channel;
  readonly target: string;
  readonly purpose: string;
  readonly subject: string;
  /** Without the code. */
  readonly text: string;
  /** Where a job tries until it is sent: all its attempts are one message. */
  readonly delivery?: string;
}

type Ports = Pick<ServerPorts, 'database' | 'clock'>;

/** As the index has it that messages of one delivery meet at: a bound value is not known when a statement is planned that is asked again and again. */
const NONE = sql.lit('');

/** Of words about a changed address: their number counts for days, and who has lost the address can read it nowhere else. */
export const ADDRESS_CHANGED = 'address_changed';

/** Keeps a message that nobody can be sent, with the code, for administrators to read. */
export async function keepMessage(ports: Ports, message: OutgoingMessage, code: string): Promise<void> {
  await ports.database.kysely
    .insertInto('outbox_message')
    .values({ ...message, code, status: 'waiting', create_time: nowSeconds(ports) })
    .onConflict((on) =>
      on.column('delivery').where('delivery', '<>', NONE).doUpdateSet({ code, status: 'waiting', fault: '', end_time: null }),
    )
    .execute();
}

/** Sends a message that is written down first, without its code, and notes how it ended. @throws DeliveryError */
export async function deliverMessage(ports: Ports, message: OutgoingMessage, deliver: () => Promise<void>): Promise<void> {
  const { kysely } = ports.database;
  // From here on somebody else delivers: codes kept while nobody did are no longer shown.
  await kysely
    .updateTable('outbox_message')
    .set({ code: '' })
    .where('channel', '=', message.channel)
    .where('code', '<>', '')
    .where('purpose', '<>', ADDRESS_CHANGED)
    .execute();
  const { id } = await kysely
    .insertInto('outbox_message')
    .values({ ...message, status: 'waiting', create_time: nowSeconds(ports) })
    .onConflict((on) => on.column('delivery').where('delivery', '<>', NONE).doUpdateSet({ status: 'waiting', fault: '', end_time: null }))
    .returning('id')
    .executeTakeFirstOrThrow();
  const end = (ending: { readonly status: 'sent' } | { readonly status: 'failed'; readonly fault: DeliveryError['fault'] }) =>
    kysely
      .updateTable('outbox_message')
      .set({ ...ending, end_time: nowSeconds(ports) })
      .where('id', '=', id)
      .execute();
  try {
    await unlessPaused(ports, message, deliver);
  } catch (error) {
    if (error instanceof DeliveryError) await end({ status: 'failed', fault: error.fault });
    throw error;
  }
  await end({ status: 'sent' });
}

/** Forgets codes that have expired, and messages that are old. */
export async function sweepMessages(ports: Ports): Promise<void> {
  const now = nowSeconds(ports);
  const { kysely } = ports.database;
  await forgetRows(ports, 'verification_code', sql`expire_time <= ${now}`);
  await forgetRows(ports, 'code_turn', sql`(asked_at <= ${now - CODE_SECONDS} or asked_at > ${now})`);
  await kysely
    .updateTable('outbox_message')
    .set({ code: '' })
    .where('code', '<>', '')
    .where((where) =>
      where.or([
        where.and([where('purpose', '<>', ADDRESS_CHANGED), where('create_time', '<=', now - CODE_SECONDS)]),
        where('create_time', '<=', now - ADDRESS_UNDO_SECONDS),
      ]),
    )
    .execute();
  await forgetRows(ports, 'outbox_message', sql`create_time <= ${now - OUTBOX_SECONDS}`);
}
