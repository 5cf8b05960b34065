import {
  EMPTY,
  Observable,
  catchError,
  concat,
  concatAll,
  concatMap,
  connect,
  defer,
  endWith,
  filter,
  from,
  ignoreElements,
  map,
  merge,
  of,
  pairwise,
  scan,
  startWith,
  takeLast,
  takeUntil,
  tap,
  throttle,
} from 'rxjs';
import { fromCallback } from 'xstate';
import type { Call } from '#api/client';
import { STREAM_PATH, streamMessage, terminalTicket, type StreamMessage } from '#api/contract/terminal/terminal';
import { API_BASE } from '#api/contract/base/wire';
import { failureOf } from '#domain/base/failure';
import type { Language } from '#domain/base/language';
import { signalOf, type StreamSignal } from '#domain/terminal/terminal-task';
import type { LineAddress, RunAddress, StreamNews, TerminalTaskEvent } from '#machines/terminal/terminal-task.machine';
import type { ClockPort, EventSourcePort } from '../base/ports.ts';
import { linesOf, type TerminalOutput } from './terminal-output.ts';

export interface TerminalStreamPorts {
  readonly call: Call;
  readonly clock: ClockPort;
  readonly eventSource: EventSourcePort;
  readonly output: TerminalOutput;
  /** An event source sends no header that would say it. */
  readonly language: () => Language;
}

interface LineHref {
  readonly afterSeq: number;
  readonly ticket: string;
  readonly language: Language;
  readonly path?: string | undefined;
}

/** How often the machines hear that output came; views are told once a frame by the buffer itself. */
const NEWS_PAUSE_MS = 500;

/** @returns the address that opens a run's output after message number `afterSeq`. Source: wire protocol §1.4, §5.20. */
export function streamHref({ command, runUuid, extend }: RunAddress, { afterSeq, ticket, language, path = STREAM_PATH }: LineHref): string {
  const query = {
    command,
    uuid: runUuid,
    extend,
    server: '1',
    color: '1',
    ...(afterSeq > 0 && { after: String(afterSeq) }),
    batoken: ticket,
    lang: language,
  };
  return `${API_BASE}${path}?${new URLSearchParams(query).toString()}`;
}

function parsed(text: string): StreamMessage | null {
  try {
    return streamMessage.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

interface TicketAnswer {
  readonly ticket: string;
  /** Where the stream of another server is. */
  readonly path?: string | undefined;
}

/** Something heard on the line: where that leads, and what it was. */
interface Heard {
  readonly seq: number;
  /** When the server sent the first message, by its own clock. */
  readonly firstAtMs: number | null;
  readonly message: StreamMessage | null;
  readonly signal: StreamSignal | null;
  /** How many messages of output came so far. */
  readonly outputCount: number;
}

/** A message that came before, or is none, changes nothing. */
function withMessage(heard: Heard, message: StreamMessage | null): Heard {
  if (!message || (message.seq !== undefined && message.seq <= heard.seq)) return { ...heard, message: null, signal: null };
  const signal = signalOf(message.data, message.kind);
  return {
    seq: message.seq ?? heard.seq,
    firstAtMs: heard.firstAtMs ?? message.at ?? null,
    message,
    signal,
    outputCount: heard.outputCount + (signal ? 0 : 1),
  };
}

const shownAtMs = ({ message, firstAtMs }: Heard): number | null =>
  message?.at === undefined || firstAtMs === null ? null : message.at - firstAtMs;

/** The server's words where it has refused to open the line; null where it could not be asked, or cannot answer for now. */
function refusalOf(error: unknown): string | null {
  const failure = failureOf(error);
  if (failure.kind === 'rejected') return failure.message;
  return failure.kind === 'http' && failure.status < 500 && failure.status !== 429 ? `HTTP ${failure.status}` : null;
}

const endOf = (type: 'stream.cut' | 'stream.refused', clock: ClockPort): Observable<StreamNews> =>
  defer(() => of({ type, atMs: clock.now() }));

/** Machines hear of output now and then, and of everything else at once, all output before it included. */
function newsOf(heard: Observable<Heard>, clock: ClockPort): Observable<StreamNews> {
  const end = heard.pipe(ignoreElements(), endWith(null));
  const lines = heard.pipe(
    filter(({ signal }) => !signal),
    throttle(() => clock.pause(NEWS_PAUSE_MS), { leading: true, trailing: true }),
    takeUntil(end),
  );
  const signals = heard.pipe(filter(({ signal }) => signal !== null));
  const rest = heard.pipe(
    takeLast(1),
    map((last) => ({ ...last, signal: null })),
  );
  return merge(lines, signals, rest).pipe(
    startWith(null),
    pairwise(),
    concatMap(([before, now]) => {
      if (!now) return [];
      const { seq, signal, message, outputCount } = now;
      const hasNews = outputCount > (before?.outputCount ?? 0);
      const news: StreamNews[] = hasNews ? [{ type: 'stream.linesReceived', seq, atMs: clock.now() }] : [];
      return signal ? [...news, { type: `stream.${signal}`, seq, atMs: message?.at ?? clock.now() } as const] : news;
    }),
  );
}

/**
 * Listens to a run. The line is opened once and closed when it breaks: whoever opens it again says after which message, with a new
 * ticket, and the server knows the run by its id. Another server would start the command anew: there, a line that breaks is the end, and only
 * the page that began the run opens one. Nothing here can start a command twice. Source: wire protocol §5.20; readings 4.13.
 */
export const terminalStream = ({ call, clock, eventSource, output, language }: TerminalStreamPorts) =>
  fromCallback<TerminalTaskEvent, LineAddress>(({ input, sendBack }) => {
    const { runUuid, command, extend, afterSeq, isBegunHere } = input;
    const ticket = new Observable<TicketAnswer>((subscriber) => {
      const leaving = new AbortController();
      const options = { signal: leaving.signal, duplicates: 'allowed', quietErrors: true } as const;
      const asked = from(call(terminalTicket, { command, uuid: runUuid, extend }, options)).subscribe(subscriber);
      return () => {
        asked.unsubscribe();
        leaving.abort();
      };
    });

    const listen = ({ ticket: key, path }: TicketAnswer): Observable<StreamNews> => {
      if (path !== undefined && !isBegunHere) return of({ type: 'stream.leftElsewhere' });
      // From the beginning: what another page or another visit has kept of it comes again.
      if (afterSeq === 0) output.clear(runUuid);
      const messages = eventSource.open(streamHref(input, { afterSeq, ticket: key, language: language(), path })).pipe(
        catchError(() => EMPTY),
        map(parsed),
        scan(withMessage, { seq: afterSeq, firstAtMs: null, message: null, signal: null, outputCount: 0 }),
        filter(({ message }) => message !== null),
        tap((heard) => {
          if (!heard.signal) output.append(runUuid, linesOf(heard.message?.data ?? '', shownAtMs(heard)));
        }),
      );
      return concat(
        messages.pipe(connect((heard) => newsOf(heard, clock))),
        endOf(path === undefined ? 'stream.cut' : 'stream.refused', clock),
      );
    };

    const refused = (error: unknown): Observable<StreamNews> => {
      const text = refusalOf(error);
      if (text === null) return endOf('stream.cut', clock);
      output.append(runUuid, [{ text, atMs: null }]);
      return endOf('stream.refused', clock);
    };

    const news = ticket
      .pipe(
        map(listen),
        catchError((error: unknown) => of(refused(error))),
        concatAll(),
      )
      .subscribe(sendBack);
    return () => news.unsubscribe();
  });
