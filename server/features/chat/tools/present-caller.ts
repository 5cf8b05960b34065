import type { AdminCaller } from '../../../base/caller.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import { isLasting, sessionOf } from '../../../resources/access/lasting-session.ts';
import { grantsOfAdmin } from '../../../resources/access/permissions.ts';

/** Whoever asked a question, as they are now; null where the sign-in by which they asked has ended. */
export type PresentCaller = () => Promise<AdminCaller | null>;

/** An answer goes on after the call that began it: what its tools may do is asked anew each time. */
export async function presentCaller(ports: Pick<ServerPorts, 'database' | 'clock'>, sent: AdminCaller): Promise<PresentCaller> {
  const { kysely } = ports.database;
  // A renewal gives the sign-in another token, but it stays the same sign-in.
  const session = await sessionOf(kysely, sent.tokens.admin ?? '');
  return async () => {
    if (!session || session.accountId !== sent.id || !(await isLasting(ports, session))) return null;
    // The key of the question is not one for what the answer does.
    return { ...sent, grants: await grantsOfAdmin(kysely, sent.id), idempotencyKey: null };
  };
}
