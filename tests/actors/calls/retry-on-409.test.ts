import { NEVER } from 'rxjs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { Call, CallOptions } from '#api/client';
import { adminInit, readLogin, refreshToken } from '#api/contract/session/session';
import { reportProblem } from '#api/contract/observe/problem';
import type { Endpoint } from '#api/contract/base/endpoint';
import { throughGateway } from '#actors/calls/retry-on-409';
import { gatewayLogic } from '#actors/session/gateway.actors';
import { FailureError, failureOf, type Failure } from '#domain/base/failure';
import type { TokenPair } from '#domain/session/people';
import { Secret } from '#domain/base/secret';

const pairOf = (token: string): TokenPair => ({ token: new Secret(token), refreshToken: new Secret(`refresh of ${token}`) });
const EXPIRED: Failure = { kind: 'rejected', code: 409, message: '' };
const REFUSED: Failure = { kind: 'rejected', code: 0, message: 'The session is over' };

interface WorldOptions {
  /** Lets time pass between what is sent, judged and answered. */
  readonly pass?: (label: string) => Promise<void>;
  /** How the n-th renewal is answered, from 0. */
  readonly renewal?: (count: number) => Failure | 'granted';
  readonly isOnLoginRoute?: boolean;
}

/** A server that knows one valid token, a session, and the gateway between them. */
function worldOf({ pass = async () => {}, renewal = () => 'granted', isOnLoginRoute = false }: WorldOptions = {}) {
  let valid: string | null = 'token-0';
  let stored: TokenPair | null = pairOf('token-0');
  let own: TokenPair | null = stored;
  const counts = { renewals: 0, losses: 0, ends: 0 };
  let person: number | null = 1;
  const personOf = () => person;
  const left: unknown[] = [];
  const judged: string[] = [];

  const direct = (async (endpoint: Endpoint, input: { readonly name?: string }) => {
    const token = own?.token.reveal() ?? '';
    await pass('arrives');
    if (endpoint === (refreshToken as Endpoint)) {
      const answer = renewal(counts.renewals);
      counts.renewals += 1;
      if (answer !== 'granted') throw new FailureError(answer);
      valid = `token-${counts.renewals}`;
      await pass('is renewed');
      return { type: 'admin-refresh', token: valid, refresh_token: `refresh of ${valid}` };
    }
    judged.push(`${input.name}:${token}`);
    const isFine = token === valid || (endpoint.audience === 'anyone' && token === '');
    await pass('is answered');
    if (input.name === 'moved') throw new FailureError({ kind: 'rejected', code: 302, message: 'Moved', target: { routePath: '/' } });
    if (!isFine) throw new FailureError(EXPIRED);
    return `answer to ${input.name}`;
  }) as unknown as Call;

  const gateway = createActor(
    gatewayLogic({
      call: direct,
      session: {
        tokens: () => own,
        follow: () => {
          if (own === stored) return false;
          own = stored;
          gateway.send({ type: 'gateway.tokenReplaced' });
          return true;
        },
        keep: (_area, before, next) => {
          if (stored !== before) return false;
          stored = next;
          return true;
        },
        renewed: (_area, tokens) => void (own = tokens),
        ended: () => {
          own = stored = null;
          person = null;
          counts.ends += 1;
        },
      },
      withLock: (_name, run) => run(),
      pause: () => pass('pauses'),
      retryMoments: NEVER,
      isOnLoginRoute: () => isOnLoginRoute,
      announceLoss: () => void (counts.losses += 1),
      leaveFor: (_area, target) => void left.push(target),
    }),
    { input: { area: 'admin' } },
  ).start();
  const call = throughGateway(direct, (area) => (area === 'admin' ? gateway : undefined), personOf);
  const callNamed = (name: string, endpoint: Endpoint = adminInit, options: CallOptions = {}): Promise<unknown> =>
    call(endpoint, { name }, options);
  return {
    gateway,
    callNamed,
    counts,
    left,
    judged,
    expire: () => void (valid = null),
    /** Another tab signed in as somebody else. */
    signInElsewhere: (token: string) => {
      valid = token;
      stored = pairOf(token);
      person = 2;
    },
    /** Another tab renewed and wrote the shared storage. */
    renewElsewhere: (token: string) => {
      valid = token;
      stored = pairOf(token);
    },
  };
}

const outcomeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (answer) => answer,
    (error: unknown) => failureOf(error),
  );
const names = (count: number) => Array.from({ length: count }, (_, index) => `call ${index}`);

describe('whatever the order in which things happen', () => {
  it('renews once for any number of calls, and each gets its own answer', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 12 }), async (schedule, count) => {
        const world = worldOf({ pass: (label) => schedule.schedule(Promise.resolve(), label) });
        world.expire();
        const calls = names(count).map(async (name) => {
          await schedule.schedule(Promise.resolve(), 'begins');
          return outcomeOf(world.callNamed(name));
        });
        expect(await schedule.waitFor(Promise.all(calls))).toEqual(names(count).map((name) => `answer to ${name}`));
        expect(world.counts).toEqual({ renewals: 1, losses: 0, ends: 0 });
      }),
    );
  });

  it('answers every call when tokens expire in the middle, with at most one renewal for each expiry', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 3 }),
        async (schedule, count, expiries) => {
          const world = worldOf({ pass: (label) => schedule.schedule(Promise.resolve(), label) });
          const calls = names(count).map(async (name) => {
            await schedule.schedule(Promise.resolve(), 'begins');
            return outcomeOf(world.callNamed(name));
          });
          for (let index = 0; index < expiries; index += 1) void schedule.schedule(Promise.resolve(), 'expires').then(world.expire);
          expect(await schedule.waitFor(Promise.all(calls))).toEqual(names(count).map((name) => `answer to ${name}`));
          expect(world.counts.renewals).toBeLessThanOrEqual(expiries);
          expect(world.counts).toMatchObject({ losses: 0, ends: 0 });
        },
      ),
    );
  });

  it('rejects every call quietly when the renewal is refused, and says so once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 12 }), async (schedule, count) => {
        const world = worldOf({ pass: (label) => schedule.schedule(Promise.resolve(), label), renewal: () => REFUSED });
        world.expire();
        const calls = names(count).map(async (name) => {
          await schedule.schedule(Promise.resolve(), 'begins');
          return outcomeOf(world.callNamed(name));
        });
        expect(await schedule.waitFor(Promise.all(calls))).toEqual(names(count).map(() => ({ kind: 'aborted' })));
        expect(world.counts).toEqual({ renewals: 1, losses: 1, ends: 1 });
      }),
    );
  });
});

describe('a renewal', () => {
  it('is followed by the waiting calls in the order in which they were refused', async () => {
    const world = worldOf();
    world.expire();
    await Promise.all(names(3).map((name) => world.callNamed(name)));
    expect(world.judged).toEqual([
      'call 0:token-0',
      'call 1:token-0',
      'call 2:token-0',
      'call 0:token-1',
      'call 1:token-1',
      'call 2:token-1',
    ]);
  });

  it('that is refused on the login route sends the waiting calls again without a token', async () => {
    const world = worldOf({ renewal: () => REFUSED, isOnLoginRoute: true });
    world.expire();
    expect(await world.callNamed('report', reportProblem as Endpoint, { as: 'admin' })).toBe('answer to report');
    expect(world.judged).toEqual(['report:token-0', 'report:']);
    expect(world.counts).toEqual({ renewals: 1, losses: 0, ends: 1 });
    expect(world.gateway.getSnapshot().value).toBe('ready');
  });

  it('is tried again when its reply is lost', async () => {
    const world = worldOf({ renewal: (count) => (count < 2 ? { kind: 'unreachable', online: true } : 'granted') });
    world.expire();
    expect(await world.callNamed('list')).toBe('answer to list');
    expect(world.counts).toEqual({ renewals: 3, losses: 0, ends: 0 });
  });

  it('is that of the area whose token went along, not of the path', async () => {
    const world = worldOf();
    world.expire();
    expect(await world.callNamed('report', reportProblem as Endpoint, { as: 'admin' })).toBe('answer to report');
    expect(world.judged).toEqual(['report:token-0', 'report:token-1']);
  });

  it('that is refused lets a call that anyone may make go on as that of a visitor, where it only wanted to know who calls', async () => {
    const world = worldOf({ renewal: () => REFUSED });
    world.expire();
    expect(await world.callNamed('report', reportProblem as Endpoint, { as: 'admin' })).toBe('answer to report');
    expect([world.judged, world.counts.losses]).toEqual([['report:token-0', 'report:'], 1]);
  });

  it('without any answer signs nobody out; the next call tries again', async () => {
    let isDown = true;
    const world = worldOf({ renewal: () => (isDown ? { kind: 'http', status: 503, url: '' } : 'granted') });
    world.expire();
    expect(await outcomeOf(world.callNamed('first'))).toEqual({ kind: 'http', status: 503, url: '' });
    expect(world.counts).toEqual({ renewals: 3, losses: 0, ends: 0 });
    expect(world.gateway.getSnapshot().value).toBe('stale');
    isDown = false;
    expect(await world.callNamed('second')).toBe('answer to second');
    // The second call did not go out with a token that was known to be dead.
    expect(world.judged).toEqual(['first:token-0', 'second:token-4']);
  });

  it('that goes on holds nothing up that was to be answered within a time', async () => {
    const world = worldOf({ pass: (at) => (at === 'is renewed' ? new Promise(() => {}) : Promise.resolve()) });
    world.expire();
    expect(await outcomeOf(world.callNamed('save', adminInit, { timeoutMs: 20 }))).toEqual({ kind: 'timeout' });
    expect(await outcomeOf(world.callNamed('delete', adminInit, { timeoutMs: 20 }))).toEqual({ kind: 'timeout' });
    const left = new AbortController();
    const list = outcomeOf(world.callNamed('list', adminInit, { timeoutMs: 10_000, signal: left.signal }));
    left.abort();
    expect([await list, world.judged]).toEqual([{ kind: 'aborted' }, ['save:token-0']]);
  });

  it('of another tab is taken over without a call', async () => {
    const world = worldOf();
    world.renewElsewhere('token-of-another-tab');
    expect(await world.callNamed('list')).toBe('answer to list');
    expect(world.judged).toEqual(['list:token-0', 'list:token-of-another-tab']);
    expect(world.counts.renewals).toBe(0);
  });
});

describe('a redirect', () => {
  it('ends the session of its area and is followed once, however many calls are told', async () => {
    const world = worldOf();
    const outcomes = await Promise.all([outcomeOf(world.callNamed('moved')), outcomeOf(world.callNamed('moved'))]);
    expect(outcomes).toEqual([{ kind: 'rejected', code: 302, message: 'Moved', target: { routePath: '/' } }, { kind: 'aborted' }]);
    expect(world.left).toEqual([{ routePath: '/' }]);
    expect(world.counts.ends).toBe(1);
    expect(world.gateway.getSnapshot().value).toBe('lost');
  });

  it('lets no further call of that area out, nor asks for a renewal', async () => {
    const world = worldOf();
    await outcomeOf(world.callNamed('moved'));
    expect(await outcomeOf(world.callNamed('list'))).toEqual({ kind: 'aborted' });
    expect(await outcomeOf(world.callNamed('form', readLogin as Endpoint))).toBe('answer to form');
    expect([world.judged, world.counts.renewals]).toEqual([['moved:token-0', 'form:'], 0]);
  });

  it('is over with the next sign-in', async () => {
    const world = worldOf();
    await outcomeOf(world.callNamed('moved'));
    world.gateway.send({ type: 'gateway.tokenReplaced' });
    expect(world.gateway.getSnapshot().value).toBe('ready');
  });
});

describe('somebody else who has signed in meanwhile', () => {
  it('does not do what was begun before: it is not sent any more', async () => {
    const world = worldOf();
    const begun = outcomeOf(world.callNamed('save'));
    world.signInElsewhere('token-of-another');
    expect([await begun, world.judged]).toEqual([{ kind: 'aborted' }, []]);
    expect(await outcomeOf(world.callNamed('own'))).toBe('answer to own');
  });

  it('does not do again what was refused to the one before', async () => {
    const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<undefined>();
    const world = worldOf({ pass: async (at) => (at === 'is answered' ? isLetGo : undefined) });
    world.expire();
    const begun = outcomeOf(world.callNamed('save'));
    await expect.poll(() => world.judged).toEqual(['save:token-0']);
    world.signInElsewhere('token-of-another');
    letGo(undefined);
    expect([await begun, world.judged]).toEqual([{ kind: 'aborted' }, ['save:token-0']]);
  });
});
