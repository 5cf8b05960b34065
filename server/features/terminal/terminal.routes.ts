import { textOrEmpty } from '#domain/base/plain-value';
import { readKeptRun } from '#api/contract/terminal/kept-runs';
import * as contract from '#api/contract/terminal/terminal';
import { FailureError, rejection } from '#domain/base/failure';
import { SIGNAL_WORD } from '#domain/terminal/terminal-task';
import type { IncomingCall } from '../../routing/call.ts';
import { eventStream, type StreamEvent } from '../../routing/event-stream.ts';
import { mountForAdmin } from '../../routing/mount.ts';
import type { RawRoutes } from '../../routing/raw-routes.ts';
import type { RouteTable } from '../../routing/route-table.ts';
import type { ServerPorts } from '../../ports/ports.ts';
import { CACHES_CLEARED } from '../../base/limits.ts';
import type { Caches } from '../../base/caches.ts';
import { withoutColors } from './output.ts';
import { readKept } from './kept-runs.ts';
import type { RunEvent, RunOrder } from './run-log.ts';
import { abortWithSession } from '../../resources/access/lasting-session.ts';
import { storeTerminalConfig } from './terminal-config.ts';
import { countAttempt } from '../base/throttle.ts';
import type { TerminalService } from './terminal.service.ts';

/** The newer dialect's address of the same stream. */
const OTHER_STREAM_PATH = '/admin/ajax/terminal';

/** Commands: ticket, stream, stop and what was recorded. Switched off, none of these calls exists. */
export function terminalRoutes(table: RouteTable, raw: RawRoutes, terminal: TerminalService, ports: ServerPorts): void {
  if (!terminal.settings.isOn) return;
  const { commands, runs } = terminal;
  const stream = (call: IncomingCall): Promise<Response> => streamReply(call, terminal, ports);
  raw.add('GET', contract.STREAM_PATH, stream);
  raw.add('GET', OTHER_STREAM_PATH, stream);

  mountForAdmin(table, contract.terminalTicket, async (order, caller) => ({ ticket: await terminal.issueTicket(order, caller) }));

  mountForAdmin(table, contract.stopTerminal, async ({ uuid }, { username, client }) => {
    await runs.stop(uuid, username, client.language);
    return null;
  });

  mountForAdmin(table, contract.readRun, async ({ uuid }) => {
    const run = await runs.find(uuid);
    const events = run ? await runs.all(run) : [];
    const startedMs = events[0]?.at_ms ?? 0;
    return {
      status: run?.status ?? null,
      events: events.map(({ seq, at_ms: atMs, kind, data }) => ({ seq, at: atMs - startedMs, kind, data })),
    };
  });

  // Those that are done with something are started where that something is shown.
  mountForAdmin(table, contract.listCommands, async () => {
    const offered = commands.all().filter(({ prepare }) => !prepare);
    const files = [...new Set(offered.map(({ file }) => file))];
    const missing = new Set<string>();
    for (const file of files) if (!(await ports.processes.isInstalled(file))) missing.add(file);
    return { commands: offered.map(({ key, line, file }) => ({ key, line, ...(missing.has(file) && { missing: file }) })) };
  });
}

/** What was run is read also where nothing can be run any more. */
export function keptRunRoutes(table: RouteTable, { runs }: Pick<TerminalService, 'runs'>, { database }: ServerPorts): void {
  mountForAdmin(table, readKeptRun, (wish, caller) => readKept(database, runs, wish, caller));
}

/** Settings of the terminal and the server's memory; they exist without the terminal, too. */
export function maintenanceRoutes(table: RouteTable, caches: Caches, ports: ServerPorts): void {
  mountForAdmin(table, contract.changeTerminalConfig, async (change, caller) => {
    await storeTerminalConfig(ports, change, caller);
    return null;
  });

  mountForAdmin(table, contract.clearCache, async ({ type }, caller) => {
    if (type !== 'tp' && type !== 'all') throw rejection('refusals.unknownCache', { type: type.slice(0, 60) });
    await countAttempt(ports, [{ key: `clear-cache:admin:${caller.id}`, limit: CACHES_CLEARED }]);
    await caches.clear();
    return null;
  });
}

/** Refusals are part of the stream: the browser's event source shows no reply that is none. */
async function streamReply(call: IncomingCall, terminal: TerminalService, ports: ServerPorts): Promise<Response> {
  const parameter = (name: string): string => textOrEmpty(call.raw[name]);
  const order: RunOrder = { uuid: parameter('uuid'), command: parameter('command'), extend: parameter('extend') };
  const taken = numberOf(call.request.headers.get('last-event-id'));
  const message = messageFor(order, parameter('color') === '1');
  try {
    const { run, session } = await terminal.open({
      order,
      token: call.tokens.admin,
      ticket: parameter('batoken'),
      isTakenUp: taken !== null,
      client: call.client,
    });
    const gone = new AbortController();
    const events = terminal.runs.follow(run.id, taken ?? numberOf(parameter('after')) ?? 0, gone.signal);
    const stopWatch = abortWithSession(ports, session, gone);
    return eventStream(untilOver(messagesOf(events, message), stopWatch), {
      left: () => gone.abort(),
      failed: (error) => ports.logger.error('terminal.streamFailed', { requestId: call.requestId, error }),
    });
  } catch (error) {
    if (!(error instanceof FailureError) || error.failure.kind !== 'rejected') throw error;
    const text = `Error:${ports.messages.text(call.language, error.failure.message, error.failure.params)}`;
    const at = ports.clock.nowMs();
    const refusal = [{ kind: 'output', data: text } as const, { kind: 'control', data: SIGNAL_WORD.failed } as const];
    return eventStream(singlePortion(refusal.map((event) => ({ id: null, data: message({ ...event, at_ms: at }) }))));
  }
}

const numberOf = (text: string | null): number | null => (text !== null && /^\d{1,9}$/u.test(text) ? Number(text) : null);

const messageFor =
  ({ uuid, command, extend }: RunOrder, hasColors: boolean) =>
  ({ seq, at_ms: at, kind, data }: Pick<RunEvent, 'at_ms' | 'kind' | 'data'> & { readonly seq?: number }): contract.StreamMessage => ({
    data: hasColors ? data : withoutColors(data),
    uuid: uuid.slice(0, 64),
    extend: extend.slice(0, 500),
    key: command.slice(0, 100),
    kind,
    ...(seq !== undefined && { seq }),
    at,
  });

async function* messagesOf(
  portions: AsyncIterable<readonly RunEvent[]>,
  message: (event: RunEvent) => contract.StreamMessage,
): AsyncGenerator<readonly StreamEvent[]> {
  for await (const events of portions) yield events.map((event) => ({ id: event.seq, data: message(event) }));
}

async function* untilOver<T>(portions: AsyncIterable<T>, over: () => void): AsyncGenerator<T> {
  try {
    yield* portions;
  } finally {
    over();
  }
}

async function* singlePortion(events: readonly StreamEvent[]): AsyncGenerator<readonly StreamEvent[]> {
  yield events;
}
