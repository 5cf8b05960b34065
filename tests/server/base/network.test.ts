import { describe, expect, it } from 'vitest';
import { listen } from '#server/boot/listen';
import type { RequestInfo } from '#server/routing/call';
import {
  clientAddress,
  createProxyWatch,
  isEncryptedAt,
  isListed,
  isPublic,
  networkList,
  networkOf,
  plainAddress,
} from '#server/base/network';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:DB8:0:0::1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['', ''],
  ['unix', 'unix'],
])('spells %j as %j', (address, plain) => expect(plainAddress(address)).toBe(plain));

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:bbbb::9', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['somewhere', 'somewhere'],
])('counts %s under %s', (address, network) => expect(networkOf(address)).toBe(network));

it.each([
  ['203.0.114.7', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['0.0.0.0', false],
  ['10.0.0.1', false],
  ['172.16.0.1', false],
  ['192.168.1.1', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['fe80::1%eth0', false],
  ['fd00::1', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::a00:1', false],
  ['somewhere', false],
])('says of %s whether everybody can reach it: %s', (address, expected) => expect(isPublic(address)).toBe(expected));

describe('a list of networks', () => {
  const list = networkList(['10.0.0.0/8', '192.0.2.1', '2001:db8::/32', '::1']) ?? [];
  it.each([
    ['10.255.0.1', true],
    ['::ffff:10.1.1.1', true],
    ['11.0.0.1', false],
    ['192.0.2.1', true],
    ['192.0.2.2', false],
    ['2001:db8:ffff::1', true],
    ['2001:db9::1', false],
    ['::1', true],
    ['nowhere', false],
  ])('holds %s: %s', (address, listed) => expect(isListed(address, list)).toBe(listed));
  it.each(['10.0.0.0/33', '10.0.0', 'localhost', '', '::/129', '10.0.0.1/x', '0x7f000001'])('has no entry %j', (entry) =>
    expect(networkList([entry])).toBeNull(),
  );
});

describe('behind a proxy', () => {
  const proxies = networkList(['127.0.0.1', '10.0.0.0/8']) ?? [];
  it.each([
    ['a peer that is no proxy is not believed', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['a proxy is', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['one proxy after another', '127.0.0.1', '198.51.100.1, 10.1.1.1', '198.51.100.1'],
    ['what the client itself wrote is not believed', '127.0.0.1', '1.2.3.4, 198.51.100.1', '198.51.100.1'],
    ['a proxy that says nothing', '127.0.0.1', undefined, '127.0.0.1'],
    ['a proxy that says nonsense', '127.0.0.1', 'unknown', '127.0.0.1'],
    ['nobody but proxies', '127.0.0.1', '10.0.0.2', '10.0.0.2'],
  ])('%s', (_, socket, forwardedFor, address) => expect(clientAddress(socket, forwardedFor, proxies)).toBe(address));
});

it('says once, and only of a proxy of the own network that is not listed, that it is not believed', () => {
  const said: unknown[] = [];
  const watch = createProxyWatch(networkList(['10.0.0.0/8']) ?? [], { warn: (...words) => void said.push(words) });
  for (const peer of ['8.8.8.8', '10.1.1.1', '::ffff:172.17.0.1', '127.0.0.1']) watch(peer);
  expect(said).toEqual([['proxy.notListed', { peer: '172.17.0.1', setting: 'TRUSTED_PROXIES' }]]);
});

it('believes a listed proxy alone that the browser asked over TLS', async () => {
  const proxies = networkList(['127.0.0.0/8', '10.0.0.1']) ?? [];
  expect(isEncryptedAt('::ffff:10.0.0.1', 'https', proxies)).toBe(true);
  for (const [peer, claim] of [
    ['10.0.0.2', 'https'],
    ['10.0.0.1', 'http'],
    ['10.0.0.1', undefined],
  ] as const)
    expect([peer, claim, isEncryptedAt(peer, claim, proxies)]).toEqual([peer, claim, false]);
  const app = { fetch: async (_request: Request, info?: RequestInfo) => Response.json(info?.isEncrypted ?? null) };
  for (const trusted of [proxies, []]) {
    const listening = await listen(app, 0, '127.0.0.1', trusted);
    const reply = await fetch(listening.address.replace('localhost', '127.0.0.1'), { headers: { 'x-forwarded-proto': 'https' } });
    expect([trusted.length, await reply.json()]).toEqual([trusted.length, trusted.length > 0]);
    await listening.close();
  }
});
