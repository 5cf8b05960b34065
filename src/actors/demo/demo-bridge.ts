import { DEMO_PREFIX, type DemoAsk, type DemoTell } from '#domain/demo/demo-words';

/** The way to the server, whichever tab has it. */
export interface DemoBridge {
  fetch(request: Request): Promise<Response>;
  /** Says something to all tabs. */
  post(word: DemoAsk | DemoTell): void;
  /** What the server and the other tabs say. */
  listen(hear: (word: DemoTell | DemoAsk) => void): () => void;
}

interface Waiting {
  readonly ask: Extract<DemoAsk, { kind: 'ask' }>;
  readonly answer: PromiseWithResolvers<Response>;
  stream: ReadableStreamDefaultController<Uint8Array> | null;
}

const NO_BODY = new Set([101, 204, 205, 304]);
/** As the browser says that there is no line. */
const noLine = (): TypeError => new TypeError('The server of this browser does not answer');

export function createDemoBridge(): DemoBridge {
  const channel = new BroadcastChannel(`${DEMO_PREFIX}server`);
  const waiting = new Map<string, Waiting>();
  let run = '';
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin and takes no other argument
  const post = (word: DemoAsk | DemoTell): void => channel.postMessage(word);

  /** Another server is there: what the one before had not begun to answer is asked again where that changes nothing. */
  function changeRun(next: string): void {
    const before = run;
    run = next;
    for (const [id, one] of waiting) {
      if (one.stream) {
        one.stream.error(noLine());
        waiting.delete(id);
      } else if (before === '' || one.ask.method === 'GET') post(one.ask);
      else {
        one.answer.reject(noLine());
        waiting.delete(id);
      }
    }
  }

  function begin(id: string, one: Waiting, { status, headers }: Extract<DemoTell, { kind: 'head' }>): void {
    const body = NO_BODY.has(status)
      ? null
      : new ReadableStream<Uint8Array>({
          start: (controller) => void (one.stream = controller),
          cancel: () => leave(id),
        });
    one.answer.resolve(new Response(body, { status, headers: headers.map(([name, value]): [string, string] => [name, value]) }));
  }

  function leave(id: string): void {
    if (waiting.delete(id)) post({ kind: 'leave', id });
  }

  function hear(word: DemoTell | DemoAsk): void {
    if (word.kind === 'up' && word.run !== run) return changeRun(word.run);
    if (!('id' in word) || word.kind === 'ask' || word.kind === 'leave') return;
    const one = waiting.get(word.id);
    if (!one) return;
    if (word.kind === 'head') return begin(word.id, one, word);
    if (word.kind === 'piece') return one.stream?.enqueue(word.bytes);
    waiting.delete(word.id);
    if (word.kind === 'end') one.stream?.close();
    else if (one.stream) one.stream.error(noLine());
    else one.answer.reject(noLine());
  }
  channel.addEventListener('message', ({ data }: MessageEvent<DemoTell | DemoAsk>) => hear(data));

  return {
    post,
    listen(take) {
      const pass = ({ data }: MessageEvent<DemoTell | DemoAsk>): void => take(data);
      channel.addEventListener('message', pass);
      return () => channel.removeEventListener('message', pass);
    },
    async fetch(request) {
      const id = crypto.randomUUID();
      const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
      const { pathname, search } = new URL(request.url);
      const body = hasBody ? await request.blob() : null;
      const ask = { kind: 'ask', id, method: request.method, url: pathname + search, headers: [...request.headers], body } as const;
      const one: Waiting = { ask, answer: Promise.withResolvers(), stream: null };
      waiting.set(id, one);
      request.signal.addEventListener('abort', () => {
        one.answer.reject(request.signal.reason as Error);
        leave(id);
      });
      // Before the first server has said that it is there, it is asked when it does.
      if (run === '') post({ kind: 'hello' });
      else post(ask);
      return one.answer.promise;
    },
  };
}
