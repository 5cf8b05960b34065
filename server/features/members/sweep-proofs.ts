import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';

/** Forgets what members have proved, and what they can no longer take back. */
export async function sweepProofs(ports: Pick<ServerPorts, 'database' | 'clock'>): Promise<void> {
  const now = nowSeconds(ports);
  for (const table of ['member_proof', 'address_pass', 'address_undo', 'passkey_challenge'] as const)
    await ports.database.kysely.deleteFrom(table).where('expire_time', '<=', now).execute();
}
