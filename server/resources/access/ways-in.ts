import type { LockedAccount } from './locked-account.ts';
import { storedHashOf } from './own-account.ts';

/** Whether an issuer that vouched for somebody is the one that a provider was set up with: people leave the slash at the end out. */
export const isIssuerOf = (provider: { readonly issuer: string }, issuer: string): boolean =>
  issuer === provider.issuer || issuer === URL.parse(provider.issuer)?.href;

/**
 * Whether anything still opens an account from which something was taken: its password, a passkey, or somebody elsewhere who vouches for it.
 * A link counts as long as people may sign in by its provider, and a passkey as long as the site takes it.
 * @param host for which passkeys have to be made now; null while none is taken
 */
export async function opensSomehow({ trx, area, accountId }: LockedAccount, host: string | null): Promise<boolean> {
  if ((await storedHashOf(trx, { area, accountId })) !== undefined) return true;
  const owner = area === 'admin' ? 'admin_id' : 'member_id';
  const passkey = await trx
    .selectFrom('passkey')
    .select('id')
    .where(owner, '=', accountId)
    .where('rp_id', '=', host ?? '')
    .limit(1)
    .executeTakeFirst();
  if (passkey) return true;
  const links = await trx
    .selectFrom('external_identity')
    .select('issuer')
    .where('account_type', '=', area)
    .where('account_id', '=', accountId)
    .execute();
  if (links.length === 0) return false;
  const providers = await trx.selectFrom('sign_in_provider').select(['issuer', 'audiences']).where('status', '=', '1').execute();
  const open = providers.filter(({ audiences }) => audiences.includes(area === 'admin' ? 'admin' : 'member'));
  return links.some(({ issuer }) => open.some((provider) => isIssuerOf(provider, issuer)));
}
