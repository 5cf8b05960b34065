import type { ServerPorts } from '../../ports/ports.ts';

const LOCAL = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/u;

/**
 * Where providers send the browser back to: the site as the setting `site_address` has it, or the environment where that says nothing; without either,
 * pages on this machine. What a request claims decides nothing else.
 * @param claimed origin of the page that asks; @returns null where it is none of the site's
 */
export async function siteOrigin(
  { database, siteAddress = '' }: Pick<ServerPorts, 'database' | 'siteAddress'>,
  claimed: string,
): Promise<string | null> {
  const row = await database.kysely.selectFrom('config').select('value').where('name', '=', 'site_address').executeTakeFirst();
  const address = row?.value?.trim() || siteAddress;
  if (address === '') return LOCAL.test(claimed) ? claimed : null;
  const own = URL.canParse(address) ? new URL(address).origin : '';
  const isFit = own.startsWith('https://') || LOCAL.test(own);
  return isFit && own === claimed ? own : null;
}
