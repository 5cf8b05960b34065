import type { ServerPorts } from '../../../ports/ports.ts';
import { tellAdmin } from '../../base/tell-admin.ts';
import type { PasskeyHolders, TellHolder } from './passkey-holders.ts';

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'jobs' | 'encryptor'>;

export const tellHolderAdmin =
  (ports: Ports): TellHolder =>
  (trx, adminId, name, client) =>
    tellAdmin(ports, trx, adminId, { name, params: { ip: client.ip } }, client.language);

/** Administrators, as they have passkeys. */
export const adminHolders = (ports: Ports): PasskeyHolders => ({
  area: 'admin',
  async isOffered() {
    const row = await ports.database.kysely.selectFrom('config').select('value').where('name', '=', 'admin_passkeys').executeTakeFirst();
    return row?.value === '1';
  },
  tell: tellHolderAdmin(ports),
});
