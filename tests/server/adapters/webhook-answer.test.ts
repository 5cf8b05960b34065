import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWebhookSender } from '#server/adapters/webhook-sender';
import { networkList } from '#server/base/network';

/** Says its status and then goes on talking, or stays silent. */
const receiver = createServer((request, reply) => {
  request.resume();
  answering(reply);
});
let answering: (reply: ServerResponse) => void;
let url = '';
beforeAll(async () => {
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

const MINUTES = 600_000;
const post = (bodyMs: number) =>
  createWebhookSender(networkList(['127.0.0.1']) ?? [], { timeoutMs: MINUTES, bodyMs }).post(
    url,
    { 'content-type': 'application/json' },
    '{}',
  );

it('takes the status of an answer that never ends, and hangs up', async () => {
  const gone = Promise.withResolvers<void>();
  answering = (reply) => {
    reply.on('close', gone.resolve);
    reply.writeHead(200).write('thanks');
  };
  expect(await post(100)).toEqual({ status: 200, answer: 'thanks' });
  await gone.promise;
});

it('keeps the beginning of a long one, and does not wait for the rest', async () => {
  const gone = Promise.withResolvers<void>();
  answering = (reply) => {
    reply.on('close', gone.resolve);
    reply.writeHead(202).write('y'.repeat(5000));
  };
  expect(await post(MINUTES)).toEqual({ status: 202, answer: 'y'.repeat(2048) });
  await gone.promise;
});

it('hears a short one to its end', async () => {
  answering = (reply) => {
    reply.writeHead(500);
    reply.write('not ');
    reply.end('today');
  };
  expect(await post(MINUTES)).toEqual({ status: 500, answer: 'not today' });
});
