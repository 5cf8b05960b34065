import type { MemberCaller } from '../../base/caller.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { lockOwnAccount } from '../../resources/access/own-account.ts';
import { countAttempt, type ThrottleKey } from './throttle.ts';

/**
 * Counts what a member does to the own account, once it is sure that they may: a session that was ended uses up nothing of its owner's. In
 * a transaction before that of the write, for what is refused there counts as well.
 * @throws SessionEnded; the refusal where a limit is used up
 */
export async function countOwnAttempt(
  ports: Pick<ServerPorts, 'database' | 'clock'>,
  caller: MemberCaller,
  keys: readonly ThrottleKey[],
): Promise<void> {
  await ports.database.transaction((trx) => lockOwnAccount(trx, caller));
  await countAttempt(ports, keys);
}
