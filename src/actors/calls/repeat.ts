import { createActor, fromPromise, type ActorOptions } from 'xstate';
import type { Call, CallOptions } from '#api/client';
import type { Peer } from '#api/peer';
import type { Tokens } from '#api/wire-request';
import { areaOf, type Endpoint } from '#api/contract/base/endpoint';
import type { Area } from '#domain/base/area';
import { FailureError } from '#domain/base/failure';
import { callRepeatMachine, type Away, type Resent } from '#machines/session/call-repeat.machine';
import type { Pause } from '../base/call-ports.ts';
import { isServerAway, serverHeard, serverLost, type ServerLineOptions } from './server-line.ts';

export interface RepeatOptions extends ServerLineOptions {
  readonly pause: Pause;
  readonly now: () => number;
  readonly log: (message: string) => void;
  /** Servers of the family that are not ours know no keys: there a write would be done twice. */
  readonly peer: Pick<Peer, 'isStock'>;
  readonly personOf: (area: Area) => number | null;
  readonly tokens: () => Tokens;
}

interface Repeated extends RepeatOptions, Pick<CallOptions, 'idempotencyKey' | 'signal'> {
  readonly endpoint: Pick<Endpoint, 'method' | 'path' | 'idempotent' | 'named' | 'reads' | 'reply'>;
  /** Who was signed in when the call was made. */
  readonly person: number | null;
  /** Nobody was signed in then. */
  readonly isVisitor: boolean;
  /** When it was made. */
  readonly beganMs: number;
}

/** How far the rests of two calls lie apart. */
const SPREAD = 0.5;

/** What becomes of a call that was not answered as it should: sent again where that helps; what is known of the server by it is noted. */
export async function afterFailure<Reply>(error: FailureError, send: () => Promise<Reply>, direct: Call, call: Repeated): Promise<Reply> {
  try {
    const reply = await repeat(error, send, call);
    serverHeard(call);
    return reply;
  } catch (last) {
    if (last instanceof FailureError && isServerAway(last.failure)) serverLost(direct, call);
    else if (last instanceof FailureError && last.failure.kind === 'rejected') serverHeard(call);
    throw last;
  }
}

/**
 * Sends a call again that found its server away: a process that closes, a database that has lost its machine, a proxy with nobody behind
 * it. Reads, whichever way they go, and writes with a key or a name of their own; any other write may have been done although nobody said so. Who has no line hears
 * of it at once.
 * @throws FailureError the last one where the server stays away, `aborted` where nobody waits any more
 */
async function repeat<Reply>(first: FailureError, send: () => Promise<Reply>, call: Repeated): Promise<Reply> {
  const { endpoint, signal, pause, now, log, beganMs } = call;
  const away = awayFor(first, call, beganMs);
  if (away === null) throw first;
  let last = (): Reply => {
    throw first;
  };
  const resend = async (): Promise<Resent> => {
    const sentMs = now();
    try {
      // What one has begun is not done as another who has signed in meanwhile.
      if (isOfAnother(call)) throw new FailureError({ kind: 'aborted' });
      log(`Sent again: ${endpoint.method} ${endpoint.path}`);
      const reply = await send();
      last = () => reply;
    } catch (error) {
      last = () => {
        throw error;
      };
      const again = awayFor(error, call, sentMs);
      if (again) return { outcome: 'away', ...again };
    }
    return { outcome: 'ended' };
  };
  const logic = callRepeatMachine.provide({ actors: { resend: fromPromise(resend) } });
  const input = { spread: 1 - SPREAD / 2 + Math.random() * SPREAD, ...away };
  const actor = createActor(logic, { id: 'callRepeat', input, clock: clockOf(pause) });
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      // An actor that is stopped completes as well: what it had heard last is for nobody then.
      ended.unsubscribe();
      reject(new FailureError({ kind: 'aborted' }));
      actor.stop();
    };
    const ended = actor.subscribe({
      complete() {
        signal?.removeEventListener('abort', leave);
        // A refusal rejects: what is thrown here is.
        resolve(new Promise((answered) => answered(last())));
      },
    });
    if (signal?.aborted === true) return leave();
    signal?.addEventListener('abort', leave, { once: true });
    actor.start();
  });
}

/** A visitor who has signed in may read on; what a visitor writes is not theirs. */
function isOfAnother({ endpoint, person, isVisitor, personOf, tokens }: Repeated): boolean {
  const area = areaOf(endpoint);
  if (person !== null) return personOf(area) !== person;
  return isVisitor && !onlyReads(endpoint) && tokens()[area] !== null;
}

const onlyReads = ({ method, reads }: Pick<Endpoint, 'method' | 'reads'>): boolean => method === 'GET' || reads === true;

/** A file that breaks off on its way would break off again. */
function awayFor(error: unknown, { endpoint, idempotencyKey, peer, now }: Repeated, sentMs: number): Away | null {
  if (!(error instanceof FailureError)) return null;
  const isDoneOnce = endpoint.named ?? (endpoint.idempotent === true && idempotencyKey !== undefined);
  if (!onlyReads(endpoint) && (peer.isStock() || !isDoneOnce)) return null;
  const { failure } = error;
  if (!isServerAway(failure)) return null;
  // A clock that was set back does not make it longer.
  const tookMs = Math.max(0, now() - sentMs);
  if (failure.kind === 'http') return { tookMs, retryAfterMs: failure.retryAfterMs ?? 0 };
  return endpoint.reply === 'file' ? null : { tookMs, retryAfterMs: 0 };
}

/** The machine waits by the clock of the page. */
function clockOf(pause: Pause): NonNullable<ActorOptions<typeof callRepeatMachine>['clock']> {
  const waits = new Set<object>();
  return {
    setTimeout(run, ms) {
      const wait = {};
      waits.add(wait);
      void pause(ms).then(() => waits.delete(wait) && run());
      return wait;
    },
    clearTimeout: (wait: object) => void waits.delete(wait),
  };
}
