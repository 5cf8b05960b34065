import { REGISTRY_BOUNDS } from '#domain/modules/registry';
import type { NetworkList } from '../base/network.ts';
import { RegistryError, type RegistryFetch } from '../ports/registry-port.ts';
import { outsideFault } from './outside-fault.ts';
import { askOutside } from './outside-request.ts';

const LEADS_ON = new Set([301, 302, 303, 307, 308]);

/**
 * Brings files of registries: every address on the way is judged when the connection is made, what goes out without encryption stays in
 * private networks that were allowed, and time, size and redirects end somewhere. Source: security.md rules 25, 44.
 */
export const createRegistryFetch = (
  privateNetworks: NetworkList,
  { timeoutMs = REGISTRY_BOUNDS.timeoutMs }: { readonly timeoutMs?: number } = {},
): RegistryFetch => ({
  async fetch(address, maxBytes, stopped) {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = stopped ? AbortSignal.any([timeout, stopped]) : timeout;
    try {
      return await bounded(await follow(new URL(address), privateNetworks, signal), maxBytes);
    } catch (error) {
      if (error instanceof RegistryError) throw error;
      throw new RegistryError(outsideFault(error, timeout), { cause: error });
    }
  },
});

async function follow(first: URL, privateNetworks: NetworkList, signal: AbortSignal): Promise<Response> {
  let url = first;
  for (let led = 0; led <= REGISTRY_BOUNDS.redirects; led += 1) {
    const response = await askOutside(url, {
      method: 'GET',
      headers: { accept: '*/*', 'accept-encoding': 'identity' },
      signal,
      privateNetworks,
      variable: 'MODULE_PRIVATE_NETWORKS',
      keepsPlainInside: true,
      // A connection that another part of the server was let through to is judged by nobody here.
      agent: false,
    });
    if (response.ok) return response;
    const to = response.headers.get('location');
    await response.body?.cancel();
    if (!LEADS_ON.has(response.status) || to === null || !URL.canParse(to, url.href)) throw new RegistryError('answer');
    const next = new URL(to, url.href);
    // What began encrypted stays so.
    if (!/^https?:$/u.test(next.protocol) || (url.protocol === 'https:' && next.protocol !== 'https:')) throw new RegistryError('private');
    url = next;
  }
  throw new RegistryError('redirects');
}

async function bounded({ body }: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const piece of body ?? []) {
    sizeBytes += piece.byteLength;
    if (sizeBytes > maxBytes) throw new RegistryError('large');
    pieces.push(piece);
  }
  return Uint8Array.from(Buffer.concat(pieces));
}
