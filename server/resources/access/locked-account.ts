import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables/tables.ts';

/** What kind of account it is, as tokens and tables have it since before there were areas: members are `user` there, and nowhere else. */
export type AccountType = 'admin' | 'user';

/** Whose sessions: an administrator's or a member's. */
export interface Account {
  readonly area: AccountType;
  readonly accountId: number;
}

/** The columns by which a row says whose it is: of a factor, a place, an identity elsewhere, an event of the security log. */
export const accountColumns = ({ area, accountId }: Account) => ({ account_type: area, account_id: accountId });

declare const isLocked: unique symbol;

/**
 * An account whose sessions nobody else begins, renews or ends until the transaction is over. Whatever does one of the three asks for
 * it, so that no session is renewed past its end: one update alone would not see tokens that are being inserted beside it.
 * Source: security.md rule 4.
 */
export interface LockedAccount extends Account {
  readonly trx: Transaction<Tables>;
  /** False for an account that is disabled or gone: its sessions can only be ended. */
  readonly isActive: boolean;
  readonly [isLocked]: true;
}

/** Takes the lock of the account's own row, which writers of the account hold as well. Everything that is to be judged is read after it. */
export async function lockAccount(trx: Transaction<Tables>, { area, accountId }: Account): Promise<LockedAccount> {
  const row =
    area === 'admin'
      ? await trx.selectFrom('admin').select('status').where('id', '=', accountId).forNoKeyUpdate().executeTakeFirst()
      : await trx.selectFrom('member').select('status').where('id', '=', accountId).forNoKeyUpdate().executeTakeFirst();
  const isActive = row?.status === '1' || row?.status === 'enable';
  return { trx, area, accountId, isActive } as LockedAccount;
}

export const tokenTypesOf = ({ area }: Pick<Account, 'area'>) => [area, `${area}-refresh`] as const;
