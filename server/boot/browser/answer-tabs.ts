import { DEMO_PREFIX, type DemoAsk, type DemoTell } from '#domain/demo/demo-words';
import type { ServerApp } from '../../app.ts';

/** Where a request seems to go, for the server; nothing listens there. */
const ORIGIN = 'http://in-process.invalid';

/** Answers whoever asks by the tabs' channel, piece by piece, until they leave or the channel closes. */
export function answerTabs(app: Pick<ServerApp, 'fetch'>, origin: string, savedAt: () => number | null): { close(): void } {
  const channel = new BroadcastChannel(`${DEMO_PREFIX}server`);
  const run = crypto.randomUUID();
  const leaving = new Map<string, AbortController>();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin and takes no other argument
  const tell = (word: DemoTell): void => channel.postMessage(word);

  async function answer({ id, method, url, headers, body }: Extract<DemoAsk, { kind: 'ask' }>): Promise<void> {
    const left = new AbortController();
    leaving.set(id, left);
    try {
      const address = new URL(url, ORIGIN);
      const request = new Request(`${origin}${address.pathname}${address.search}`, {
        method,
        headers: headers.map(([name, value]): [string, string] => [name, value]),
        ...(body && { body: await body.arrayBuffer() }),
        signal: left.signal,
      });
      const reply = await app.fetch(request);
      tell({ kind: 'head', id, status: reply.status, headers: [...reply.headers] });
      const reader = reply.body?.getReader();
      left.signal.addEventListener('abort', () => void reader?.cancel().catch(() => undefined));
      for (let read = await reader?.read(); read && !read.done; read = await reader?.read())
        tell({ kind: 'piece', id, bytes: Uint8Array.from(read.value as Uint8Array) });
      tell({ kind: 'end', id });
    } catch {
      tell({ kind: 'broken', id });
    } finally {
      leaving.delete(id);
    }
  }

  channel.addEventListener('message', ({ data }: MessageEvent<DemoAsk>) => {
    if (data.kind === 'ask') void answer(data);
    else if (data.kind === 'leave') leaving.get(data.id)?.abort();
    else if (data.kind === 'hello') tell({ kind: 'up', run, savedAt: savedAt() });
  });
  tell({ kind: 'up', run, savedAt: savedAt() });
  return { close: () => channel.close() };
}
