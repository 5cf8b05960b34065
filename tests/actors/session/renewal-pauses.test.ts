import { NEVER } from 'rxjs';
import { expect, it } from 'vitest';
import { renewTokens } from '#actors/session/renewal';
import type { GatewayPorts } from '#actors/calls/gateway-ports';
import { FailureError, type Failure } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';
import type { TokenPair } from '#domain/session/people';

const TOKENS: TokenPair = { token: new Secret('t'), refreshToken: new Secret('r') };
const UNREACHABLE: Failure = { kind: 'unreachable', online: false };

const failing = (failure: Failure) => answered(() => Promise.reject(new FailureError(failure)));

/** A tab whose renewals all end in the same way. @returns what came of one, how often it called, and how long it paused before each further time */
async function answered(answer: () => Promise<unknown>) {
  const pauses: number[] = [];
  let calls = 0;
  const ports: GatewayPorts = {
    call: (_endpoint, _input, options) => {
      calls += 1;
      // A line that is silent for ever would stop all tabs.
      expect(options?.timeoutMs).toBe(20_000);
      return answer() as never;
    },
    session: { tokens: () => TOKENS, follow: () => false, keep: () => true, renewed: () => {}, ended: () => {} },
    withLock: (_name, run) => run(),
    pause: async (ms) => void pauses.push(ms),
    retryMoments: NEVER,
    isOnLoginRoute: () => false,
    announceLoss: () => {},
    leaveFor: () => {},
  };
  return { renewal: await renewTokens(ports, 'admin', new AbortController().signal), calls, pauses };
}

it('a renewal whose answer does not come is tried three times, 300 and 1500 milliseconds apart', async () => {
  expect(await failing(UNREACHABLE)).toEqual({
    renewal: { outcome: 'unanswered', failure: UNREACHABLE },
    calls: 3,
    pauses: [300, 1500],
  });
});

it('a renewal that a silent line has swallowed is not tried again while everybody waits for it', async () => {
  expect(await failing({ kind: 'timeout' })).toEqual({
    renewal: { outcome: 'unanswered', failure: { kind: 'timeout' } },
    calls: 1,
    pauses: [],
  });
});

it('a renewal that is refused is not tried again', async () => {
  const failure: Failure = { kind: 'http', status: 403, url: '/' };
  expect(await failing(failure)).toEqual({ renewal: { outcome: 'refused', isOnLoginRoute: false, failure }, calls: 1, pauses: [] });
});

it('a renewal that took too long on the server signs nobody out', async () => {
  const failure: Failure = { kind: 'rejected', code: 0, message: 'This took too long', isPassing: true };
  expect(await failing(failure)).toEqual({ renewal: { outcome: 'unanswered', failure }, calls: 3, pauses: [300, 1500] });
});

it('a renewal that is answered for the other area is none', async () => {
  const reply = { type: 'user-refresh', token: 'of a member', refresh_token: 'too' };
  expect(await answered(() => Promise.resolve(reply))).toEqual({
    renewal: { outcome: 'refused', isOnLoginRoute: false, failure: { kind: 'malformed', url: '/api/common/refreshToken' } },
    calls: 1,
    pauses: [],
  });
});
