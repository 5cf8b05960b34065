import { fromPromise } from 'xstate';
import { gatewayMachine } from '#machines/session/gateway.machine';
import type { GatewayPorts } from '../calls/gateway-ports.ts';
import { sessionLockOf } from './session-lock.ts';

/** The lock is held until every tab must have heard: a browser may hand on a lock sooner than what was stored under it. */
const NEWS_MS = 100;

/** Renewal of access tokens, one at a time over all tabs. Source: specification §4 "Token refresh"; security rules 2, 40. */
export const gatewayLogic = (ports: GatewayPorts): typeof gatewayMachine =>
  gatewayMachine.provide({
    actors: {
      renewToken: fromPromise(
        ({ input: { area }, signal }) =>
          new Promise((resolve, reject) => {
            const run = async () => {
              const { renewTokens: renew } = await import('./renewal.ts');
              const renewal = await renew(ports, area, signal);
              resolve(renewal);
              if (renewal.outcome !== 'unanswered') await ports.pause(NEWS_MS);
            };
            ports.withLock(sessionLockOf(area), run, signal).catch(reject);
          }),
      ),
      awaitLine: fromPromise(
        ({ signal }) =>
          new Promise((resolve) => {
            const moments = ports.retryMoments.subscribe(() => {
              moments.unsubscribe();
              resolve();
            });
            signal.addEventListener('abort', () => moments.unsubscribe());
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
