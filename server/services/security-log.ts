import type { Kysely } from 'kysely';
import type { RowImage, Tables } from '../db/tables.ts';
import { nowSeconds, type ServerPorts } from '../ports.ts';
import type { Client } from './caller.ts';

interface SecuritySubject {
  readonly accountType?: 'admin' | 'user';
  readonly accountId?: number;
  readonly detail?: RowImage;
}

/** Events an administrator would want to know of; append-only, apart from the technical log. Source: security.md rules 2, 38. */
export interface SecurityLog {
  /** @param kind subject.pastParticiple */
  write(kind: string, client: Client, subject?: SecuritySubject, kysely?: Kysely<Tables>): Promise<void>;
}

export const createSecurityLog = (ports: Pick<ServerPorts, 'database' | 'clock' | 'logger'>): SecurityLog => ({
  async write(kind, client, { accountType, accountId, detail } = {}, kysely = ports.database.kysely) {
    const row = {
      at: nowSeconds(ports),
      kind,
      account_type: accountType ?? null,
      account_id: accountId ?? null,
      ip: client.ip.slice(0, 50),
      useragent: client.userAgent.slice(0, 255),
      detail: JSON.stringify(detail ?? {}),
    };
    await kysely.insertInto('security_log').values(row).execute();
    ports.logger.warn(kind, { ip: client.ip, accountType, accountId, ...detail });
  },
});
