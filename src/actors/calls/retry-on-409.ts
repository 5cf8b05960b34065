import { waitFor } from 'xstate';
import { areaOf, type Endpoint } from '#api/contract/base/endpoint';
import { isTokenExpired, type Call, type CallOptions } from '#api/client';
import type { Area } from '#domain/base/area';
import { FailureError } from '#domain/base/failure';
import {
  selectGeneration,
  selectIsLost,
  selectIsRenewing,
  selectIsSessionStale,
  selectRenewalFailure,
  type GatewayRef,
} from '#machines/session/gateway.machine';

/** A token may run out again between a renewal and the replay, on a server that is very strict. */
const MOST_RENEWALS = 3;

/** Sends what may be sent again. @throws FailureError */
export type Guard = <Reply>(
  endpoint: Pick<Endpoint, 'path' | 'audience' | 'knowsWho'>,
  asked: Asked,
  send: () => Promise<Reply>,
) => Promise<Reply>;

type Asked = Pick<CallOptions, 'as' | 'signal' | 'timeoutMs'>;

/**
 * What is sent survives the end of an access token: refused, it waits for its area's gateway and is sent again.
 * There is no queue of our own: subscriptions to the gateway fire in the order in which the calls came.
 * Source: specification §4 "Token refresh", §8 "Code 302"; readings 4.16, 4.17.
 */
export function gatewayGuard(
  gatewayOf: (area: Area) => GatewayRef | undefined,
  personOf: (area: Area) => number | null = () => null,
): Guard {
  return async (endpoint, asked, send) => {
    const area = asked.as ?? areaOf(endpoint);
    const gateway = gatewayOf(area);
    if (!gateway) return send();
    const person = personOf(area);
    if (endpoint.audience !== 'anyone') await admitted(gateway, asked);
    for (let renewals = 0; ; renewals += 1) {
      // What one has begun is not done as another who has signed in meanwhile; whom such a call knew it serves as a visitor.
      if (person !== null && (personOf(area) ?? (endpoint.knowsWho ? person : null)) !== person)
        throw new FailureError({ kind: 'aborted' });
      const generation = selectGeneration(gateway.getSnapshot());
      try {
        return await send();
      } catch (error) {
        if (!(error instanceof FailureError) || error.failure.kind !== 'rejected') throw error;
        const { message, target } = error.failure;
        if (target && selectGeneration(gateway.getSnapshot()) !== generation) {
          // Of many calls that are sent away, one says so; and what an old token is told, the new one need not hear.
          if (selectIsLost(gateway.getSnapshot()) || renewals === MOST_RENEWALS) throw new FailureError({ kind: 'aborted' });
          continue;
        }
        if (target) gateway.send({ type: 'gateway.redirected', generation, target, message });
        if (!isTokenExpired(error.failure) || renewals === MOST_RENEWALS) throw error;
        await renewed(gateway, generation, asked, endpoint.knowsWho);
      }
    }
  };
}

/** Calls that go through the gateway of their area. */
export function throughGateway(call: Call, ...of: Parameters<typeof gatewayGuard>): Call {
  const guard = gatewayGuard(...of);
  return (endpoint, input, options = {}) => guard(endpoint, options, () => call(endpoint, input, options));
}

/**
 * No call goes out with a token that is known to be dead, nor after the session has been lost.
 * @throws FailureError where there is no other token to be had
 */
async function admitted(gateway: GatewayRef, asked: Asked): Promise<void> {
  if (selectIsSessionStale(gateway.getSnapshot())) gateway.send({ type: 'gateway.tokenNeeded' });
  const snapshot = await settled(gateway, asked);
  if (selectIsLost(snapshot)) throw new FailureError({ kind: 'aborted' });
  if (selectIsSessionStale(snapshot)) throw new FailureError(selectRenewalFailure(snapshot) ?? { kind: 'aborted' });
}

/** @throws FailureError when there is no newer token than that of `generation` */
async function renewed(gateway: GatewayRef, generation: number, asked: Asked, mayBeVisitor = false): Promise<void> {
  // A late refusal of an old token needs no renewal: the gateway takes only the current generation's.
  gateway.send({ type: 'gateway.tokenExpired', generation });
  const snapshot = await settled(gateway, asked);
  // Quietly: the user is on the way to the login page, and has been told once.
  if (selectIsLost(snapshot) && !mayBeVisitor) throw new FailureError({ kind: 'aborted' });
  if (selectGeneration(snapshot) === generation) throw new FailureError(selectRenewalFailure(snapshot) ?? { kind: 'aborted' });
}

/** Whoever is given up after some time does not wait longer for a token. */
const settled = (gateway: GatewayRef, { signal, timeoutMs = Infinity }: Asked) =>
  waitFor(gateway, (snapshot) => !selectIsRenewing(snapshot), { timeout: timeoutMs, ...(signal && { signal }) }).catch((): never => {
    throw new FailureError({ kind: timeoutMs === Infinity || signal?.aborted ? 'aborted' : 'timeout' });
  });
