import { FailureError } from '#domain/base/failure';
import { Secret } from '#domain/base/secret';
import type { Endpoint } from '#api/contract/base/endpoint';
import type { Call } from '#api/client';
import type { Tokens } from '#api/wire-request';

/**
 * One of several identical calls at a time. Of reads the older is cancelled and the newest wins; a write is not sent a second time,
 * the second caller gets the answer of the first. Both are only logged.
 * Identity: method, path, input, both tokens; the order of an input's keys is none of it. A call that nobody waits for any more is no
 * longer in flight. Whoever waits for a write is let go after the time that they have given it; the write goes on, since it may have been
 * stored, and who comes again with its key hears its answer, whichever server it is.
 * Source: specification §4 "Duplicate requests", §7 "There is no timeout"; readings 4, "Identical in-flight requests", 7.3.
 */
interface Flight {
  readonly answer: Promise<unknown>;
  readonly abort: AbortController;
  readonly land: () => void;
  riders: number;
}

export interface InFlightOptions {
  readonly tokens: () => Tokens;
  readonly log: (message: string) => void;
}

const MESSAGE = 'Automatic cancellation due to duplicate request';

export function withoutDuplicates(call: Call, { tokens, log }: InFlightOptions): Call {
  const flights = new Map<string, Flight>();
  /** Writes that nobody has heard the end of, by their keys. */
  const unheard = new Map<string, Flight>();
  const identify = identifier();

  const start = (key: string, send: (signal: AbortSignal) => Promise<unknown>): Flight => {
    const abort = new AbortController();
    const land = () => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    const flight: Flight = { abort, land, riders: 0, answer: send(abort.signal) };
    flights.set(key, flight);
    flight.answer.then(land, land);
    return flight;
  };

  const guarded = (endpoint: Endpoint, input: unknown, options: Parameters<Call>[2] = {}): Promise<unknown> => {
    const { timeoutMs, ...patient } = options;
    const { signal, idempotencyKey: own = '' } = options;
    const isWrite = endpoint.method !== 'GET';
    const send = (ends: AbortSignal) => call(endpoint, input as never, { ...(isWrite ? patient : options), signal: ends });
    // Two files may have the same name and query; whether they are the same the server knows by their bytes.
    if (options.duplicates === 'allowed' || options.file) return call(endpoint, input as never, options);
    // It must not put an end to one that somebody waits for.
    if (signal?.aborted) return Promise.reject(new FailureError({ kind: 'aborted' }));
    const key = identify([endpoint.method, endpoint.path, input, tokens()]);
    const running = unheard.get(own) ?? flights.get(key);
    if (running) log(`${MESSAGE}: ${endpoint.method} ${endpoint.path}`);
    if (isWrite) {
      const flight = running ?? start(key, send);
      const late = () => own && unheard.set(own, flight);
      return ride(flight, { signal, leaveMs: timeoutMs, late, heard: () => unheard.delete(own) });
    }
    running?.abort.abort(new FailureError({ kind: 'duplicate' }));
    return ride(start(key, send), { signal });
  };
  return guarded as Call;
}

interface Rider {
  readonly signal: AbortSignal | undefined;
  readonly leaveMs?: number | undefined;
  /** The time is over, and the flight goes on. */
  readonly late?: () => void;
  readonly heard?: () => void;
}

/** Waits for a flight's answer; the request is given up when nobody waits for it any more, and has not been left for its time either. */
function ride(flight: Flight, { signal, leaveMs, late, heard }: Rider): Promise<unknown> {
  flight.riders += 1;
  return new Promise((resolve, reject) => {
    let hasLeft = false;
    const letGo = (kind: 'aborted' | 'timeout') => {
      hasLeft = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
      reject(new FailureError({ kind }));
    };
    const leave = () => {
      letGo('aborted');
      flight.riders -= 1;
      if (flight.riders > 0) return;
      flight.land();
      flight.abort.abort();
    };
    // Counted as a rider still: nobody else ends what may have been stored.
    const outstay = () => {
      late?.();
      letGo('timeout');
    };
    const timer = leaveMs === undefined ? undefined : setTimeout(outstay, leaveMs);
    signal?.addEventListener('abort', leave, { once: true });
    const supersede = () => flight.abort.signal.reason instanceof FailureError && reject(flight.abort.signal.reason);
    flight.abort.signal.addEventListener('abort', supersede, { once: true });
    const settle = () => {
      if (hasLeft) return;
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
      heard?.();
    };
    flight.answer.finally(settle).then(resolve, reject);
  });
}

/** Texts equal for equal values. A secret is compared, not shown; a file and the like is told apart by which object it is. */
function identifier(): (value: unknown) => string {
  const numbers = new WeakMap<object, number>();
  let secrets: readonly { readonly ref: WeakRef<Secret>; readonly number: number }[] = [];
  let count = 0;
  const numberOf = (thing: object) => {
    const number = numbers.get(thing) ?? (count += 1);
    numbers.set(thing, number);
    return number;
  };
  const numberOfSecret = (secret: Secret) => {
    secrets = secrets.filter(({ ref }) => ref.deref() !== undefined);
    const known = secrets.find(({ ref }) => ref.deref()?.isSame(secret));
    if (known) return known.number;
    const number = (count += 1);
    secrets = [...secrets, { ref: new WeakRef(secret), number }];
    return number;
  };
  const plain = (value: unknown): unknown => {
    if (value instanceof Secret) return { $secret: numberOfSecret(value) };
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value === 'bigint') return { $bigint: String(value) };
    if (typeof value !== 'object' || value === null) return value;
    if (![Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null)) return { $object: numberOf(value) };
    const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
    return Object.fromEntries(entries.map(([key, item]) => [key, plain(item)]));
  };
  return (value) => JSON.stringify(plain(value));
}
