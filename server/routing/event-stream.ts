import { STREAM_HEARTBEAT_MS } from '../base/limits.ts';

export interface StreamEvent {
  /** What a reader that lost the connection names to go on behind it. */
  readonly id: number | null;
  readonly data: unknown;
}

const HEADERS = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache', 'x-accel-buffering': 'no' };
const HEARTBEAT = new TextEncoder().encode(': still here\n\n');

const textOf = ({ id, data }: StreamEvent): string => `${id === null ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;

export interface EventStreamOptions {
  readonly heartbeatMs?: number;
  /** Called once when the reader is gone. */
  readonly left?: () => void;
  /** The source broke; the stream ends, and its reader may come again. */
  readonly failed?: (error: unknown) => void;
}

/**
 * Server-sent events. The source is asked for the next portion only when the reader has taken the last one, so that a slow reader
 * holds nothing in memory; a comment tells from time to time that the line is up. Hono's `streamSSE`
 * gives no sign of life and tells its reader what an error says.
 */
export function eventStream(
  source: AsyncIterable<readonly StreamEvent[]>,
  { heartbeatMs = STREAM_HEARTBEAT_MS, left, failed }: EventStreamOptions = {},
): Response {
  const iterator = source[Symbol.asyncIterator]();
  let next: Promise<IteratorResult<readonly StreamEvent[]>> | null = null;
  let isLeft = false;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          next ??= iterator.next();
          const result = await unlessQuiet(next, heartbeatMs);
          // Whoever leaves while the source is asked has closed the stream themselves.
          if (isLeft) return;
          if (result === 'quiet') return controller.enqueue(HEARTBEAT);
          next = null;
          if (result.done) return controller.close();
          controller.enqueue(new TextEncoder().encode(result.value.map(textOf).join('')));
        } catch (error) {
          if (isLeft) return;
          failed?.(error);
          controller.close();
        }
      },
      cancel() {
        isLeft = true;
        left?.();
        // A source that has given its last portion waits to be asked again, and nobody asks: it is told to end and to free what it holds.
        iterator.return?.().catch(() => undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: HEADERS });
}

async function unlessQuiet<T>(next: Promise<T>, heartbeatMs: number): Promise<T | 'quiet'> {
  const quiet = Promise.withResolvers<'quiet'>();
  const timer = setTimeout(() => quiet.resolve('quiet'), heartbeatMs);
  try {
    return await Promise.race([next, quiet.promise]);
  } finally {
    clearTimeout(timer);
  }
}
