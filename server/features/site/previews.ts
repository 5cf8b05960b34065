import type { PreviewKind } from '#domain/site/preview';
import { PREVIEW_SECONDS, PREVIEWS_AT_ONCE } from '../../base/limits.ts';
import type { AdminCaller } from '../../base/caller.ts';
import { sha256 } from '../../base/digest.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { newToken } from '../../resources/access/token-store.ts';

interface Previewed {
  readonly kind: PreviewKind;
  readonly id: number;
}

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'randomBytes'>;

/** Tickets that open one drawing of a draft each: a page is asked for without a token, and must not carry one in its address. */
export function createPreviews(ports: Ports) {
  const { kysely } = ports.database;
  return {
    async issue({ kind, id }: Previewed, caller: AdminCaller, count: number): Promise<readonly string[]> {
      const tickets = Array.from({ length: count }, () => newToken(ports));
      const expires = nowSeconds(ports) + PREVIEW_SECONDS;
      const rows = await Promise.all(
        tickets.map(async (ticket) => ({ hash: await sha256(ticket), kind, record_id: id, admin_id: caller.id, expire_time: expires })),
      );
      await ports.database.transaction(async (trx) => {
        await trx.insertInto('preview_ticket').values(rows).execute();
        // Those that were issued first go, so that nobody fills the table.
        const kept = trx
          .selectFrom('preview_ticket')
          .select('hash')
          .where('admin_id', '=', caller.id)
          .orderBy('expire_time', 'desc')
          .orderBy('hash')
          .limit(PREVIEWS_AT_ONCE);
        await trx.deleteFrom('preview_ticket').where('admin_id', '=', caller.id).where('hash', 'not in', kept).execute();
      });
      return tickets;
    },

    /** Spends a ticket. @returns null for one that is unknown, spent or too old */
    async redeem(ticket: string): Promise<Previewed | null> {
      const row = await kysely
        .deleteFrom('preview_ticket')
        .where('hash', '=', await sha256(ticket))
        .where('expire_time', '>', nowSeconds(ports))
        .returning(['kind', 'record_id'])
        .executeTakeFirst();
      return row ? { kind: row.kind, id: row.record_id } : null;
    },
  };
}

/** Forgets tickets that open nothing any more. */
export const sweepPreviews = (ports: Pick<ServerPorts, 'database' | 'clock'>): Promise<unknown> =>
  ports.database.kysely.deleteFrom('preview_ticket').where('expire_time', '<=', nowSeconds(ports)).execute();
