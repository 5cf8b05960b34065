import { isPlainObject } from '#domain/base/plain-value';
import { OWN_SOFTWARE } from '#api/contract/base/wire';
import { FailureError } from '#domain/base/failure';
import type { Dialect } from '#api/contract/base/dialect';
import type { StockInput, Speech } from './stock-peer.ts';

/** The server that is spoken with. Ours says who it is; another one is known by how its start-up reply is spelt. */
export interface Peer extends Speech {
  readonly isStock: () => boolean;
}

/** The specification's names, sent beside the newer ones: no server minds the other. */
const BESIDE: Readonly<Record<string, string>> = { quickSearch: 'quick_search', refreshToken: 'refresh_token' };

const START = /^\/(?:admin|api)\/index\/index$/iu;

function withBoth(input: StockInput): StockInput {
  const beside = Object.entries(BESIDE).flatMap(([newer, older]) => (Object.hasOwn(input, newer) ? [[older, input[newer]]] : []));
  return beside.length === 0 ? input : { ...input, ...(Object.fromEntries(beside) as StockInput) };
}

/** What a start-up reply tells of the server; null for any other reply. */
function siteIn(path: string, data: unknown): StockInput | null {
  if (!START.test(path) || !isPlainObject(data)) return null;
  const site = data['siteConfig'] ?? data['site'];
  return isPlainObject(site) ? site : null;
}

const isOlder = ({ upload }: StockInput): boolean =>
  isPlainObject(upload) && Object.hasOwn(upload, 'maxsize') && !Object.hasOwn(upload, 'maxSize');

/** Of another server. What it needs that ours does not comes when one answers. */
async function openStock(dialect: Dialect): Promise<Speech> {
  try {
    return (await import('./stock-peer.ts')).stockPeer(dialect);
  } catch {
    throw new FailureError({ kind: 'unreachable', online: true });
  }
}

/** Until a start-up reply says otherwise the server is ours. */
export function createPeer(): Peer {
  let stock: Speech | null = null;
  return {
    isStock: () => stock !== null,
    request: (path, input) => {
      const request = { path, input: withBoth(input) };
      return stock?.request(request.path, request.input) ?? request;
    },
    instead: (path, tokens) => stock?.instead(path, tokens) ?? null,
    reply: (path, data) => {
      const site = siteIn(path, data);
      if (site && site['software'] !== OWN_SOFTWARE)
        return openStock(isOlder(site) ? 'v1' : 'v2').then((opened) => (stock = opened).reply(path, data));
      if (site) stock = null;
      return stock ? stock.reply(path, data) : data;
    },
  };
}
