import { refreshToken } from '#api/contract/session/session';
import type { Area } from '#domain/base/area';
import { FailureError, isDecided, type Failure } from '#domain/base/failure';
import type { TokenPair } from '#domain/session/people';
import type { Renewal } from '#machines/session/gateway.machine';
import { tokenPairOf } from './admin-info.ts';
import { HEARD_WITHIN_MS } from './heard-within.ts';
import type { GatewayPorts } from '../calls/gateway-ports.ts';

/** A reply may be lost although the server has renewed; as long as nobody has used the new pair, it is answered again. */
const PAUSES_MS = [300, 1500];
/** Whose tokens a reply holds. Source: specification §3, "Refresh reply". */
const REPLY_TYPE: Readonly<Record<Area, string>> = { admin: 'admin-refresh', member: 'user-refresh' };
const ABORTED: Renewal = { outcome: 'unanswered', failure: { kind: 'aborted' } };

/** A broken line, or a server that is being restarted or is slow, signs nobody out. */
const isRefusal = (failure: Failure): boolean =>
  isDecided(failure) || (failure.kind === 'http' && (failure.status === 401 || failure.status === 403));

/** Exchanges the area's tokens. What comes of it is in the shared storage before the lock is given back. */
export async function renewTokens(ports: GatewayPorts, area: Area, signal: AbortSignal): Promise<Renewal> {
  const { session } = ports;
  // While this tab waited for the lock, it was told of another token or of the end; or it hears of that only now.
  if (signal.aborted || session.follow(area)) return ABORTED;
  const own = session.tokens(area);
  const end = (renewal: Renewal, next: TokenPair | null): Renewal => {
    if (!own || session.keep(area, own, next)) return renewal;
    session.follow(area);
    return ABORTED;
  };
  const refused = (failure: Failure) => end({ outcome: 'refused', isOnLoginRoute: ports.isOnLoginRoute(area), failure }, null);
  if (!own?.refreshToken) return refused({ kind: 'aborted' });
  for (const pauseMs of [...PAUSES_MS, null]) {
    try {
      const reply = await ports.call(
        refreshToken,
        { refreshToken: own.refreshToken },
        { as: area, signal, duplicates: 'allowed', timeoutMs: HEARD_WITHIN_MS },
      );
      // Of another area, it would end that session and this one.
      if (reply.type !== REPLY_TYPE[area]) return refused({ kind: 'malformed', url: refreshToken.path });
      const next = tokenPairOf(reply.token, reply.refresh_token);
      const tokens = { ...next, refreshToken: next.refreshToken ?? own.refreshToken };
      return end({ outcome: 'renewed', tokens }, tokens);
    } catch (error) {
      if (!(error instanceof FailureError)) throw error;
      const { failure } = error;
      if (isRefusal(failure)) return refused(failure);
      // A line that is silent is tried again when there is news of it, and not while all others wait for the lock.
      if (pauseMs === null || signal.aborted || failure.kind === 'timeout') return { outcome: 'unanswered', failure };
      await ports.pause(pauseMs);
      if (signal.aborted) return ABORTED;
    }
  }
  return ABORTED;
}
