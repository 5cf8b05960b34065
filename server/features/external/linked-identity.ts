import type { Kysely, Transaction } from 'kysely';
import type { Row, Tables } from '../../db/tables/tables.ts';
import type { ProvedIdentity } from '../../ports/identity-port.ts';
import type { AccountType } from '../../resources/access/locked-account.ts';

type Subject = Pick<ProvedIdentity, 'issuer' | 'subject'>;

const accountsOf = (kysely: Kysely<Tables>, area: AccountType) => kysely.selectFrom(area === 'admin' ? 'admin' : 'member').select('id');

/**
 * Whose identity it is. With the deletion of a member it is nobody's: whoever comes with it is a stranger, who may be made a new account. The row stays
 * as long as nobody uses that, for a member who comes back from the bin. That of a deleted administrator opens nothing, and makes no account either: a
 * deletion takes rights away that the provider would give again. Why: docs/decisions/190-links-end-with-members.md
 */
export async function linkedIdentity(
  kysely: Kysely<Tables>,
  area: AccountType,
  { issuer, subject }: Subject,
): Promise<Row<'external_identity'> | undefined> {
  const found = await kysely
    .selectFrom('external_identity')
    .selectAll()
    .where('account_type', '=', area)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (!found || area === 'admin') return found;
  return (await accountsOf(kysely, area).where('id', '=', found.account_id).executeTakeFirst()) && found;
}

/** Gives the identity of a deleted account to whoever links it next; an account that comes back later is linked anew. */
export async function forgetGone(trx: Transaction<Tables>, area: AccountType, { issuer, subject }: Subject): Promise<void> {
  await trx
    .deleteFrom('external_identity')
    .where('account_type', '=', area)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('account_id', 'not in', accountsOf(trx, area))
    .execute();
}
