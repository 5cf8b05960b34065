import type { Transaction } from 'kysely';
import { keptOutOf } from '#domain/table/resource';
import type { Author } from '../../base/caller.ts';
import { holdLife } from '../../db/sections/life-hash.ts';
import type { Tables } from '../../db/tables/tables.ts';
import type { ResourceContext } from '../base/resource-context.ts';
import { newWrite } from '../base/write-meta.ts';
import { endWrite } from './record-change.ts';
import { SERVER_CALLER, serverFor } from './server-caller.ts';
import { lockRows } from './unit-of-work.ts';
import { saveLocked } from './write.ts';

interface ProgramEvent {
  readonly id: number;
  readonly event: string;
  readonly nowSeconds: number;
  /** At whose bidding: so the step and the journal have it. Without one it is nobody. */
  readonly by?: Author;
}

/**
 * Sends an event that nobody sends but the program, in a transaction of whoever does something else: a write of its own. The record has to be
 * in a state that has the event.
 * @throws FailureError or FieldsRefused where it does not lead on
 */
export async function sendByProgram(
  context: ResourceContext,
  trx: Transaction<Tables>,
  { id, event, nowSeconds, by }: ProgramEvent,
): Promise<void> {
  const write = newWrite({
    resource: context.resource.name,
    action: 'edit',
    source: 'server',
    keptOut: keptOutOf(context.resource, 'edit'),
    undoes: [],
    jobs: context.ports.jobs,
  });
  const unit = { trx, caller: by ? serverFor(by) : SERVER_CALLER, nowSeconds, write };
  await holdLife(trx, context.resource);
  const [row] = await lockRows(context, unit, [id]);
  if (!row) return;
  await saveLocked(context, unit, row, {}, undefined, { event, isByProgram: true });
  await endWrite(unit);
}
