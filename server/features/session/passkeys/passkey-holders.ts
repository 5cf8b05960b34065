import type { Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import type { Client } from '../../../base/caller.ts';
import type { Tables } from '../../../db/tables/tables.ts';
import type { Account } from '../../../resources/access/locked-account.ts';

/** What whoever has a passkey, or comes by a sign-in service, is told of. */
export type DoorNews = 'passkeyAdded' | 'passkeyRemoved' | 'passkeysReset' | 'linksReset';

/** Tells the owner of an account, in the transaction in which it happened. */
export type TellHolder = (
  trx: Transaction<Tables>,
  accountId: number,
  news: DoorNews,
  client: Client,
  params?: { readonly name: string },
) => Promise<void>;

/** What differs between the kinds of accounts that have passkeys. */
export interface PasskeyHolders {
  readonly area: Account['area'];
  /** Whether the site takes theirs now. */
  readonly isOffered: () => Promise<boolean>;
  readonly tell: TellHolder;
}

/** @throws a refusal where the site takes no passkeys of these accounts now */
export async function requireOffer(isOffered: PasskeyHolders['isOffered']): Promise<void> {
  if (!(await isOffered())) throw rejection('refusals.account.noPasskeys');
}

/** Of the table, by whose passkey it is. */
export const ownerColumn = (area: Account['area']) => (area === 'admin' ? 'admin_id' : 'member_id');
