import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HeardMessage {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface WebhookReceiver {
  readonly url: string;
  /** In the order in which they came. */
  readonly heard: HeardMessage[];
  /** What is answered from here on. */
  answer: (response: ServerResponse, message: HeardMessage) => void;
  close(): Promise<void>;
}

/** Somebody else's server, on this machine. It takes everything until a test says otherwise. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const heard: HeardMessage[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const message = { path: request.url ?? '', headers, body: Buffer.concat(pieces).toString() };
      heard.push(message);
      receiver.answer(response, message);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    answer: (response) => void response.writeHead(204).end(),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}
