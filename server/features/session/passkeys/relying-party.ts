import { base64url } from '../../../base/digest.ts';
import type { ServerPorts } from '../../../ports/ports.ts';
import type { Account } from '../../../resources/access/locked-account.ts';
import { readClientData } from './client-data.ts';

/** What passkeys are bound to. */
export interface RelyingParty {
  /** The host's name. */
  readonly id: string;
  /** The pages that may ask for them; null for any on this machine. */
  readonly origin: string | null;
}

/** In a transaction what reads is the transaction. */
type Ports = Pick<ServerPorts, 'siteAddress'> & { readonly database: Pick<ServerPorts['database'], 'kysely'> };

const LOCAL_PAGE = /^https?:\/\/localhost(?::\d{1,5})?$/u;
/** Browsers make passkeys for pages of https, and no address of numbers is a host for one. */
const HOST = /^(?!\d+(?:\.\d+){3}$)[a-z0-9-]+(?:\.[a-z0-9-]+)*$/u;

/**
 * The site as the setting `site_address` has it, or the environment where that says nothing. Without either, passkeys are for pages on this machine
 * alone: a browser makes none for another host than that of the page, whatever a request claims.
 */
export async function readRelyingParty({ database, siteAddress = '' }: Ports): Promise<RelyingParty> {
  const row = await database.kysely.selectFrom('config').select('value').where('name', '=', 'site_address').executeTakeFirst();
  const address = row?.value?.trim() || siteAddress;
  const { hostname, protocol, origin } = URL.canParse(address) ? new URL(address) : { hostname: '', protocol: '', origin: '' };
  const isFit = HOST.test(hostname) && (protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost'));
  return isFit ? { id: hostname, origin } : { id: 'localhost', origin: null };
}

/** The host whose passkeys open accounts of the area now; null while the site takes none. */
export async function hostOfPasskeys(ports: Ports, area: Account['area']): Promise<string | null> {
  const setting = area === 'admin' ? 'admin_passkeys' : 'passkeys';
  const row = await ports.database.kysely.selectFrom('config').select('value').where('name', '=', setting).executeTakeFirst();
  return row?.value === '1' ? (await readRelyingParty(ports)).id : null;
}

/** The page that has to have asked for what was signed. */
export function expectedOrigin({ origin }: RelyingParty, clientDataJson: string): string {
  if (origin !== null) return origin;
  const claimed = readClientData(clientDataJson)?.origin ?? '';
  return LOCAL_PAGE.test(claimed) ? claimed : 'http://localhost';
}

/** How an account is called on devices: the same for each of its passkeys, and nobody's name. */
export async function userHandleOf({ area, accountId }: Account): Promise<string> {
  const name = `passkeys of ${area === 'admin' ? 'administrator' : 'member'} ${accountId}`;
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(name))));
}
