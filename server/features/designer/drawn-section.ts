import { sql, type Transaction } from 'kysely';
import { rejection } from '#domain/base/failure';
import type { Row, Tables } from '../../db/tables/tables.ts';
import type { SectionDraft } from '../../db/tables/designer-tables.ts';

type Trx = Transaction<Tables>;

/** Sections that may be kept: more than anybody designs, and no more than every process can run. */
const SECTIONS = 200;

/** Counts under a lock, so that of two at once the last one there is room for is made once. @throws a refusal where there are as many as there can be */
export async function refuseTooMany(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('section'), hashtext('count'))`.execute(trx);
  const { count } = await trx.selectFrom('section').select(trx.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  if (count >= SECTIONS) throw rejection('refusals.designer.tooMany', { max: SECTIONS });
}

export async function lockSection(trx: Trx, name: string): Promise<Row<'section'>> {
  const section = await trx.selectFrom('section').selectAll().where('name', '=', name).forUpdate().executeTakeFirst();
  if (!section) throw rejection('refusals.designer.unknown', { name });
  return section;
}

/** The section with a drawing that nobody has kept as a draft yet; it stays one only with the transaction. */
export async function drawnSection(trx: Trx, name: string, drawn: SectionDraft, now: number): Promise<Row<'section'>> {
  const draft = JSON.stringify(drawn);
  const known = await trx.updateTable('section').set({ draft, update_time: now }).where('name', '=', name).executeTakeFirst();
  if (known.numUpdatedRows === 0n) {
    await refuseTooMany(trx);
    await trx.insertInto('section').values({ name, draft, create_time: now, update_time: now }).execute();
  }
  return lockSection(trx, name);
}
