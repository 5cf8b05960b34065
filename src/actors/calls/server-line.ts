import { firstValueFrom, type Observable } from 'rxjs';
import { createActor, fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { frontInit } from '#api/contract/session/session';
import { FailureError, type Failure } from '#domain/base/failure';
import { selectWasAway, serverLineMachine, type ServerLineRef } from '#machines/session/server-line.machine';

export interface ServerLineOptions {
  /** When a server that did not answer may do so. */
  readonly retryMoments?: Observable<unknown>;
  /** Says that the server answers again after it was away for longer than one call; left out where nobody wants to know. */
  readonly serverBack?: () => void;
}

/** Nobody behind the proxy, a server that says so, nobody in time. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);

/** The server is not there, as far as anybody can tell: another time it may be. Who has no line knows nothing of it. */
export const isServerAway = (failure: Failure): boolean =>
  failure.kind === 'unreachable' ? failure.online : failure.kind === 'http' && AWAY.has(failure.status);

/** Of each page there is one, however many clients its parts have. */
const lines = new WeakMap<() => void, ServerLineRef>();

const isThere = (call: Call): Promise<boolean> =>
  call(frontInit, {}).then(
    () => true,
    (error: unknown) => {
      if (error instanceof FailureError) return !isServerAway(error.failure);
      throw error;
    },
  );

/** A call has given up on the server: it is asked after from now on. */
export function serverLost(call: Call, { retryMoments, serverBack }: ServerLineOptions): void {
  if (!retryMoments || !serverBack || lines.has(serverBack)) return;
  const logic = serverLineMachine.provide({
    actors: {
      awaitMoment: fromPromise<void>(async () => {
        await firstValueFrom(retryMoments);
      }),
      askServer: fromPromise(async () => ({ isThere: await isThere(call) })),
    },
  });
  const line = createActor(logic, { id: 'serverLine' });
  lines.set(serverBack, line);
  line.subscribe({
    complete() {
      lines.delete(serverBack);
      // What could not be read is read again; src/ui/app/read-again.ts hears it.
      if ('window' in globalThis) window.dispatchEvent(new Event('serverback'));
      if (selectWasAway(line.getSnapshot())) serverBack();
    },
  });
  line.start();
}

/** A call was answered. */
export function serverHeard({ serverBack }: ServerLineOptions): void {
  if (serverBack) lines.get(serverBack)?.send({ type: 'line.answered' });
}
