import { createParser, ParseError, type EventSourceMessage } from 'eventsource-parser';
import { parseEnvelope } from '#api/contract/base/envelope';
import { API_BASE } from '#api/contract/base/wire';
import { FailureError } from '#domain/base/failure';
import { headersOf } from './transport.ts';
import { IN_PROCESS_ORIGIN } from './transport-read.ts';
import type { Tokens, TransportOptions } from './wire-request.ts';

export interface EventStreamRequest extends TransportOptions {
  /** Without the base. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly tokens: Tokens;
  /** The number of the last event that is known; 0 for none. */
  readonly lastEventId: number;
  readonly signal: AbortSignal;
}

/** Most characters that one event may have before the line counts as broken: a whole answer, told as JSON, has room. */
const EVENT_LENGTH = 4_000_000;

/** A line on which not even a sign of life came for so long is gone, whatever the network says: servers give one every 15 s. */
const SILENCE_MS = 45_000;

/**
 * Opens a stream of server-sent events by a request that carries its tokens as headers, which the browser's own cannot.
 * @returns the events; their end is the end of the line, for whatever reason
 * @throws FailureError where there is no line, or the server refuses to open it
 */
export async function openEventStream({
  fetch,
  isOnline,
  signal,
  ...request
}: EventStreamRequest): Promise<AsyncIterable<EventSourceMessage>> {
  const { path, query, tokens, language, lastEventId } = request;
  const href = `${API_BASE}${path}?${new URLSearchParams(query).toString()}`;
  const asked = new Request(fetch ? IN_PROCESS_ORIGIN + href : href, {
    headers: { ...headersOf({ tokens }, language()), accept: 'text/event-stream', 'last-event-id': String(lastEventId) },
    cache: 'no-store',
    signal,
  });
  let reply: Response;
  try {
    reply = await (fetch ?? globalThis.fetch)(asked);
  } catch {
    throw new FailureError(signal.aborted ? { kind: 'aborted' } : { kind: 'unreachable', online: isOnline() });
  }
  if (!reply.ok) throw new FailureError({ kind: 'http', status: reply.status, url: API_BASE + path });
  if (!reply.headers.get('content-type')?.startsWith('text/event-stream') || reply.body === null) throw await refusalOf(reply, path);
  return eventsIn(reply.body, signal);
}

/** What a server says that opens no stream. */
async function refusalOf(reply: Response, path: string): Promise<FailureError> {
  const envelope = parseEnvelope(await reply.json().catch(() => null));
  return new FailureError(
    envelope ? { kind: 'rejected', code: envelope.code, message: envelope.msg } : { kind: 'malformed', url: API_BASE + path },
  );
}

/** Bytes as events, wherever they are cut. A line that breaks, or falls silent, ends them. */
export async function* eventsIn(body: ReadableStream<Uint8Array<ArrayBuffer>>, signal: AbortSignal): AsyncGenerator<EventSourceMessage> {
  const events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => void events.push(event), maxBufferSize: EVENT_LENGTH });
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const leave = (): void => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', leave, { once: true });
  let silence: ReturnType<typeof setTimeout> | undefined;
  try {
    for (;;) {
      silence = setTimeout(leave, SILENCE_MS);
      const { done, value } = await reader.read();
      clearTimeout(silence);
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* events.splice(0);
    }
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof DOMException || error instanceof ParseError)) throw error;
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', leave);
    leave();
  }
}
