import { API_BASE } from '#api/contract/base/wire';
import { afterBytes, afterMessages, cutReply } from './cut.ts';
import type { CallPattern, EnvelopePatch, Fault, FaultRule, Scenario, Timing } from './scenario.ts';

export type Forward = (request: Request) => Response | Promise<Response>;

/** A network that plays a scenario. `fetch` takes the place of the real one. */
export interface Line {
  readonly fetch: (request: Request) => Promise<Response>;
  /** The calls that were sent, such as `GET /admin/goods.Goods/index`, in order. */
  readonly sent: readonly string[];
  /** Those among them that reached the server. */
  readonly handled: readonly string[];
  /** Resolves when a call is held under this label. */
  readonly held: (label: string) => Promise<void>;
  /** Lets what is held under this label go, now and from now on. */
  readonly release: (label: string) => void;
  /** Moves the clock of slow calls. */
  readonly advance: (ms: number) => void;
  readonly isOnline: () => boolean;
  /** The connection is back. */
  readonly reconnect: () => Promise<void>;
}

export interface CallsBundleOptions {
  /** The world hears that it lost its connection, or has it again. */
  readonly onlineChanged?: (isOnline: boolean) => void | Promise<void>;
}

type Outcome = { readonly reply: Response } | { readonly error: unknown };

/** Plays a scenario in front of a server, be that an application in process or a real one. */
export function openCalls({ rules }: Scenario, forward: Forward, { onlineChanged }: CallsBundleOptions = {}): Line {
  const sent: string[] = [];
  const handled: string[] = [];
  const counts = new Map<string, number>();
  const passed = signals();
  const holding = signals();
  const released = signals();
  const clock = manualClock();
  let isOnline = true;

  const setOnline = async (next: boolean): Promise<void> => {
    isOnline = next;
    await onlineChanged?.(next);
  };
  const reach: Forward = (request) => {
    handled.push(nameOf(request));
    return forward(request);
  };
  const wait = async (timing: Timing | undefined, name: string): Promise<void> => {
    if (!timing) return;
    if ('held' in timing) {
      holding.give(timing.held);
      await released.of(timing.held);
    } else if ('slowMs' in timing) await clock.pause(timing.slowMs);
    else await passed.of(`${name} ${timing.after}`);
  };

  const carry = async (request: Request): Promise<Response> => {
    const name = nameOf(request);
    sent.push(name);
    const nth = (counts.get(name) ?? 0) + 1;
    counts.set(name, nth);
    const rule = rules.find(({ on }) => fits(on, request, nth));
    if (rule?.what?.kind === 'offline') await setOnline(false);
    const outcome: Outcome = isOnline ? await settledOf(() => outcomeOf(rule, request, reach)) : { error: broken() };
    await wait(rule?.when, name);
    passed.give(`${name} ${nth}`);
    if ('error' in outcome) throw outcome.error;
    return outcome.reply;
  };

  return {
    fetch: (request) => Promise.race([carry(request), abortOf(request.signal)]),
    sent,
    handled,
    held: (label) => holding.of(label),
    release: (label) => released.give(label),
    advance: (ms) => clock.advance(ms),
    isOnline: () => isOnline,
    reconnect: () => setOnline(true),
  };
}

/** What every runtime throws where there is no reply. */
const broken = (): Error => new TypeError('fetch failed');

const pathOf = ({ url }: Request): string => {
  const { pathname } = new URL(url);
  return pathname.startsWith(`${API_BASE}/`) ? pathname.slice(API_BASE.length) : pathname;
};

const nameOf = (request: Request): string => `${request.method} ${pathOf(request)}`;

const fits = (on: CallPattern, request: Request, nth: number): boolean =>
  (on.method ?? request.method) === request.method &&
  (on.path === undefined || on.path.toLowerCase() === pathOf(request).toLowerCase()) &&
  (on.nth ?? nth) === nth;

const settledOf = (run: () => Promise<Response>): Promise<Outcome> =>
  run().then(
    (reply) => ({ reply }),
    (error: unknown) => ({ error }),
  );

const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });

async function outcomeOf(rule: FaultRule | undefined, request: Request, reach: Forward): Promise<Response> {
  const fault: Fault | undefined = rule?.what;
  switch (fault?.kind) {
    case undefined:
      return reach(request);
    case 'requestLost':
    case 'offline':
      throw broken();
    case 'replyLost':
      await (await reach(request)).body?.cancel();
      throw broken();
    case 'bodyCut':
      return cutReply(await reach(request), afterBytes(fault.afterBytes), 'broken');
    case 'streamCut':
      return cutReply(await reach(request), afterMessages(fault.afterMessages), 'broken');
    case 'truncated':
      return cutReply(await reach(request), afterBytes(fault.afterBytes), 'ended');
    case 'answered':
      return new Response(fault.body, { status: fault.status ?? 200, headers: { 'content-type': fault.type ?? 'text/plain' } });
    case 'rewritten':
      return rewritten(await reach(request), fault.envelope);
    default:
      return fault satisfies never;
  }
}

async function rewritten(reply: Response, patch: EnvelopePatch): Promise<Response> {
  const headers = new Headers(reply.headers);
  headers.delete('content-length');
  return Response.json({ ...((await reply.json()) as object), ...patch }, { status: reply.status, headers });
}

/** Signals by name that stay given. */
function signals() {
  const known = new Map<string, PromiseWithResolvers<void>>();
  const at = (name: string): PromiseWithResolvers<void> => {
    const signal = known.get(name) ?? Promise.withResolvers<void>();
    known.set(name, signal);
    return signal;
  };
  return { of: (name: string) => at(name).promise, give: (name: string) => at(name).resolve() };
}

function manualClock() {
  let nowMs = 0;
  let pauses: readonly { readonly dueMs: number; readonly end: () => void }[] = [];
  return {
    pause: (ms: number) => new Promise<void>((end) => void (pauses = [...pauses, { dueMs: nowMs + ms, end }])),
    advance(ms: number): void {
      nowMs += ms;
      for (const { dueMs, end } of pauses) if (dueMs <= nowMs) end();
      pauses = pauses.filter(({ dueMs }) => dueMs > nowMs);
    },
  };
}
