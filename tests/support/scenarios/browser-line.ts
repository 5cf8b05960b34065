import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { BrowserContext } from 'playwright-core';
import { API_BASE } from '#api/contract/base/wire';
import { openCalls, type Forward, type Line } from './line.ts';
import type { Scenario } from './scenario.ts';

export interface BrowserLine extends Line {
  /** Calls go straight to the server again. */
  readonly close: () => Promise<void>;
}

/**
 * Plays a scenario between a browser and its server. Every call takes its way over a gate of our own, so that what breaks is a real
 * connection: a lost reply is a closed socket, a cut stream arrives message by message and then ends in an error. The page does not see
 * the detour.
 * @param serverUrl where the page comes from
 * @param answeringUrl who answers its calls, where that is somebody else
 */
export async function installScenario(
  context: BrowserContext,
  serverUrl: string,
  scenario: Scenario,
  answeringUrl = serverUrl,
): Promise<BrowserLine> {
  const line = openCalls(scenario, forwardTo(answeringUrl), { onlineChanged: (isOnline) => context.setOffline(!isOnline) });
  const gate = createServer((incoming, outgoing) => void pass(line, incoming, outgoing));
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
  const address = gate.address();
  if (address === null || typeof address === 'string') throw new Error('the gate has no port');
  const isCall = (url: URL): boolean => url.origin === serverUrl && url.pathname.startsWith(`${API_BASE}/`);
  await context.route(isCall, (route) => {
    const { pathname, search } = new URL(route.request().url());
    return route.continue({ url: `http://127.0.0.1:${address.port}${pathname}${search}` });
  });
  return {
    ...line,
    async close() {
      await context.unroute(isCall);
      await new Promise((resolve) => {
        gate.close(resolve);
        gate.closeAllConnections();
      });
    },
  };
}

/** Of one connection only, or for the body as it is on this leg. */
const OWN_HEADERS = ['host', 'connection', 'keep-alive', 'content-length', 'transfer-encoding', 'accept-encoding', 'expect'];

const forwardTo =
  (serverUrl: string): Forward =>
  async (request) => {
    const { pathname, search } = new URL(request.url);
    const { method, headers, signal } = request;
    const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer();
    return fetch(serverUrl + pathname + search, { method, headers, body, signal, redirect: 'manual' });
  };

async function pass(line: Line, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  try {
    const reply = await line.fetch(await requestOf(incoming, gone.signal));
    const headers = [...reply.headers].filter(
      ([name]) => !['connection', 'keep-alive', 'transfer-encoding', 'content-encoding'].includes(name),
    );
    // A browser sends a call again by itself where a connection it kept breaks.
    outgoing.writeHead(reply.status, { ...Object.fromEntries(headers), connection: 'close' });
    outgoing.flushHeaders();
    for await (const chunk of reply.body ?? []) outgoing.write(chunk);
    outgoing.end();
  } catch {
    // Whoever reads what was written so far must have it before the end.
    if (outgoing.writableLength > 0) await new Promise((resolve) => outgoing.write('', resolve));
    incoming.socket.destroy();
  }
}

async function requestOf(incoming: IncomingMessage, signal: AbortSignal): Promise<Request> {
  const { method = 'GET', url = '/' } = incoming;
  const headers = Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
    OWN_HEADERS.includes(name) || value === undefined ? [] : [[name, String(value)]],
  );
  const body = method === 'GET' || method === 'HEAD' ? null : await buffer(incoming);
  return new Request(`http://gate.invalid${url}`, { method, headers: [...headers, ['accept-encoding', 'identity']], body, signal });
}
