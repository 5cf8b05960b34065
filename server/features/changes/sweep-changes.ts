import { keptSince } from '../base/retention.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { dropBlocks, turnMonth } from './journal-blocks.ts';
import { sweepBin } from './recycle-bin.ts';

/** Lets the journal of changes go on in the present month, and forgets what is older than the settings say. */
export async function sweepChanges(ports: Pick<ServerPorts, 'database' | 'clock'>): Promise<void> {
  await turnMonth(ports);
  await sweepBin(ports);
  const since = await keptSince(ports, 'changes_days');
  if (since !== null) await dropBlocks(ports, since);
}
