import type { Kysely } from 'kysely';
import { FailureError } from '#domain/base/failure';
import type { Step } from '#domain/designer/plan-step';
import { NO_RENAMES, type Renames, type SectionDesign } from '#domain/designer/section-design';
import type { AdminCaller } from '../../base/caller.ts';
import { FieldsRefused } from '../../base/refusal.ts';
import type { Row, Tables } from '../../db/tables/tables.ts';
import { nowSeconds, type ServerPorts } from '../../ports/ports.ts';
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

/** Refused designs of one administrator that the log holds until they are swept. */
const REFUSED_LOGS = 100;

/** What says nothing of the design: it came too often, is not its administrator's to change, or not theirs to make anew. */
const UNLOGGED: ReadonlySet<string> = new Set([
  'refusals.tooManyAttempts',
  'refusals.designer.ofModule',
  'refusals.designer.rebuildTakesAway',
]);

type Ports = Pick<ServerPorts, 'database' | 'clock' | 'messages'>;

/** Refusals may be of tables of any names, and each keeps a whole design. */
async function isRoomForFailure({ database: { kysely } }: Ports, { id }: AdminCaller): Promise<boolean> {
  const { count } = await kysely
    .selectFrom('section_revision')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('status', '=', 'error')
    .where('admin_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(count) < REFUSED_LOGS;
}

/** A line that says why a design was refused, where that tells something of it. */
export async function noteRefusal(ports: Ports, design: SectionDesign, error: unknown, caller: AdminCaller): Promise<void> {
  const said = error instanceof FailureError && error.failure.kind === 'rejected' ? error.failure : null;
  const issue = error instanceof FieldsRefused ? Object.values(error.issues)[0] : null;
  const key = said?.message ?? issue?.key;
  if (key === undefined || UNLOGGED.has(key) || !(await isRoomForFailure(ports, caller))) return;
  const text = ports.messages.text(caller.client.language, key, said?.params ?? issue?.params).slice(0, 1000);
  await noteRevision(
    ports.database.kysely,
    { design, revision: 0, status: 'error', error: text },
    { adminId: caller.id, now: nowSeconds(ports) },
  );
}
