import { fromPromise } from 'xstate';
import type { Call } from '#api/client';
import { readApiOperation, readApiOperations } from '#api/contract/programs/api-explorer';
import { FailureError } from '#domain/base/failure';
import { answerOf, TOLD_HEADERS, type ApiAnswer } from '#domain/programs/api-answer';
import { apiCallMachine, type ApiCallTask } from '#machines/programs/api-call.machine';
import { apiExplorerMachine } from '#machines/programs/api-explorer.machine';

/** The logics of the page on which calls are tried. */
export interface ApiExplorerBundle {
  readonly apiExplorer: typeof apiExplorerMachine;
  readonly apiCall: typeof apiCallMachine;
  /** Of the server, as other programs write it. */
  readonly origin: string;
}

export interface ApiExplorerPorts {
  readonly call: Call;
  readonly now: () => number;
  /** An application in process instead of the network. */
  readonly fetch?: ((request: Request) => Response | Promise<Response>) | undefined;
}

export const apiExplorerBundle = (ports: ApiExplorerPorts): ApiExplorerBundle => ({
  apiExplorer: apiExplorerMachine.provide({
    actors: {
      readOperations: fromPromise(async ({ signal }) => (await ports.call(readApiOperations, {}, { signal, quietErrors: true })).list),
      readOperation: fromPromise(async ({ input, signal }) => {
        const { method = 'GET', path = '' } = input ?? {};
        return ports.call(readApiOperation, { method, path }, { signal, quietErrors: true, duplicates: 'allowed' });
      }),
    },
  }),
  apiCall: apiCallMachine.provide({ actors: { send: fromPromise(({ input, signal }) => send(ports, input, signal)) } }),
  origin: location.origin,
});

/** Sends as another program would: with the token alone, and nothing of whoever is signed in. @throws FailureError when nothing was answered */
async function send({ now, fetch: inProcess }: ApiExplorerPorts, { request, token }: ApiCallTask, signal: AbortSignal): Promise<ApiAnswer> {
  const { method, path, headers, body } = request;
  const sent = new Request(new URL(path, location.origin), {
    method,
    headers: { ...headers, accept: 'application/json', authorization: `Bearer ${token?.reveal() ?? ''}` },
    body,
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
    signal,
  });
  const began = now();
  try {
    const reply = await (inProcess ?? fetch)(sent);
    const bytes = await reply.arrayBuffer();
    const told = TOLD_HEADERS.flatMap((name): (readonly [string, string])[] => {
      const value = reply.headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    const isText = /json|text/u.test(reply.headers.get('content-type') ?? '');
    const text = isText ? new TextDecoder().decode(bytes) : '';
    return answerOf({ status: reply.status, headers: told, tookMs: now() - began }, text, bytes.byteLength);
  } catch {
    signal.throwIfAborted();
    throw new FailureError({ kind: 'unreachable', online: navigator.onLine });
  }
}
