import { TICKET_AFTER_RUN_SECONDS, TICKET_SECONDS } from '../../base/limits.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import type { AdminCaller } from '../../base/caller.ts';
import { sha256 } from '../../base/digest.ts';
import { grantsOfAdmin } from '../../resources/access/permissions.ts';
import { isLasting, type LastingSession } from '../../resources/access/lasting-session.ts';
import { findToken, newToken } from '../../resources/access/token-store.ts';
import type { Run, RunOrder } from './run-log.ts';

export interface TicketHolder extends Pick<AdminCaller, 'id' | 'username' | 'grants'> {
  readonly session: LastingSession;
}

/** One-time tickets: the browser's event streams can send no header, and a token must stand in no address. Source: security.md rule 5. */
export interface Tickets {
  issue(order: RunOrder, caller: AdminCaller): Promise<string>;
  /**
   * Spends a ticket for exactly what it was issued for.
   * @param takesUp the run that a broken stream goes on with; for it alone a spent ticket still counts, and it starts nothing
   * @returns null when it is unknown, for something else, too old, spent, or its sign-in has ended
   */
  redeem(ticket: string, order: RunOrder, takesUp: Run | undefined): Promise<TicketHolder | null>;
}

export function createTickets(ports: Pick<ServerPorts, 'database' | 'clock' | 'randomBytes'>): Tickets {
  const { kysely } = ports.database;

  /** The administrator, while their sign-in lasts. */
  async function holderOf(familyId: string, adminId: number): Promise<TicketHolder | null> {
    const session = { familyId, area: 'admin', accountId: adminId } as const;
    if (!(await isLasting(ports, session))) return null;
    const admin = await kysely.selectFrom('admin').select(['id', 'username']).where('id', '=', adminId).executeTakeFirst();
    if (!admin) return null;
    return { ...admin, grants: await grantsOfAdmin(kysely, adminId), session };
  }

  return {
    async issue({ uuid, command, extend }, caller) {
      const session = await findToken(kysely, caller.tokens.admin ?? '');
      if (!session) throw new Error('A ticket needs a session');
      const ticket = newToken(ports);
      await kysely
        .insertInto('terminal_ticket')
        .values({
          hash: await sha256(ticket),
          family_id: session.family_id,
          admin_id: caller.id,
          uuid,
          command,
          extend,
          expire_time: nowSeconds(ports) + TICKET_SECONDS,
        })
        .execute();
      return ticket;
    },

    async redeem(ticket, { uuid, command, extend }, takesUp) {
      const hash = await sha256(ticket);
      const fresh = await kysely
        .updateTable('terminal_ticket')
        .set({ used_at: nowSeconds(ports) })
        .where('hash', '=', hash)
        .where('uuid', '=', uuid)
        .where('command', '=', command)
        .where('extend', '=', extend)
        .where('used_at', 'is', null)
        .where('expire_time', '>', nowSeconds(ports))
        .returning(['family_id', 'admin_id'])
        .executeTakeFirst();
      const row = fresh ?? (takesUp && isRecent(takesUp) ? await findSpent(hash, takesUp) : undefined);
      if (!row) return null;
      return holderOf(row.family_id, row.admin_id);
    },
  };

  function isRecent(run: Run): boolean {
    // An end further ahead was before the clock was set back, nobody knows how long.
    return run.end_time === null || Math.abs(nowSeconds(ports) - run.end_time) <= TICKET_AFTER_RUN_SECONDS;
  }

  function findSpent(hash: string, run: Run) {
    return kysely
      .selectFrom('terminal_ticket')
      .select(['family_id', 'admin_id'])
      .where('hash', '=', hash)
      .where('uuid', '=', run.uuid)
      .where('command', '=', run.command)
      .where('used_at', 'is not', null)
      .executeTakeFirst();
  }
}
