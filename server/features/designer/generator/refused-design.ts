import { FailureError } from '#domain/base/failure';
import type { SectionDesign } from '#domain/designer/section-design';
import type { AdminCaller } from '../../../base/caller.ts';
import { FieldsRefused } from '../../../base/refusal.ts';
import { nowSeconds, type ServerPorts } from '../../../ports/ports.ts';
import { noteRevision } from '../note-revision.ts';

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

/** Writes into the log of designs why one was refused, where that says something of it. */
export async function logRefusedDesign(ports: Ports, design: SectionDesign, error: unknown, caller: AdminCaller): Promise<void> {
  const said = error instanceof FailureError && error.failure.kind === 'rejected' ? error.failure : null;
  const issue = error instanceof FieldsRefused ? Object.values(error.issues)[0] : null;
  const key = said?.message ?? issue?.key;
  if (key === undefined || UNLOGGED.has(key) || !(await isRoomForFailure(ports, caller))) return;
  const text = ports.messages.text(caller.client.language, key, said?.params ?? issue?.params).slice(0, 1000);
  await noteRevision(ports.database.kysely, { design, revision: 0, status: 'error', error: text }, { adminId: caller.id, now: nowSeconds(ports) });
}
