import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../db/tables/tables.ts';

/** Records of one section. */
export interface ErasedRecords {
  readonly resource: string;
  readonly ids: readonly number[];
}

/** When, and by which administrator; 0 where none did it. */
export interface ErasureMark {
  readonly at: number;
  readonly by: number;
}

/**
 * Erases what the journal says of records: their values, what they were called, and what the bin and the log of watched fields say of them.
 * That there were writes, when and by whom stays.
 * @returns how many versions had anything left to erase
 */
export async function eraseRecords(trx: Transaction<Tables>, records: ErasedRecords, { at, by }: ErasureMark): Promise<number> {
  const { resource } = records;
  const ids = [...records.ids];
  if (ids.length === 0) return 0;
  // Sets are called after the first record of their section; older ones after their first, whatever section that was of.
  await sql`update change_set as written set title = '' from record_change as own
    where written.id = own.set_id and written.title <> '' and own.resource = ${resource} and own.record_id = any(${ids}::bigint[])
      and (own.resource = written.resource or own.title = written.title)
      and not exists (select from record_change as first where first.set_id = own.set_id and first.id < own.id
        and (first.resource = own.resource or own.resource <> written.resource))`.execute(trx);
  const erased = await trx
    .updateTable('record_change')
    .set({
      erased_at: at,
      title: '',
      beside: null,
      before: sql`case when before is null then null else '{}'::jsonb end`,
      after: sql`case when after is null then null else '{}'::jsonb end`,
    })
    .where('resource', '=', resource)
    .where('record_id', 'in', ids)
    .where('erased_at', 'is', null)
    .executeTakeFirst();
  // What somebody wrote to a step may name anybody.
  await sql`update life_step set comment = '' where comment <> '' and resource = ${resource} and record_id = any(${ids}::bigint[])`.execute(
    trx,
  );
  // Without its values a request could never be approved, and would hold up others.
  await sql`update life_request set comment = '', settled_comment = '', "values" = '{}',
      state = case state when 'open' then 'overtaken' else state end, settled_at = case state when 'open' then ${at}::bigint else settled_at end
    where resource = ${resource} and record_id = any(${ids}::bigint[])`.execute(trx);
  const settled = { title: '', settled_at: at, settled_by: by } as const;
  const areOf = sql<boolean>`resource = ${resource} and record_id = any(${ids}::bigint[])`;
  await trx.updateTable('recycle_entry').set({ title: '' }).where(areOf).execute();
  await trx
    .updateTable('recycle_entry')
    .set({ ...settled, state: 'purged' })
    .where(areOf)
    .where('state', '=', 'kept')
    .execute();
  await trx.updateTable('sensitive_entry').set({ title: '' }).where(areOf).execute();
  await trx
    .updateTable('sensitive_entry')
    .set({ ...settled, state: 'removed' })
    .where(areOf)
    .where('state', '=', 'kept')
    .execute();
  return Number(erased.numUpdatedRows);
}
