import type { Kysely } from 'kysely';
import { previewNotice, previewPage } from '#api/contract/site/preview';
import { nodeOf } from '#api/contract/base/endpoint';
import { hasNode } from '#domain/rights/permission';
import type { PreviewKind } from '#domain/site/preview';
import { PREVIEW_SECONDS, PREVIEWS_AT_ONCE } from '../../base/limits.ts';
import type { AdminCaller } from '../../base/caller.ts';
import { sha256 } from '../../base/digest.ts';
import { SessionEnded } from '../../base/refusal.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import { isLasting, sessionOf, type LastingSession } from '../../resources/access/lasting-session.ts';
import { requireSession } from '../../resources/access/own-account.ts';
import { grantsOfAdmin } from '../../resources/access/permissions.ts';
import { newToken } from '../../resources/access/token-store.ts';

interface Previewed {
  readonly kind: PreviewKind;
  readonly id: number;
}

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'randomBytes'>;

/** What one needs to see a draft: the right to edit it. */
const NODES: Readonly<Record<PreviewKind, string>> = { notice: nodeOf(previewNotice), page: nodeOf(previewPage) };

/** Where a draft would stand, in the default language; undefined where there is none. */
export async function draftPath(kysely: Kysely<Tables>, { kind, id }: Previewed): Promise<string | undefined> {
  if (kind === 'notice') {
    const notice = await kysely.selectFrom('notice').select('id').where('id', '=', id).executeTakeFirst();
    return notice && `/notices/${notice.id}`;
  }
  const page = await kysely.selectFrom('public_page').select('slug').where('id', '=', id).executeTakeFirst();
  return page && `/pages/${page.slug}`;
}

/** Tickets that open one drawing of a draft each: a page is asked for without a token, and must not carry one in its address. */
export function createPreviews(ports: Ports) {
  const { kysely } = ports.database;

  /** Whether its administrator is still signed in as they were then, and still may edit it. */
  async function counts(kind: PreviewKind, issuer: LastingSession): Promise<boolean> {
    if (!(await isLasting(ports, issuer))) return false;
    const { isSuper, nodes } = await grantsOfAdmin(kysely, issuer.accountId);
    return hasNode(NODES[kind], { super: isSuper, nodes });
  }

  return {
    async issue({ kind, id }: Previewed, caller: AdminCaller, count: number): Promise<readonly string[]> {
      const session = await sessionOf(kysely, caller.tokens.admin ?? '');
      if (!session) throw new SessionEnded('admin');
      const tickets = Array.from({ length: count }, () => newToken(ports));
      const expires = nowSeconds(ports) + PREVIEW_SECONDS;
      const rows = await Promise.all(
        tickets.map(async (ticket) => ({
          hash: await sha256(ticket),
          kind,
          record_id: id,
          admin_id: caller.id,
          family_id: session.familyId,
          expire_time: expires,
        })),
      );
      await ports.database.transaction(async (trx) => {
        await requireSession(trx, caller, ports);
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

    /**
     * What a ticket shows at this path.
     * @param isSpent whether it opens nothing after this
     * @returns null for one that is unknown, spent, too old or for something else, and where its administrator may not see it any more
     */
    async redeem(ticket: string, path: string, isSpent: boolean): Promise<Previewed | null> {
      const hash = await sha256(ticket);
      const row = await kysely
        .selectFrom('preview_ticket')
        .select(['kind', 'record_id', 'admin_id', 'family_id'])
        .where('hash', '=', hash)
        .where('expire_time', '>', nowSeconds(ports))
        .executeTakeFirst();
      if (!row) return null;
      const previewed = { kind: row.kind, id: row.record_id };
      // One that was opened elsewhere stays: its own place is still to be looked at.
      if ((await draftPath(kysely, previewed)) !== path) return null;
      if (!(await counts(row.kind, { familyId: row.family_id, area: 'admin', accountId: row.admin_id }))) return null;
      if (!isSpent) return previewed;
      // Of two who come at once, the one whom it still waits for.
      const spent = await kysely.deleteFrom('preview_ticket').where('hash', '=', hash).returning('hash').executeTakeFirst();
      return spent ? previewed : null;
    },
  };
}

/** Forgets tickets that open nothing any more. */
export const sweepPreviews = (ports: Pick<ServerPorts, 'database' | 'clock'>): Promise<unknown> =>
  ports.database.kysely.deleteFrom('preview_ticket').where('expire_time', '<=', nowSeconds(ports)).execute();
