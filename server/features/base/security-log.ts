import { sql, type Kysely } from 'kysely';
import type { SecurityEvent } from '#domain/session/security-event';
import type { RowImage } from '../../db/tables/row-image.ts';
import type { Tables } from '../../db/tables/tables.ts';
import { SECURITY_LOG_A_DAY } from '../../base/limits.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
import type { Client } from '../../base/caller.ts';
import { sha256 } from '../../base/digest.ts';
import { networkOf } from '../../base/network.ts';
import { isUsedUp, raise } from './throttle.ts';

interface SecuritySubject {
  readonly accountType?: 'admin' | 'user';
  readonly accountId?: number;
  readonly detail?: RowImage;
}

/** Events an administrator would want to know of; append-only, apart from the technical log. Source: security.md rules 2, 38. */
export interface SecurityLog {
  /**
   * Repeated refusals within a minute are one entry that counts them. Of one account, or of one network where nobody is known, only so
   * many entries a day say all, refusals and deeds apart; further ones are one for each kind and hour.
   */
  write(kind: SecurityEvent, client: Client, subject?: SecuritySubject, kysely?: Kysely<Tables>): Promise<void>;
}

/** What somebody can repeat as often as they like without getting anywhere. */
const REFUSALS: ReadonlySet<SecurityEvent> = new Set([
  'permission.refused',
  'session.signInRefused',
  'session.codeRefused',
  'external.refused',
]);

export const createSecurityLog = (ports: Pick<ServerPorts, 'database' | 'clock' | 'logger'>): SecurityLog => ({
  async write(kind, client, { accountType, accountId, detail = {} } = {}, kysely = ports.database.kysely) {
    const at = nowSeconds(ports);
    const whose = accountId === undefined ? `network:${networkOf(client.ip)}` : `${accountType}:${accountId}`;
    const isRefusal = REFUSALS.has(kind);
    // Apart: strangers can make refusals, and must not be able to blur what was done.
    const counter = { key: `security-log:${whose}${isRefusal ? '' : ':done'}`, limit: SECURITY_LOG_A_DAY };
    const isFull = await isUsedUp(kysely, counter, at);
    const said = isFull ? {} : detail;
    const about = isFull ? [Math.floor(at / 3600)] : [Math.floor(at / 60), client.ip, said];
    const row = {
      at,
      last_at: at,
      kind,
      account_type: accountType ?? null,
      account_id: accountId ?? null,
      ip: client.ip.slice(0, 50),
      useragent: client.userAgent.slice(0, 255),
      detail: JSON.stringify(said),
      fold_key: isFull || isRefusal ? await sha256(JSON.stringify([kind, whose, isFull, ...about])) : null,
    };
    const { count } = await kysely
      .insertInto('security_log')
      .values(row)
      .onConflict((on) => on.column('fold_key').doUpdateSet({ count: sql`security_log.count + 1`, last_at: at }))
      .returning('count')
      .executeTakeFirstOrThrow();
    if (count > 1) return;
    await raise(kysely, counter, at);
    ports.logger.warn(kind, { ip: client.ip, accountType, accountId, ...said });
  },
});
