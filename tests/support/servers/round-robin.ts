import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';

export interface RoundRobin {
  readonly url: string;
  close(): Promise<void>;
}

/** What a body holds, whole: it is sent once more where a process was not there. */
async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const isAway = (error: Error): boolean => (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';

/** @returns false where nobody listens; rejects where the line broke after the call had gone out */
function pass(
  port: number,
  incoming: IncomingMessage,
  body: Buffer,
  reply: ServerResponse,
  isLost: (call: IncomingMessage) => boolean,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const { method, url, headers } = incoming;
    const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      if (isLost(incoming)) {
        answer.resume();
        reply.writeHead(502).end();
      } else {
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(reply);
      }
      answer.once('end', () => resolve(true));
      answer.once('error', reject);
    });
    onward.once('error', (error) => (isAway(error) ? resolve(false) : reject(error)));
    onward.end(body);
  });
}

/**
 * A proxy in front of several processes: each call goes to the next one. One that does not listen is passed over; a call whose process dies
 * while it works is answered 502, for nobody knows what became of it.
 * @param ports of the processes, read anew for each call
 * @param isLost says of a call, once it is answered, whether the answer gets lost on the way: its sender hears 502
 */
export async function startRoundRobin(
  ports: () => readonly number[],
  isLost: (call: IncomingMessage) => boolean = () => false,
): Promise<RoundRobin> {
  let turn = 0;
  const answer = async (incoming: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const body = await bodyOf(incoming);
    const all = ports();
    turn += 1;
    for (let tried = 0; tried < all.length; tried += 1)
      if (await pass(all[(turn + tried) % all.length]!, incoming, body, reply, isLost)) return;
    reply.writeHead(502).end();
  };
  const server = createServer((incoming, reply) => {
    answer(incoming, reply).catch(() => (reply.headersSent ? reply.destroy() : reply.writeHead(502).end()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
