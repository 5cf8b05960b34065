import { eventsIn } from '#tests/server/chat/chat-support.ts';

/** A numbered event of a stream, as that of an answer or of a command. */
interface Numbered {
  readonly seq: number;
}

export interface Followed<Event> {
  /** In the order in which they came, none twice. */
  readonly events: readonly Event[];
  /** How often the stream was opened until it had ended. */
  readonly lines: number;
}

/** Whoever hears that the server is busy asks again a little later. */
const PAUSE_MS = 250;
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

/** What an event stream has brought when it ends or breaks; nothing where it did not open. */
async function eventsOf(open: () => Promise<Response>): Promise<readonly Numbered[]> {
  let text = '';
  try {
    const response = await open();
    if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) return [];
    const body = response.body as ReadableStream<Uint8Array<ArrayBuffer>>;
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) text += chunk;
  } catch {
    // What had come whole until then counts.
  }
  return eventsIn(text.slice(0, text.lastIndexOf('\n\n') + 2));
}

/**
 * Reads a stream to its end through lines that break, as our pages do: each goes on behind the last event that was read.
 * @throws Error where it has no end within two minutes after the last event, or an event came twice or was left out
 */
export async function followThrough<Event extends Numbered>(
  open: (after: number) => Promise<Response>,
  isEnd: (event: Event) => boolean,
): Promise<Followed<Event>> {
  const events: Event[] = [];
  let heardMs = Date.now();
  for (let lines = 1; ; lines += 1) {
    const after = events.at(-1)?.seq ?? 0;
    const more = (await eventsOf(() => open(after))) as unknown as readonly Event[];
    more.forEach(({ seq }, index) => {
      if (seq !== after + 1 + index) throw new Error(`event ${seq} came where ${after + 1 + index} was due`);
    });
    events.push(...more);
    if (events.some(isEnd)) return { events, lines };
    if (more.length > 0) heardMs = Date.now();
    if (Date.now() - heardMs > 120_000) throw new Error(`nothing came behind event ${after} for two minutes`);
    await pause();
  }
}
