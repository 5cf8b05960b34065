import type { Transaction } from 'kysely';
import type { Step } from '#domain/designer/plan-step';
import { sha256 } from '../../base/digest.ts';
import { readCatalogue } from '../../db/sections/catalogue.ts';
import { settleLife } from '../../db/sections/settle-life.ts';
import type { Row, Tables } from '../../db/tables/tables.ts';
import { notFound } from '../../base/refusal.ts';
import { rollBackSteps } from '../designer/run-steps.ts';
import type { WaitingTable } from './waiting-rows.ts';

type Trx = Transaction<Tables>;
type Gone = Pick<Row<'section_revision'>, 'design' | 'plan' | 'revision'>;

interface By {
  readonly uid: string;
  readonly adminId: number;
  readonly now: number;
}

/**
 * Gives sections back as they went, with their tables, records, and columns that waited in these: whatever brings them to another version
 * from there is a change like any other, with a plan that says what it loses and what stands against it.
 * @throws what the database says where another table has its name by now
 */
export async function returnSections(trx: Trx, waiting: readonly WaitingTable[], by: By): Promise<void> {
  for (const one of waiting) await returnSection(trx, one, by);
}

async function returnSection(trx: Trx, { section, table }: WaitingTable, { uid, adminId, now }: By): Promise<void> {
  const { design, revision, step } = await goneWith(trx, section, table);
  const { declaration } = design;
  await rollBackSteps(trx, [step]);
  await trx.deleteFrom('section_kept').where('table_name', '=', table).where('column_name', 'is', null).execute();
  await trx.updateTable('section_kept').set({ table_name: declaration.table }).where('table_name', '=', table).execute();
  // Their steps went with the section: records are found in their states.
  await settleLife(trx, { before: null, after: declaration }, { origin: 'module', adminId, now });
  // With the triggers of its life, as after any publishing.
  const catalogue = JSON.stringify(await readCatalogue(trx, declaration.table));
  const own = { controller: declaration.controller, table_name: declaration.table, design: JSON.stringify(design), revision };
  const standing = { catalogue, shape_hash: await sha256(catalogue), state: 'live', origin: 'module', module_uid: uid } as const;
  await trx
    .insertInto('section')
    .values({ name: section, ...own, ...standing, create_time: now, update_time: now })
    .execute();
}

/** The line of the log with which the table went: its plan leads back, too. */
async function goneWith(trx: Trx, section: string, table: string): Promise<Gone & { readonly step: Step }> {
  const lines = await trx
    .selectFrom('section_revision')
    .select(['design', 'plan', 'revision'])
    .where('section', '=', section)
    .where('status', '=', 'delete')
    .orderBy('id', 'desc')
    .execute();
  for (const line of lines) {
    const step = line.plan.find(({ kind, detail }) => kind === 'dropTable' && detail === table);
    if (step) return { ...line, step };
  }
  throw notFound();
}
