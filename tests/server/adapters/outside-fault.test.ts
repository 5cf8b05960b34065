import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { outsideFault } from '#server/adapters/outside-fault';
import { createRegistryFetch } from '#server/adapters/registry-fetch';
import { createWebhookSender } from '#server/adapters/webhook-sender';
import { networkList } from '#server/base/network';
import { LOCALHOST_CERTIFICATE, LOCALHOST_KEY } from '#tests/support/servers/localhost-certificate.ts';

let server: Server;
let heard = 0;
beforeAll(async () => {
  server = createServer({ cert: LOCALHOST_CERTIFICATE, key: LOCALHOST_KEY }, (_request, response) => {
    heard += 1;
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
});

it('a receiver or a registry whose certificate nobody vouches for is told from one that is not there, and hears nothing', async () => {
  const sender = createWebhookSender(networkList(['127.0.0.1']) ?? []);
  const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await expect(sender.post(address, {}, '{}')).rejects.toMatchObject({ fault: 'certificate' });
  const registries = createRegistryFetch(networkList(['127.0.0.1']) ?? []);
  await expect(registries.fetch(address, 1000)).rejects.toMatchObject({ fault: 'certificate' });
  expect(heard).toBe(0);
});

it.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate'],
  ['CERT_HAS_EXPIRED', 'certificate'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate'],
  ['ENOTFOUND', 'unknownHost'],
  ['EAI_AGAIN', 'unknownHost'],
  ['ECONNREFUSED', 'unreachable'],
  ['ECONNRESET', 'unreachable'],
])('%s is told as %s', (code, fault) => {
  expect(outsideFault(Object.assign(new Error(code), { code }), new AbortController().signal)).toBe(fault);
});

it('what was ended because its time was over is told as that', () => {
  expect(outsideFault(new DOMException('over', 'TimeoutError'), AbortSignal.abort())).toBe('timedOut');
});
