import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import type { Area } from '#domain/area';
import { FailureError, type Failure } from '#domain/failure';
import type { TokenPair } from '#domain/people';
import { gatewayMachine, type RedirectTarget, type Renewal } from '#machines/gateway.machine';
import { tokenPairOf } from './admin-info.ts';
import type { Pause, WithLock } from './call-ports.ts';
import { sessionLockOf } from './session-lock.ts';

export interface GatewayPorts {
  /** Straight to the server: a renewal must not wait for itself. */
  readonly call: Call;
  readonly session: SessionAccess;
  readonly withLock: WithLock;
  readonly pause: Pause;
  readonly isOnLoginRoute: (area: Area) => boolean;
  /** Tells once that the area's session is over. */
  readonly announceLoss: (area: Area, failure: Failure | null) => void;
  readonly leaveFor: (area: Area, target: RedirectTarget, message: string) => void;
}

/** The area's tokens: in this tab, and in the storage that the tabs share. */
export interface SessionAccess {
  tokens(area: Area): TokenPair | null;
  /** Brings this tab up to what the tabs share. @returns whether that was news */
  follow(area: Area): boolean;
  /**
   * Puts other tokens (null: none) into shared storage, under the lock.
   * @returns false where what is stored is no longer `before`: somebody has signed in or out meanwhile, and that counts
   */
  keep(area: Area, before: TokenPair, next: TokenPair | null): boolean;
  renewed(area: Area, tokens: TokenPair): void;
  ended(area: Area): void;
}

/** A reply may be lost although the server has renewed; inside its grace time the same pair is answered again. */
const PAUSES_MS = [300, 1500];
/** The lock is held until every tab must have heard: a browser may hand on a lock sooner than what was stored under it. */
const NEWS_MS = 100;
const ABORTED: Renewal = { outcome: 'unanswered', failure: { kind: 'aborted' } };

/** Renewal of access tokens, one at a time over all tabs. Source: specification §4 "Token refresh"; security rules 2, 40. */
export const gatewayLogic = (ports: GatewayPorts): typeof gatewayMachine =>
  gatewayMachine.provide({
    actors: {
      renewToken: fromPromise(
        ({ input: { area }, signal }) =>
          new Promise((resolve, reject) => {
            const run = async () => {
              const renewal = await renew(ports, area, signal);
              resolve(renewal);
              if (renewal.outcome !== 'unanswered') await ports.pause(NEWS_MS);
            };
            ports.withLock(sessionLockOf(area), run, signal).catch(reject);
          }),
      ),
    },
    actions: {
      storeTokens: (_, { area, tokens }) => tokens && ports.session.renewed(area, tokens),
      removeTokens: (_, { area }) => ports.session.ended(area),
      announceLoss: (_, { area, failure }) => ports.announceLoss(area, failure),
      leaveFor: (_, { area, target, message }) => ports.leaveFor(area, target, message),
    },
  });

/** A broken line or a server that is being restarted signs nobody out. */
const isRefusal = (failure: Failure): boolean =>
  failure.kind === 'rejected' || (failure.kind === 'http' && (failure.status === 401 || failure.status === 403));

/** What comes of it is in the shared storage before the lock is given back. */
async function renew(ports: GatewayPorts, area: Area, signal: AbortSignal): Promise<Renewal> {
  const { refreshToken } = await import('#api/contract/session');
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
      const reply = await ports.call(refreshToken, { refreshToken: own.refreshToken }, { signal, duplicates: 'allowed' });
      const next = tokenPairOf(reply.token, reply.refresh_token);
      const tokens = { ...next, refreshToken: next.refreshToken ?? own.refreshToken };
      return end({ outcome: 'renewed', tokens }, tokens);
    } catch (error) {
      if (!(error instanceof FailureError)) throw error;
      const { failure } = error;
      if (isRefusal(failure)) return refused(failure);
      if (pauseMs === null || signal.aborted) return { outcome: 'unanswered', failure };
      await ports.pause(pauseMs);
      if (signal.aborted) return ABORTED;
    }
  }
  return ABORTED;
}
