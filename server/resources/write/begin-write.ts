import { sql, type Transaction } from 'kysely';
import type { Resource } from '#domain/table/resource';
import { checkHeld, type NewestRevision } from '../../db/sections/life-hash.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { AdminCaller } from '../../base/caller.ts';
import { sha256 } from '../../base/digest.ts';
import { SessionEnded } from '../../base/refusal.ts';

/**
 * What `requireSession`, `holdLife` and `lockOrder` do, by one statement: most writes are short ones of somebody signed in, and begin with these.
 * @param order whether records get their place in this write
 * @throws SessionEnded where the sign-in was ended meanwhile; LifeReplaced
 */
export async function beginWrite(
  trx: Transaction<Tables>,
  { id, tokens }: Pick<AdminCaller, 'id' | 'tokens'>,
  resource: Pick<Resource, 'name' | 'table' | 'life'>,
  order: boolean,
): Promise<void> {
  const hash = await sha256(tokens.admin ?? '');
  const lifeOf = resource.life ? resource.name : null;
  const { rows } = await sql<{ newest: NewestRevision | null }>`
    select begin_write(${hash}, ${id}::bigint, ${lifeOf}::text, ${order ? resource.table : null}::text) as newest`.execute(trx);
  const newest = rows[0]?.newest;
  if (!newest) throw new SessionEnded('admin');
  await checkHeld(trx, resource, newest);
}
