import type { Transaction } from 'kysely';
import type { Writer } from '../../base/caller.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { WriteMeta } from '../base/write-meta.ts';

/** A write on its way, as far as lives are concerned. */
export interface WriteUnit {
  readonly trx: Transaction<Tables>;
  readonly caller: Writer;
  readonly nowSeconds: number;
  readonly write: WriteMeta;
}
