import { connect } from 'node:net';

export interface LoadOptions {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** As many requests are under way at any time. */
  readonly connections: number;
  /** Ends after this time, or after so many requests, whichever is first. */
  readonly durationMs: number;
  readonly maxRequests?: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly perSecond: number;
}

const HEADERS_END = Buffer.from('\r\n\r\n');

/** The length of the reply that starts the buffer, or null while it is not all there. */
function replyLength(buffer: Buffer): number | null {
  const end = buffer.indexOf(HEADERS_END);
  if (end < 0) return null;
  const head = buffer.toString('latin1', 0, end).toLowerCase();
  if (!head.startsWith('http/1.1 200')) throw new Error(`the server refused: ${buffer.toString('utf8').slice(0, 600)}`);
  const length = /\r\ncontent-length: (\d+)/u.exec(head)?.[1];
  if (length === undefined) throw new Error('a reply without a length');
  const total = end + HEADERS_END.length + Number(length);
  return buffer.length >= total ? total : null;
}

/**
 * One question over and over on connections that stay open, each waiting for its reply. On bare sockets, because the machine's two
 * cores are shared and a full client would weigh as much as the server it measures.
 */
export async function load({ url, headers = {}, connections, durationMs, maxRequests = Infinity }: LoadOptions): Promise<LoadResult> {
  const { hostname, port, pathname, search } = new URL(url);
  const lines = [
    `GET ${pathname}${search} HTTP/1.1`,
    `host: ${hostname}:${port}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  const question = `${lines.join('\r\n')}\r\n\r\n`;
  const start = performance.now();
  let asked = 0;
  let requests = 0;
  const isOver = () => asked >= maxRequests || performance.now() - start >= durationMs;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      let received: Buffer = Buffer.alloc(0);
      const ask = () => {
        if (isOver()) return socket.end();
        asked += 1;
        return socket.write(question);
      };
      socket.on('connect', ask);
      socket.on('data', (chunk: Buffer) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
        try {
          if (replyLength(received) === null) return;
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
          socket.destroy();
          return;
        }
        received = Buffer.alloc(0);
        requests += 1;
        ask();
      });
      socket.on('error', reject);
      socket.on('close', () => resolve());
      await promise;
    }),
  );
  return { requests, perSecond: (requests * 1000) / (performance.now() - start) };
}
