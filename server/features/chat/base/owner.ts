import { sql, type Transaction } from 'kysely';
import type { ChatOwnerKind } from '#domain/chat/answer';
import type { Caller } from '../../../base/caller.ts';
import type { Tables } from '../../../db/tables/tables.ts';

/** Whose conversations a call is about. */
export interface ChatOwner {
  readonly kind: ChatOwnerKind;
  /** Null for a visitor who has asked nothing yet: there is nothing of theirs. */
  readonly id: number | null;
  /** Groups that may have limits of their own. */
  readonly groupIds: readonly number[];
  /** Whom a visitor is counted with. */
  readonly network: string;
  readonly caller: Caller;
}

/** One who has something, or is about to. */
export type KnownOwner = ChatOwner & { readonly id: number };

export const isKnown = (owner: ChatOwner): owner is KnownOwner => owner.id !== null;

/** What counters and locks of one owner are called. */
export const ownerKey = ({ kind, id }: Pick<KnownOwner, 'kind' | 'id'>): string => `chat:${kind}:${id}`;

/** What adds to what one owner has comes one after the other, so that whoever counts it first has counted right. */
export const lockOwner = (trx: Transaction<Tables>, owner: KnownOwner) =>
  sql`select pg_advisory_xact_lock(hashtext('chat'), hashtext(${ownerKey(owner)}))`.execute(trx);
