import { fromCallback } from 'xstate';
import type { Call } from '#api/client';
import { STREAM_PATH, streamMessage, terminalTicket } from '#api/contract/terminal/terminal';
import { API_BASE } from '#api/contract/base/wire';
import { failureOf } from '#domain/base/failure';
import { signalOf } from '#domain/terminal/terminal-task';
import type { RunAddress, StreamNews, TerminalTaskEvent } from '#machines/terminal/terminal-task.machine';
import type { ClockPort, EventSourcePort } from '../base/ports.ts';
import { linesOf, type TerminalOutput } from './terminal-output.ts';

export interface TerminalStreamPorts {
  readonly call: Call;
  readonly clock: ClockPort;
  readonly eventSource: EventSourcePort;
  readonly output: TerminalOutput;
}

/** How often the machines hear that output came; views are told once a frame by the buffer itself. */
const NEWS_PAUSE_MS = 500;

/** @returns the address that opens a run's output after message number `afterSeq` */
export function streamHref({ command, runUuid, extend }: RunAddress, afterSeq: number, ticket: string, path = STREAM_PATH): string {
  const query = {
    command,
    uuid: runUuid,
    extend,
    server: '1',
    color: '1',
    ...(afterSeq > 0 && { after: String(afterSeq) }),
    batoken: ticket,
  };
  return `${API_BASE}${path}?${new URLSearchParams(query).toString()}`;
}

function parsed(text: string) {
  try {
    return streamMessage.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Listens to a run. The line is opened once and closed when it breaks: whoever opens it again says after which message, with a new
 * ticket, and the server knows the run by its id. Another server would start the command anew: there, a line that breaks is the end.
 * Nothing here can start a command twice. Source: wire protocol §5.20; readings 4.13.
 */
export const terminalStream = ({ call, clock, eventSource, output }: TerminalStreamPorts) =>
  fromCallback<TerminalTaskEvent, RunAddress & { readonly afterSeq: number }>(({ input, sendBack }) => {
    const { runUuid, command, extend, afterSeq } = input;
    const ending = new AbortController();
    let seq = afterSeq;
    let isOpen = true;
    let opensOnce = false;
    let firstAtMs: number | null = null;
    let isPausing = false;
    let hasNews = false;

    const send = (type: Exclude<StreamNews['type'], 'stream.cut' | 'stream.refused'>, atMs = clock.now()) => sendBack({ type, seq, atMs });
    const flush = () => {
      if (hasNews && isOpen) send('stream.linesReceived');
      hasNews = false;
    };
    const tellLater = async () => {
      isPausing = true;
      flush();
      await clock.pause(NEWS_PAUSE_MS);
      isPausing = false;
      if (hasNews && isOpen) await tellLater();
    };
    const close = () => {
      flush();
      isOpen = false;
      ending.abort();
    };

    const hear = (text: string) => {
      const message = parsed(text);
      if (!message || (message.seq !== undefined && message.seq <= seq)) return;
      seq = message.seq ?? seq;
      const { data, kind, at } = message;
      firstAtMs ??= at ?? null;
      const signal = signalOf(data, kind);
      if (signal) {
        flush();
        send(`stream.${signal}`, at);
        return;
      }
      output.append(runUuid, linesOf(data, at === undefined || firstAtMs === null ? null : at - firstAtMs));
      hasNews = true;
      if (!isPausing) void tellLater();
    };
    const cut = () => {
      if (!isOpen) return;
      close();
      sendBack({ type: opensOnce ? 'stream.refused' : 'stream.cut', atMs: clock.now() });
    };

    const open = async () => {
      const { ticket, path } = await call(
        terminalTicket,
        { command, uuid: runUuid, extend },
        { signal: ending.signal, duplicates: 'allowed', quietErrors: true },
      );
      if (!isOpen) return;
      opensOnce = path !== undefined;
      // From the beginning: what another page or another visit has kept of it comes again.
      if (afterSeq === 0) output.clear(runUuid);
      const line = eventSource.open(streamHref(input, afterSeq, ticket, path)).subscribe({ next: hear, error: cut, complete: cut });
      ending.signal.addEventListener('abort', () => line.unsubscribe());
      // It may have ended while it was being opened.
      if (!isOpen) line.unsubscribe();
    };
    open().catch((error: unknown) => {
      const failure = failureOf(error);
      if (!isOpen || (failure.kind !== 'rejected' && failure.kind !== 'http')) return cut();
      close();
      const text = failure.kind === 'rejected' ? failure.message : `HTTP ${failure.status}`;
      output.append(runUuid, [{ text, atMs: null }]);
      sendBack({ type: 'stream.refused', atMs: clock.now() });
    });
    return () => {
      isOpen = false;
      ending.abort();
    };
  });
