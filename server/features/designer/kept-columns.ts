import type { Transaction } from 'kysely';
import type { KeptColumn, Step } from '#domain/designer/plan-step';
import type { Row, Tables } from '../../db/tables/tables.ts';

/** How long what was dropped waits. */
const KEPT_SECONDS = 30 * 86_400;

type Trx = Transaction<Tables>;

/** The columns of a section's table that were dropped and wait. */
export async function keptOf(
  trx: Pick<Trx, 'selectFrom'>,
  { name, table_name: table }: Pick<Row<'section'>, 'name' | 'table_name'>,
): Promise<readonly KeptColumn[]> {
  const rows = await trx
    .selectFrom('section_kept')
    .select(['column_name', 'shape'])
    .where('section', '=', name)
    .where('table_name', '=', table)
    .where('column_name', 'is not', null)
    .orderBy('id', 'desc')
    .execute();
  return rows.flatMap(({ column_name: as, shape }) => (as === null || shape === null ? [] : [{ as, shape }]));
}

/** Notes which columns wait from here on, and which do no longer. */
export async function keep(
  trx: Trx,
  { section, revision, table, former }: { section: string; revision: number; table: string; former: string },
  steps: readonly Step[],
  now: number,
): Promise<void> {
  if (former !== table)
    await trx
      .updateTable('section_kept')
      .set({ table_name: table })
      .where('table_name', '=', former)
      .where('section', '=', section)
      .execute();
  for (const { keeps, brings } of steps) {
    if (keeps) {
      await trx
        .insertInto('section_kept')
        .values({
          section,
          revision,
          table_name: table,
          column_name: keeps.as,
          shape: JSON.stringify(keeps.shape),
          until: now + KEPT_SECONDS,
        })
        .execute();
    }
    if (brings !== undefined)
      await trx.deleteFrom('section_kept').where('table_name', '=', table).where('column_name', '=', brings).execute();
  }
}

/** Notes that a table waits, and the columns that waited in it. @param step that gave it the other name */
export async function keepTable(
  trx: Trx,
  { section, revision, step }: { section: string; revision: number; step: Pick<Step, 'subject' | 'detail'> },
  now: number,
): Promise<void> {
  await trx.updateTable('section_kept').set({ table_name: step.detail }).where('table_name', '=', step.subject).execute();
  await trx
    .insertInto('section_kept')
    .values({ section, revision, table_name: step.detail, column_name: null, shape: null, until: now + KEPT_SECONDS })
    .execute();
}
