import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import type { Area } from '#domain/area';
import { FailureError, type Failure } from '#domain/failure';
import type { TokenPair } from '#domain/people';
import { gatewayMachine, type RedirectTarget, type Renewal } from '#machines/gateway.machine';
import { tokenPairOf } from './admin-info.ts';
import type { Pause, WithLock } from './call-ports.ts';

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
  storedTokens(area: Area): TokenPair | null;
  renewed(area: Area, tokens: TokenPair): void;
  ended(area: Area): void;
}

/** A reply may be lost although the server has renewed; inside its grace time the same pair is answered again. */
const PAUSES_MS = [300, 1500];

/** Renewal of access tokens, one at a time over all tabs. Source: specification §4 "Token refresh"; security rules 2, 40. */
export const gatewayLogic = (ports: GatewayPorts): typeof gatewayMachine =>
  gatewayMachine.provide({
    actors: {
      renewToken: fromPromise(({ input: { area }, signal }) => ports.withLock(`troupe-renewal-${area}`, () => renew(ports, area, signal))),
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

async function renew(ports: GatewayPorts, area: Area, signal: AbortSignal): Promise<Renewal> {
  // While this tab waited for the lock, the gateway has learnt of a new token some other way.
  if (signal.aborted) return { outcome: 'unanswered', failure: { kind: 'aborted' } };
  const { session } = ports;
  const [own, stored] = [session.tokens(area), session.storedTokens(area)];
  // Another tab has renewed while this one waited for the lock.
  if (own && stored && !own.token.isSame(stored.token)) return { outcome: 'renewed', tokens: stored };
  const refused = (failure: Failure): Renewal => ({ outcome: 'refused', isOnLoginRoute: ports.isOnLoginRoute(area), failure });
  if (!own?.refreshToken) return refused({ kind: 'aborted' });
  const { refreshToken } = await import('#api/contract/session');
  for (const pauseMs of [...PAUSES_MS, null]) {
    try {
      const reply = await ports.call(refreshToken, { refreshToken: own.refreshToken }, { signal, duplicates: 'allowed' });
      const next = tokenPairOf(reply.token, reply.refresh_token);
      return { outcome: 'renewed', tokens: { ...next, refreshToken: next.refreshToken ?? own.refreshToken } };
    } catch (error) {
      if (!(error instanceof FailureError)) throw error;
      const { failure } = error;
      if (isRefusal(failure)) return refused(failure);
      if (pauseMs === null || signal.aborted) return { outcome: 'unanswered', failure };
      await ports.pause(pauseMs);
    }
  }
  return { outcome: 'unanswered', failure: { kind: 'aborted' } };
}
