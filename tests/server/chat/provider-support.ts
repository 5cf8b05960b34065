import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Insertable } from 'kysely';
import { networkList } from '#server/base/network';
import { createModelProviders } from '#server/adapters/models/model-providers';
import type { ChatModelTable } from '#sections/chat-model/chat-model.table.ts';
import { storeModelKey } from '#server/features/chat/providers/model-keys';
import type { ProviderModel } from '#server/ports/model-ports';
import type { TestServer } from '#tests/support/server.ts';

export interface Heard {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
  /** The asking side has gone before the end of the answer. */
  readonly left: Promise<void>;
}

export interface Upstream {
  readonly url: string;
  readonly heard: readonly Heard[];
  /** What it answers from now on. */
  answer(how: (request: Heard, response: ServerResponse) => Promise<void> | void): void;
  close(): Promise<void>;
}

const notFound: Parameters<Upstream['answer']>[0] = (_request, response) => void response.writeHead(404).end();

/** A provider of our own on this machine, that answers whatever a test says. */
export async function startUpstream(): Promise<Upstream> {
  const heard: Heard[] = [];
  let reply = notFound;
  const listen = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const left = once(response, 'close').then(() => undefined);
    const one = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString(), left };
    heard.push(one);
    await reply(one, response);
  };
  const server = createServer((request, response) => void listen(request, response).catch(() => response.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    answer: (how) => void (reply = how),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Bytes as they go out one portion after the other, and how the line ends. */
export interface Plan {
  readonly portions: readonly Uint8Array[];
  /** `neat`: as if that had been all. */
  readonly end: 'neat' | 'drop';
}

export const whole = (bytes: Uint8Array): Plan => ({ portions: [bytes], end: 'neat' });
export const inBytes = (bytes: Uint8Array): Plan => ({ portions: Array.from(bytes, (byte) => Uint8Array.of(byte)), end: 'neat' });
export const cutAt =
  (index: number, end: Plan['end']) =>
  (bytes: Uint8Array): Plan => ({ portions: [bytes.subarray(0, index)], end });

/** Stands before a provider and sends its answers on as a plan says, which may cut them at any byte. @returns the size of the last answer */
export function relay(upstream: Upstream, target: string, plan: (bytes: Uint8Array) => Plan): () => number {
  let sizeBytes = 0;
  upstream.answer(async ({ path, headers, body }, response) => {
    const { host: _host, connection: _connection, 'content-length': _length, ...others } = headers as Record<string, string>;
    const real = await fetch(`${target}${path}`, { method: 'POST', headers: others, body });
    const bytes = new Uint8Array(await real.arrayBuffer());
    sizeBytes = bytes.byteLength;
    response.writeHead(real.status, { 'content-type': real.headers.get('content-type') ?? '' });
    const { portions, end } = plan(bytes);
    for (const portion of portions) {
      response.write(portion);
      if (portions.length > 1) await breathe();
    }
    if (end === 'neat') response.end();
    // What was written arrives before the line breaks.
    else response.socket?.end(() => response.destroy());
  });
  return () => sizeBytes;
}

export const PROTOCOLS: readonly { readonly protocol: ProviderModel['protocol']; readonly below: string; readonly model: string }[] = [
  { protocol: 'openaiChat', below: '/v1', model: 'some-model' },
  { protocol: 'openaiResponses', below: '/v1', model: 'gpt-4o-mini' },
  { protocol: 'anthropic', below: '/v1', model: 'claude-sonnet-4-5' },
  { protocol: 'gemini', below: '/v1beta', model: 'gemini-2.5-flash' },
];

/** Asks on this machine only where that was allowed. */
export const onThisMachine = () => createModelProviders(networkList(['127.0.0.1']) ?? []);

export const KEY = 'nobody-reads-this-key-0123456789';

/** A model in the tables, offered before the built-in one, with a key unless it is to have none. */
export async function addModel(server: TestServer, more: Partial<Insertable<ChatModelTable>> = {}, key = KEY): Promise<number> {
  const values = { name: 'Model', protocol: 'openaiChat', model: 'some-model', weigh: 9, create_time: 1, update_time: 1, ...more } as const;
  return server.database.transaction(async (trx) => {
    const { id } = await trx.insertInto('chat_model').values(values).returning('id').executeTakeFirstOrThrow();
    const destination = { id, protocol: values.protocol, baseUrl: values.base_url ?? '' };
    if (key !== '') await storeModelKey(trx, server.ports.encryptor, destination, key, 1);
    return id;
  });
}
