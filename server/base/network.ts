import ipaddr from 'ipaddr.js';
import type { Logger } from './logger.ts';
import { remember } from './remember.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

function parse(address: string): Address | null {
  // A link-local address carries its interface, such as fe80::1%eth0.
  const plain = address.trim().split('%', 1)[0] ?? '';
  // Short forms such as 127.1 are no address anybody writes down.
  return ipaddr.IPv6.isValid(plain) || ipaddr.IPv4.isValidFourPartDecimal(plain) ? ipaddr.process(plain) : null;
}

const MAX_REMEMBERED = 1000;
const remembered = new Map<string, Address | null>();

/** Every call asks for its own address, and the same people call again and again. */
function parseAddress(address: string): Address | null {
  const known = remembered.get(address);
  if (known !== undefined) return known;
  const read = parse(address);
  remember(remembered, MAX_REMEMBERED, address, read);
  return read;
}

/** One spelling for one address: an IPv4 address inside IPv6 is that IPv4 address. What is no address stays as it is. */
export const plainAddress = (address: string): string => parseAddress(address)?.toString() ?? address;

/**
 * Whom an attempt is counted against: an IPv4 address, or the /64 that an IPv6 provider gives to one customer.
 * Source: security.md rule 7.
 */
export function networkOf(address: string): string {
  const ip = parseAddress(address);
  if (!(ip instanceof ipaddr.IPv6)) return ip?.toString() ?? address;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${ip.toString()}/64`).toString()}/64`;
}

/** Whether everybody on the internet can reach it, as opposed to this machine, its own network and what is set apart. */
export const isPublic = (address: string): boolean => parseAddress(address)?.range() === 'unicast';

export type NetworkList = readonly (readonly [Address, number])[];

/** Reads single addresses and CIDR ranges. @returns null for a list with an entry that is neither */
export function networkList(entries: readonly string[]): NetworkList | null {
  const list = entries.map((entry) => rangeOf(entry.trim()));
  return list.every((range) => range !== null) ? list : null;
}

function rangeOf(entry: string): NetworkList[number] | null {
  const [address = '', bits] = entry.split('/');
  const ip = parseAddress(address);
  if (!ip) return null;
  const whole = ip.kind() === 'ipv4' ? 32 : 128;
  if (bits === undefined) return [ip, whole];
  return /^\d{1,3}$/u.test(bits) && Number(bits) <= whole ? [ip, Number(bits)] : null;
}

export function isListed(address: string, list: NetworkList): boolean {
  if (list.length === 0) return false;
  const ip = parseAddress(address);
  return ip !== null && list.some(([range, bits]) => range.kind() === ip.kind() && ip.match(range, bits));
}

/**
 * The address a call comes from: that of the socket, unless a listed proxy says whom it answers. Only the part of `X-Forwarded-For`
 * that listed proxies have written is believed: from the right, the first address that is no listed proxy.
 * Source: security.md rule 7, "Client address from the socket unless the peer is a listed proxy".
 */
export function clientAddress(socketAddress: string, forwardedFor: string | undefined, proxies: NetworkList): string {
  const hops = (forwardedFor ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '');
  let address = plainAddress(socketAddress);
  while (isListed(address, proxies)) {
    const hop = hops.pop();
    if (hop === undefined || parseAddress(hop) === null) break;
    address = plainAddress(hop);
  }
  return address;
}

/** Whether the browser asked over TLS, as a listed proxy has it that stands next to this server. */
export const isEncryptedAt = (socketAddress: string, forwardedProto: string | undefined, proxies: NetworkList): boolean =>
  forwardedProto?.trim().toLowerCase() === 'https' && isListed(plainAddress(socketAddress), proxies);

/**
 * Says once that a proxy of the own network speaks for others and is not believed: all of its visitors then share one address, and its
 * limits. A public address that sends the header is just somebody who tries.
 */
export function createProxyWatch(proxies: NetworkList, logger: Pick<Logger, 'warn'>): (peer: string) => void {
  let isSaid = false;
  return (peer) => {
    if (isSaid || isPublic(peer) || isListed(peer, proxies)) return;
    isSaid = true;
    logger.warn('proxy.notListed', { peer: plainAddress(peer), setting: 'TRUSTED_PROXIES' });
  };
}
