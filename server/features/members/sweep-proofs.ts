import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';

/** Forgets what members have proved, and which addresses, those of administrators too, can be taken back no longer. */
export async function sweepProofs(ports: Pick<ServerPorts, 'database' | 'clock'>): Promise<void> {
  const now = nowSeconds(ports);
  for (const table of ['member_proof', 'address_pass', 'address_undo', 'admin_address_undo', 'passkey_challenge'] as const)
    await ports.database.kysely.deleteFrom(table).where('expire_time', '<=', now).execute();
}
