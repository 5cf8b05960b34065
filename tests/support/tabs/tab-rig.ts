import { NEVER, Observable, Subject } from 'rxjs';
import { createActor } from 'xstate';
import * as z from 'zod/mini';
import { createCalls } from '#actors/calls/calls';
import { gatewayLogic } from '#actors/session/gateway.actors';
import type { TabNews } from '#actors/base/ports';
import { sharedSession } from '#actors/session/session-access';
import { sessionLogic } from '#actors/session/session.actors';
import { leaseLock } from '#actors/base/shared-lock';
import type { Transport } from '#api/transport';
import type { WireRequest } from '#api/wire-request';
import { endpoint, type Endpoint } from '#api/contract/base/endpoint';
import { FailureError, type Failure } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';
import { selectGeneration, type GatewayRef } from '#machines/session/gateway.machine';
import { selectTokens } from '#machines/session/session.machine';

/** `queue`: the browser's own locks; `lease`: what stands for them where it has none. */
export type LockKind = 'queue' | 'lease';

export interface RigOptions {
  readonly calls: number;
  readonly lock: LockKind;
  readonly isOnLoginRoute: boolean;
  /** Tells states apart by the order in which calls wait, and not only by what waits. */
  readonly isOrderKept: boolean;
}

/** What a tab sees of the shared storage: the name of the token, and whose the lease is. */
export interface View {
  readonly token: string;
  readonly lease: '-' | 'me' | 'other';
}

/** All that a tab does to the world outside in one step. */
export interface Outputs {
  readonly token: string | null;
  readonly lease: 'me' | '-' | null;
  readonly hasPosted: boolean;
  readonly lock: readonly ('requested' | 'given back')[];
}

/** What a tab is, as far as its future depends on it. */
export interface TabFacts {
  readonly unbegun: number;
  /** Calls on their way, by what tells them apart. */
  readonly flying: Readonly<Record<string, number>>;
  readonly waiting: readonly string[];
  readonly refreshing: boolean;
  readonly timersMs: readonly number[];
  readonly lock: 'none' | 'requested' | 'held';
  readonly losses: number;
  readonly ends: number;
  readonly token: string;
  readonly rest: string;
}

const LEASE_KEY = 'troupe-session-admin';
const SESSION_KEY = 'adminInfo';
const REPLIES = {
  fine: { code: 1, msg: '', time: 0, data: 'answer' },
  expired: { code: 409, msg: '', time: 0, data: [] },
  moved: { code: 302, msg: 'Please sign in first.', time: 0, data: { routeName: 'adminLogin' } },
  granted: { code: 1, msg: '', time: 0, data: { type: 'admin-refresh', token: 'T1', refresh_token: 'R1' } },
  refused: { code: 0, msg: 'The session is over', time: 0, data: null },
} as const;

const person = { id: 1, username: 'a', nickname: '', avatar: '', lastLoginTime: '', position: '', column: [], super: false };
const { lastLoginTime, ...others } = person;
const sliceOf = (token: string): string =>
  JSON.stringify({ version: 1, value: { ...others, lastlogintime: lastLoginTime, token, refreshToken: token.replace('T', 'R') } });
const tokenIn = (text: string | undefined): string =>
  text === undefined ? '-' : (JSON.parse(text) as { readonly value: { readonly token: string } }).value.token;

const probe = (index: number): Endpoint =>
  endpoint({
    method: 'GET',
    path: `/admin/probe/${index}`,
    audience: 'signedIn',
    input: z.object({}),
    output: z.unknown(),
    success: 'silent',
    summary: 'A call of these tests.',
  });

const tally = (names: readonly string[]): Record<string, number> =>
  Object.fromEntries([...new Set(names)].sort().map((name) => [name, names.filter((one) => one === name).length]));

interface Flight {
  readonly token: string;
  readonly generation: number;
  readonly answer: (body: unknown) => void;
  readonly fail: (error: unknown) => void;
}

interface RigCall {
  sends: number;
  generation: number;
  flight: Flight | null;
  outcome: string | null;
}

/** Nothing is sent again by itself where there is none: what is walked here is when tabs renew. */
const NO_LINE: Failure = { kind: 'unreachable', online: false };

/**
 * One tab for real: the machines, their effects, the client and the guards of calls. All that it shares with other tabs and the server is
 * in the hands of the test, so that a tab is a function of what reached it, in which order, and of what it then saw in the storage.
 */
export function openRig({ calls: callCount, lock: lockKind, isOnLoginRoute, isOrderKept }: RigOptions) {
  const stored = new Map([[SESSION_KEY, sliceOf('T0')]]);
  const changes = new Subject<string>();
  const news = new Subject<TabNews>();
  const calls: RigCall[] = [];
  const waiting: RigCall[] = [];
  const timers: { readonly ms: number; readonly fire: () => void }[] = [];
  const dead = new Set<string>();
  const faults: string[] = [];
  let refresh: Flight | null = null;
  let [losses, ends, tries, leaseWaits, known] = [0, 0, 0, 0, 'T0'];
  let lock: { state: 'requested' | 'held'; grant: () => void } | null = null;
  let isRunning = false;
  let outputs: { token: string | null; lease: 'me' | '-' | null; hasPosted: boolean; lock: ('requested' | 'given back')[] };
  const clear = () => void (outputs = { token: null, lease: null, hasPosted: false, lock: [] });
  clear();

  const note = (key: string) => {
    if (key === SESSION_KEY) outputs.token = tokenIn(stored.get(key));
    else outputs.lease = stored.has(key) ? 'me' : '-';
    if (key === SESSION_KEY) known = outputs.token!;
  };
  const storage = {
    read: (key: string) => {
      if (key === SESSION_KEY) known = tokenIn(stored.get(key));
      return stored.get(key) ?? null;
    },
    write: (key: string, text: string) => {
      stored.set(key, text);
      note(key);
    },
    remove: (key: string) => {
      stored.delete(key);
      note(key);
    },
    changes: new Observable<string>((subscriber) => {
      leaseWaits += 1;
      const subscription = changes.subscribe(subscriber);
      return () => {
        leaseWaits -= 1;
        subscription.unsubscribe();
      };
    }),
  };
  const pause = (ms: number) => new Promise<void>((resolve) => timers.push({ ms, fire: resolve }));

  const inQueue = <T>(_name: string, run: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    if (lock) faults.push('asks for the lock twice');
    const gate = Promise.withResolvers<void>();
    const mine = { state: 'requested' as 'requested' | 'held', grant: gate.resolve };
    const giveBack = () => {
      lock = null;
      outputs.lock.push('given back');
    };
    lock = mine;
    outputs.lock.push('requested');
    signal?.addEventListener('abort', () => {
      if (lock !== mine || mine.state !== 'requested') return;
      giveBack();
      gate.reject(signal.reason);
    });
    return gate.promise.then(() => run().finally(giveBack));
  };
  const lease = leaseLock({ storage, clock: { now: () => 0, pause }, newKey: () => 'me' });
  const byLease = <T>(name: string, run: () => Promise<T>, signal?: AbortSignal): Promise<T> =>
    lease(
      name,
      async () => {
        isRunning = true;
        return run().finally(() => void (isRunning = false));
      },
      signal,
    );

  const flightOf = ({ tokens, signal }: WireRequest, landed: () => void): { flight: Flight; body: Promise<unknown> } => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const token = tokens.admin?.reveal() ?? '';
    if (signal?.aborted) reject(new FailureError({ kind: 'aborted' }));
    signal?.addEventListener('abort', () => reject(new FailureError({ kind: 'aborted' })));
    const flight: Flight = {
      token,
      generation: selectGeneration(gateway.getSnapshot()),
      answer: (body) => {
        landed();
        resolve(body);
      },
      fail: (error) => {
        landed();
        reject(error);
      },
    };
    if (dead.has(token)) faults.push(`sends the dead token ${token}`);
    return { flight, body: promise };
  };
  const transport: Transport = {
    send: (request) => {
      if (request.path.endsWith('refreshToken')) {
        if (refresh) faults.push('renews while it renews');
        if ((request.input['refreshToken'] as Secret).reveal() !== 'R0') faults.push('renews a token that has not run out');
        dead.delete('T0');
        const { flight, body } = flightOf(request, () => void (refresh = null));
        dead.add('T0');
        refresh = flight;
        request.signal?.addEventListener('abort', () => {
          if (refresh === flight) refresh = null;
        });
        tries += 1;
        return body;
      }
      const call = calls[Number(request.path.split('/').at(-1))]!;
      const { flight, body } = flightOf(request, () => void (call.flight = null));
      const place = waiting.indexOf(call);
      if (place > 0) faults.push('replays calls out of their order');
      if (place !== -1) waiting.splice(place, 1);
      call.flight = flight;
      call.sends += 1;
      call.generation = flight.generation;
      return body;
    },
  };

  const session = createActor(
    sessionLogic({
      call: () => Promise.reject(new Error('nobody signs in or out here')),
      tokenReplaced: () => gateway.send({ type: 'gateway.tokenReplaced' }),
      reload: () => faults.push('reloads'),
      origin: () => 'http://localhost:8000',
    }),
    { input: { area: 'admin', person, tokens: { token: new Secret('T0'), refreshToken: new Secret('R0') } } },
  ).start();
  const shared = sharedSession({
    storage,
    announceArrival: () => {},
    channel: { post: () => void (outputs.hasPosted = true), news },
    withLock: lockKind === 'queue' ? inQueue : byLease,
    log: (message) => faults.push(message),
    sessionOf: () => session,
    gatewayOf: () => gateway,
  });
  const { call, direct } = createCalls({
    transport,
    tokens: () => ({ admin: shared.tokens('admin')?.token ?? null, member: null }),
    gatewayOf: () => gateway,
    announce: () => {},
    permissionsStale: () => {},
    log: (message) => faults.push(message),
    pause,
    now: () => 0,
    personOf: () => null,
  });
  const gateway: GatewayRef = createActor(
    gatewayLogic({
      call: direct,
      session: {
        ...shared,
        ended: (area) => {
          ends += selectTokens(session.getSnapshot()) ? 1 : 0;
          shared.ended(area);
        },
      },
      withLock: lockKind === 'queue' ? inQueue : byLease,
      pause,
      // Calls ask for another renewal here.
      retryMoments: NEVER,
      isOnLoginRoute: () => isOnLoginRoute,
      announceLoss: () => void (losses += 1),
      leaveFor: () => void (losses += 1),
    }),
    { input: { area: 'admin' } },
  ).start();
  shared.share('admin');

  const begin = () => {
    const one: RigCall = { sends: 0, generation: -1, flight: null, outcome: null };
    calls.push(one);
    const settle = (outcome: string) => {
      if (one.outcome !== null) faults.push('settles a call twice');
      // Quietly only where the session is lost; otherwise with an answer, or because none was to be had.
      const isLost = gateway.getSnapshot().matches('lost');
      if (!(isLost ? ['aborted', 'rejected', 'unreachable'] : ['answered', 'unreachable']).includes(outcome))
        faults.push(`ends a call: ${outcome}`);
      one.outcome = outcome;
    };
    call(probe(calls.length - 1), {}).then(
      () => settle('answered'),
      (error: unknown) => settle(error instanceof FailureError ? error.failure.kind : `defect: ${String(error)}`),
    );
  };
  const isCurrent = (one: RigCall) => one.generation === selectGeneration(gateway.getSnapshot());
  const classOf = (one: RigCall) => `${one.flight?.token ?? 'waits'}/${isCurrent(one)}/${one.sends}`;

  const deliver = (event: string) => {
    const [kind, what = '', verdict = ''] = event.split(' ');
    if (kind === 'begins') begin();
    else if (kind === 'stores') changes.next(what === 'lease' ? LEASE_KEY : SESSION_KEY);
    else if (kind === 'posts') news.next({ type: 'session.changed', area: 'admin' });
    else if (kind === 'timer')
      timers.splice(timers.findIndex((timer) => timer.ms === Number(what)), 1)[0]!.fire(); // prettier-ignore
    else if (kind === 'locked' && lock) {
      lock.state = 'held';
      lock.grant();
    } else if (kind === 'renewal' && what === 'lost') refresh!.fail(new FailureError(NO_LINE));
    else if (kind === 'renewal') refresh!.answer(REPLIES[what as 'granted']);
    else if (kind === 'reply') {
      const one = calls.find((candidate) => candidate.flight && classOf(candidate) === what)!;
      if (verdict === 'expired') dead.add(one.flight!.token);
      one.flight!.answer(REPLIES[verdict as 'fine']);
    }
  };

  return {
    faults,
    /** One step: the event reaches the tab while the storage looks so, and everything that follows from it is over. */
    async step(event: string, view: View): Promise<Outputs> {
      if (view.token === '-') stored.delete(SESSION_KEY);
      else if (tokenIn(stored.get(SESSION_KEY)) !== view.token) stored.set(SESSION_KEY, sliceOf(view.token));
      if (view.lease === '-') stored.delete(LEASE_KEY);
      else stored.set(LEASE_KEY, JSON.stringify({ holder: view.lease, until: 5000 }));
      clear();
      const before = selectTokens(session.getSnapshot())?.token.reveal();
      deliver(event);
      await new Promise(setImmediate);
      const after = selectTokens(session.getSnapshot())?.token.reveal();
      if (before !== undefined && before !== after) dead.add(before);
      // Whoever has begun, is not on the way and not settled, waits; later ones behind earlier ones.
      for (const one of calls) if (!one.flight && one.outcome === null && !waiting.includes(one)) waiting.push(one);
      for (const one of waiting.filter(({ outcome }) => outcome !== null)) waiting.splice(waiting.indexOf(one), 1);
      if (losses > 1) faults.push('says it twice');
      if (ends > 1) faults.push('leaves twice');
      return { ...outputs, lock: [...outputs.lock] };
    },
    facts(): TabFacts {
      const { value, context } = gateway.getSnapshot();
      const due = timers.map(({ ms }) => ms).filter((ms) => ms < 1000 || ms === 1500);
      if (value !== 'renewing' && !isRunning) tries = 0;
      return {
        unbegun: callCount - calls.length,
        flying: tally(calls.filter(({ flight }) => flight).map(classOf)),
        waiting: isOrderKept ? waiting.map(classOf) : waiting.map(classOf).sort(),
        refreshing: refresh !== null,
        timersMs: due.sort((a, b) => a - b),
        lock: lock?.state ?? 'none',
        losses,
        ends,
        token: selectTokens(session.getSnapshot())?.token.reveal() ?? '-',
        // Why a renewal failed is read where it got no answer, and written before that.
        rest: JSON.stringify([
          value,
          value === 'stale' && context.failure,
          session.getSnapshot().value,
          known,
          [...dead].sort(),
          tries,
          leaseWaits,
          isRunning,
        ]),
      };
    },
    close: () => {
      gateway.stop();
      session.stop();
    },
  };
}
