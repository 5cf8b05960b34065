import type { Kysely } from 'kysely';
import type { Step } from '#domain/designer/plan-step';
import { NO_RENAMES, type Renames, type SectionDesign } from '#domain/designer/section-design';
import type { Row, Tables } from '../../db/tables/tables.ts';
import { keepPersonalColumns } from '../base/personal-columns.ts';

interface Revision {
  readonly design: SectionDesign;
  readonly revision: number;
  readonly status: Row<'section_revision'>['status'];
  readonly renames?: Renames;
  readonly steps?: readonly Step[];
  readonly error?: string;
}

/** One more line of the log of designs, which is searched by the section and by the table that the design is of. What is published is known to belong to a person from here on. @param by when in seconds, and who */
export async function noteRevision(
  kysely: Kysely<Tables>,
  { design, revision, status, renames = NO_RENAMES, steps = [], error }: Revision,
  by: { readonly adminId: number; readonly now: number },
): Promise<void> {
  await kysely
    .insertInto('section_revision')
    .values({
      section: design.declaration.name,
      revision,
      table_name: design.declaration.table,
      status,
      design: JSON.stringify(design),
      renames: JSON.stringify(renames),
      plan: JSON.stringify(steps),
      ...(error !== undefined && { error }),
      admin_id: by.adminId,
      create_time: by.now,
    })
    .execute();
  if (status === 'success') await keepPersonalColumns(kysely, [design.declaration]);
}

/** One line of the log: the section and the table that its design is of. */
export interface DesignLog {
  readonly id: number;
  readonly section: string;
  readonly table: string;
}

/** The line says that its section was taken away, and so does each that tells of what was published there. */
export async function noteDeletion(kysely: Kysely<Tables>, { id, section, table }: DesignLog): Promise<void> {
  await kysely
    .updateTable('section_revision')
    .set({ status: 'delete' })
    .where((row) =>
      row.or([row('id', '=', id), row.and([row('section', '=', section), row('table_name', '=', table), row('status', '=', 'success')])]),
    )
    .execute();
}
